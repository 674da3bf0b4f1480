-- Why: an alert by a device's clock that is ahead headed the list of all others until its time came. It counts as when it was received from now on; what is
-- in the future already is put right here, which moves its counts to its day by the table's own triggers.

-- +goose Up
ALTER TABLE alerts.alert NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.fleet_vehicle NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_change NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_group_change NO FORCE ROW LEVEL SECURITY;
UPDATE alerts.alert SET details = details || jsonb_build_object('device_time_ms', event_ms, 'clock_skew_ms', event_ms - received_ms), event_ms = received_ms
WHERE received_ms > 0 AND event_ms > received_ms + 300000 AND event_ms > extract(epoch FROM now()) * 1000;
ALTER TABLE alerts.alert FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.fleet_vehicle FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_change FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_group_change FORCE ROW LEVEL SECURITY;
