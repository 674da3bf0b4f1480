-- Why: who drove a vehicle is asked for any time of the past, what a fleet did is compared week with week, and a list is searched and sorted
-- by each of its columns. Drivers and their assignments are the embedded partner provider's: other systems may end and begin them by API.

-- +goose Up
CREATE TABLE vehicles.driver (
    org_id   text    NOT NULL,
    id       text    NOT NULL,
    name     text    NOT NULL,
    email    text    NOT NULL DEFAULT '',
    gone     boolean NOT NULL DEFAULT false,
    sequence bigint  NOT NULL DEFAULT 0,
    CONSTRAINT driver_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT driver_name_given CHECK (name <> '')
);
COMMENT ON TABLE vehicles.driver IS 'Read model of the users of role DRIVER, from event.identity.user; sequence is the stream position of the newest event applied';
SELECT outrider.protect('vehicles.driver');

CREATE TABLE vehicles.driver_assignment (
    org_id      text   NOT NULL,
    id          uuid   NOT NULL DEFAULT gen_random_uuid(),
    vehicle_id  text   NOT NULL,
    driver_id   text   NOT NULL,
    driver_name text   NOT NULL,
    from_ms     bigint NOT NULL,
    to_ms       bigint,
    CONSTRAINT driver_assignment_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT driver_assignment_vehicle FOREIGN KEY (org_id, vehicle_id) REFERENCES vehicles.vehicle,
    CONSTRAINT driver_assignment_named CHECK (driver_id <> '' AND driver_name <> ''),
    CONSTRAINT driver_assignment_forward CHECK (to_ms IS NULL OR to_ms > from_ms)
);
COMMENT ON TABLE vehicles.driver_assignment IS 'Who drove a vehicle, from from_ms to before to_ms in Unix milliseconds; open while to_ms is null. The name is that of the time';
-- The driver of a vehicle at a time, and of now.
CREATE INDEX driver_assignment_by_vehicle ON vehicles.driver_assignment (org_id, vehicle_id, from_ms);
-- One driver at a time: the open one is decided here, earlier ones under the vehicle's lock.
CREATE UNIQUE INDEX driver_assignment_open ON vehicles.driver_assignment (org_id, vehicle_id) WHERE to_ms IS NULL;
CREATE UNIQUE INDEX driver_assignment_driving ON vehicles.driver_assignment (org_id, driver_id) WHERE to_ms IS NULL;
CREATE INDEX driver_assignment_by_time ON vehicles.driver_assignment (org_id, from_ms);
SELECT outrider.protect('vehicles.driver_assignment');

-- What a vehicle did on a day, in three bits: 1 moved, 2 idled, 4 stood. Written when a bit is new, so a handful of times a vehicle and day.
CREATE TABLE vehicles.vehicle_day (
    org_id     text     NOT NULL,
    vehicle_id text     NOT NULL,
    day        date     NOT NULL,
    did        smallint NOT NULL,
    CONSTRAINT vehicle_day_pkey PRIMARY KEY (org_id, vehicle_id, day),
    CONSTRAINT vehicle_day_bits CHECK (did BETWEEN 0 AND 7)
);
COMMENT ON TABLE vehicles.vehicle_day IS 'Daily rollup of samples by UTC day; did: 1 moved, 2 idled, 4 stood with the ignition off, added up; 0: only heard of';
CREATE INDEX vehicle_day_by_day ON vehicles.vehicle_day (org_id, day);
SELECT outrider.protect('vehicles.vehicle_day');

-- The trip that a device is on: since when, and when it last moved.
ALTER TABLE vehicles.presence ADD COLUMN trip_ms bigint NOT NULL DEFAULT 0, ADD COLUMN moved_ms bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN vehicles.presence.trip_ms IS 'When the trip of now began, Unix milliseconds; 0: it is on none';
COMMENT ON COLUMN vehicles.presence.moved_ms IS 'Time of the newest sample at 5 km/h or more; 0: none yet';
