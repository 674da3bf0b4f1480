-- Changes of groups, users and organisations reach the plugins' read models through an outbox in the same transaction, so that an event and
-- its row exist together or not at all.
-- +goose Up
CREATE TABLE outrider.event_outbox (
    seq     bigint      GENERATED ALWAYS AS IDENTITY,
    id      uuid        NOT NULL DEFAULT gen_random_uuid(),
    subject text        NOT NULL,
    org_id  text        NOT NULL,
    at      timestamptz NOT NULL,
    data    jsonb       NOT NULL,
    CONSTRAINT event_outbox_pk PRIMARY KEY (seq)
);

CREATE TABLE outrider.event_position (
    single   boolean NOT NULL DEFAULT true,
    sequence bigint  NOT NULL DEFAULT 0,
    CONSTRAINT event_position_pk PRIMARY KEY (single),
    CONSTRAINT event_position_single CHECK (single)
);
COMMENT ON TABLE outrider.event_position IS 'sequence in EVENTS of the last event of the host: a snapshot of the tree read beside it holds up to there';
INSERT INTO outrider.event_position DEFAULT VALUES;
