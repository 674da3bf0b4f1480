-- Why: another system than a vehicle's device may say whether its driver is belted. The vehicles plugin keeps what devices say alone, so what others say of belts is kept here while it may be judged.

-- +goose Up
CREATE TABLE seatbelt.reading (
    org_id     text             NOT NULL,
    vehicle_id text             NOT NULL,
    time_ms    bigint           NOT NULL,
    belted     boolean          NOT NULL,
    speed_kmh  double precision,
    odometer_m double precision,
    lat        double precision,
    lng        double precision,
    CONSTRAINT reading_pkey PRIMARY KEY (org_id, vehicle_id, time_ms)
);
COMMENT ON TABLE seatbelt.reading IS 'What other systems said of the belts of drivers, for eight days';
-- What is too old is looked for in all organisations.
CREATE INDEX reading_by_time ON seatbelt.reading (time_ms);
SELECT outrider.protect_shared('seatbelt.reading');
