-- Why: other companies' systems know vehicles and their readings. Kept are how the connection is, which of their vehicles is which of ours, and what they said, so that asking can go on where it was.

-- +goose Up
SELECT outrider.fleet('integrations');
SELECT outrider.outbox('integrations');

CREATE TABLE integrations.connection (
    org_id           text    NOT NULL,
    address          text    NOT NULL,
    name             text    NOT NULL DEFAULT '',
    driver_hours_url text    NOT NULL DEFAULT '',
    telematics_url   text    NOT NULL DEFAULT '',
    reading_cursor   text    NOT NULL DEFAULT '',
    vehicles_ms      bigint  NOT NULL DEFAULT 0,
    success_ms       bigint  NOT NULL DEFAULT 0,
    error_ms         bigint  NOT NULL DEFAULT 0,
    error            text    NOT NULL DEFAULT '',
    failures         integer NOT NULL DEFAULT 0,
    next_ms          bigint  NOT NULL DEFAULT 0,
    claimed_ms       bigint  NOT NULL DEFAULT 0,
    CONSTRAINT connection_pkey PRIMARY KEY (org_id)
);
COMMENT ON COLUMN integrations.connection.address IS 'of what the rest is: another address begins anew';
COMMENT ON COLUMN integrations.connection.reading_cursor IS 'where the provider goes on; moves in the transaction that keeps what came before it';
COMMENT ON COLUMN integrations.connection.vehicles_ms IS 'when its vehicles were listed last';
COMMENT ON COLUMN integrations.connection.failures IS 'in a row; 0: the last time was good';
COMMENT ON COLUMN integrations.connection.claimed_ms IS 'until when a process is asking';

CREATE TABLE integrations.vehicle (
    org_id       text   NOT NULL,
    id           text   NOT NULL,
    registration text   NOT NULL,
    vin          text   NOT NULL,
    model        text   NOT NULL,
    listed_ms    bigint NOT NULL,
    reading_ms   bigint NOT NULL DEFAULT 0,
    vehicle_id   text,
    mapped_ms    bigint NOT NULL DEFAULT 0,
    mapped_by    text   NOT NULL DEFAULT '',
    CONSTRAINT vehicle_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE integrations.vehicle IS 'Vehicles as the provider knows them; vehicle_id is which of ours each is, NULL: nobody has said';
-- One of ours is one of theirs.
CREATE UNIQUE INDEX vehicle_mapped_once ON integrations.vehicle (org_id, vehicle_id) WHERE vehicle_id IS NOT NULL;

CREATE TABLE integrations.reading (
    org_id  text   NOT NULL,
    id      text   NOT NULL,
    time_ms bigint NOT NULL,
    data    jsonb  NOT NULL,
    CONSTRAINT reading_pkey PRIMARY KEY (org_id, id, time_ms)
);
COMMENT ON TABLE integrations.reading IS 'What a vehicle of the provider (id) said, as devices do; what comes twice is one';
-- What is too old is looked for in all organisations.
CREATE INDEX reading_by_time ON integrations.reading (time_ms);

CREATE TABLE integrations.listener (
    org_id  text   NOT NULL,
    modules text[] NOT NULL,
    CONSTRAINT listener_pkey PRIMARY KEY (org_id)
);
COMMENT ON TABLE integrations.listener IS 'The modules that were on when readings were told last: a new one is told those of before';
SELECT outrider.protect('integrations.connection'), outrider.protect('integrations.vehicle'), outrider.protect_shared('integrations.reading'), outrider.protect('integrations.listener');
