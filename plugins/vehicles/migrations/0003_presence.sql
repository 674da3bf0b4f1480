-- Why: what each device is doing now is asked for thousands of times for each sample that is looked up, so it is kept, not searched.
-- The state (moving, offline, …) is not stored: it follows from these columns and the clock. Presence is open to the plugin's own
-- host-wide work, because devices of all organisations fall silent on the same clock.

-- +goose Up
CREATE TABLE vehicles.presence (
    org_id          text             NOT NULL,
    device_id       text             NOT NULL,
    last_seen_ms    bigint           NOT NULL DEFAULT 0,
    received_ms     bigint           NOT NULL DEFAULT 0,
    heard_ms        bigint           NOT NULL DEFAULT 0,
    connected       boolean          NOT NULL DEFAULT false,
    connection_ms   bigint           NOT NULL DEFAULT 0,
    lat             double precision,
    lng             double precision,
    located_ms      bigint           NOT NULL DEFAULT 0,
    cell            bigint,
    speed_kmh       double precision,
    heading_deg     double precision,
    ignition        boolean,
    speed_limit_kmh double precision,
    odometer_m      double precision,
    signal          smallint,
    CONSTRAINT presence_pkey PRIMARY KEY (org_id, device_id)
);
COMMENT ON COLUMN vehicles.presence.last_seen_ms IS 'Time of the newest sample, by the device''s clock; 0: none yet';
COMMENT ON COLUMN vehicles.presence.received_ms IS 'When the newest sample was received';
COMMENT ON COLUMN vehicles.presence.heard_ms IS 'When a status or a connection was last received';
COMMENT ON COLUMN vehicles.presence.cell IS 'Map cell of the position, key of vehicles.place';
SELECT outrider.protect_shared('vehicles.presence');
-- The look-out for devices that just fell silent.
CREATE INDEX presence_by_heard ON vehicles.presence (greatest(received_ms, heard_ms));

-- Names of places and zones by cell of a hundredth of a degree: the same for everybody, so of no organisation.
CREATE TABLE vehicles.place (
    cell       bigint      NOT NULL,
    label      text        NOT NULL,
    country    text        NOT NULL,
    zone       text        NOT NULL,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT place_pkey PRIMARY KEY (cell)
);
COMMENT ON TABLE vehicles.place IS 'Answers of the geo plugin; an empty label means that it knows no place there';
GRANT SELECT, INSERT, UPDATE ON vehicles.place TO outrider_vehicles;
