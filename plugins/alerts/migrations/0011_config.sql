-- Why: people decide per vehicle which alerts they want, how grave one has to be, and what an input is called; only what differs from the
-- defaults is kept.

-- +goose Up
CREATE TABLE alerts.vehicle_config (
    org_id     text             NOT NULL,
    vehicle_id text             NOT NULL,
    type       text             NOT NULL,
    pin        smallint         NOT NULL DEFAULT 0,
    enabled    boolean          NOT NULL,
    threshold  double precision,
    pin_name   text             NOT NULL DEFAULT '',
    CONSTRAINT vehicle_config_pkey PRIMARY KEY (org_id, vehicle_id, type, pin),
    CONSTRAINT vehicle_config_pin CHECK (pin BETWEEN 0 AND 8)
);
COMMENT ON COLUMN alerts.vehicle_config.threshold IS 'in the unit of the type: g, a probability from 0 to 1, or km/h above the limit; null: the default';
SELECT outrider.protect('alerts.vehicle_config');
