-- The smallest schema in which a plugin can get tenants and repeated events wrong.
-- +goose Up
CREATE TABLE room (
    org_id text NOT NULL,
    id     text NOT NULL,
    name   text NOT NULL,
    CONSTRAINT room_pk PRIMARY KEY (org_id, id)
);
SELECT outrider.protect('rooms.room');
CREATE TABLE seen (
    org_id text    NOT NULL,
    events integer NOT NULL,
    CONSTRAINT seen_pk PRIMARY KEY (org_id)
);
SELECT outrider.protect('rooms.seen');
SELECT outrider.outbox('rooms');
SELECT outrider.inbox('rooms');
