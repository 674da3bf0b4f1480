-- Why: notes about vehicles. Vehicles are other plugins' business, so that this schema has its own copy of the fleet, which says what
-- they are called and who sees them.

-- +goose Up
CREATE TABLE logbook.note (
    org_id     text        NOT NULL,
    id         text        NOT NULL,
    vehicle_id text        NOT NULL,
    text       text        NOT NULL,
    author_id  text        NOT NULL,
    author     text        NOT NULL,
    at         timestamptz NOT NULL,
    CONSTRAINT note_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT note_text_given CHECK (text <> '')
);
-- The list, in its order; and an author's notes, for a new name.
CREATE INDEX note_by_time ON logbook.note (org_id, at DESC, id);
CREATE INDEX note_by_author ON logbook.note (org_id, author_id);

-- Row-level security: a transaction sees the organisation that it was opened for, and no other.
SELECT outrider.protect('logbook.note');

-- The copy of the fleet, the events that go out, and those that came in.
SELECT outrider.fleet('logbook');
SELECT outrider.outbox('logbook');
SELECT outrider.inbox('logbook');
