-- Why: an alert says who drove, and a driver sees the own flagged alerts. Who drives is the vehicles plugin's to say, also for times that are past; a copy
-- of it is asked when an alert is read, so that what is entered later is right in every alert.

-- +goose Up
CREATE TABLE alerts.drive (
    org_id      text   NOT NULL,
    id          text   NOT NULL,
    vehicle_id  text   NOT NULL,
    driver_id   text   NOT NULL,
    driver_name text   NOT NULL,
    from_ms     bigint NOT NULL,
    to_ms       bigint NOT NULL DEFAULT 0,
    CONSTRAINT drive_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE alerts.drive IS 'Read model of event.vehicles.assignment: who drove a vehicle, from from_ms to before to_ms in Unix milliseconds; 0: goes on';
CREATE INDEX drive_by_vehicle ON alerts.drive (org_id, vehicle_id, from_ms DESC) INCLUDE (to_ms, driver_id, driver_name);
CREATE INDEX drive_by_driver ON alerts.drive (org_id, driver_id, from_ms);
SELECT outrider.protect('alerts.drive');

-- Organisations whose earlier drives were copied.
CREATE TABLE alerts.drive_snapshot (
    org_id text NOT NULL,
    CONSTRAINT drive_snapshot_pkey PRIMARY KEY (org_id)
);
SELECT outrider.protect('alerts.drive_snapshot');
