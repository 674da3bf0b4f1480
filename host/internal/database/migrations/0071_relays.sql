-- One process at a time carries the rows of an outbox: it locks the row of that name.
-- +goose Up
CREATE TABLE outrider.relay (
    name text NOT NULL,
    CONSTRAINT relay_pk PRIMARY KEY (name)
);
COMMENT ON TABLE outrider.relay IS 'locked by the process that carries the outbox of that name';
INSERT INTO outrider.relay VALUES ('event_outbox'), ('keto_outbox');
