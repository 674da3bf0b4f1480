-- Why: driving unbelted. A violation is found in what the vehicles plugin keeps of a vehicle; here is what was found, and which vehicles are to be looked at again.

-- +goose Up
CREATE TABLE seatbelt.violation (
    org_id      text             NOT NULL,
    vehicle_id  text             NOT NULL,
    start_ms    bigint           NOT NULL,
    end_ms      bigint           NOT NULL,
    is_over     boolean          NOT NULL,
    device_id   text             NOT NULL,
    driver_id   text             NOT NULL,
    driver_name text             NOT NULL,
    distance_m  double precision NOT NULL,
    top_kmh     double precision NOT NULL,
    lat         double precision,
    lng         double precision,
    place       text             NOT NULL,
    CONSTRAINT violation_pkey PRIMARY KEY (org_id, vehicle_id, start_ms),
    CONSTRAINT violation_lasts CHECK (end_ms >= start_ms),
    CONSTRAINT violation_position CHECK ((lat IS NULL) = (lng IS NULL))
);
COMMENT ON COLUMN seatbelt.violation.is_over IS 'the belt was fastened, the vehicle stood or fell silent; an end that is not over may move on';
-- A report and the list: a range of time, the newest first.
CREATE INDEX violation_by_time ON seatbelt.violation (org_id, start_ms DESC);
SELECT outrider.protect('seatbelt.violation');

CREATE TABLE seatbelt.due (
    org_id     text    NOT NULL,
    vehicle_id text    NOT NULL,
    from_ms    bigint  NOT NULL,
    to_ms      bigint  NOT NULL,
    changes    integer NOT NULL DEFAULT 1,
    tries      integer NOT NULL DEFAULT 0,
    CONSTRAINT due_pkey PRIMARY KEY (org_id, vehicle_id)
);
COMMENT ON TABLE seatbelt.due IS 'vehicles that drove unbelted in a time that was not looked at since';
COMMENT ON COLUMN seatbelt.due.changes IS 'how often the time was widened: who has looked at it takes it away only if it is what was looked at';
SELECT outrider.protect('seatbelt.due');

SELECT outrider.fleet('seatbelt');
SELECT outrider.outbox('seatbelt');
