-- Why: the vehicles of a group were known from their events alone, so those of more than seven days before the plugin was installed were
-- missing. The copy of the fleet that plugins share begins with a snapshot. What was known is kept: a group with vehicles must not be
-- deleted before the snapshot is there either.

-- +goose Up
SELECT outrider.fleet('users');
-- The owner copies the rows of every organisation, which the policy keeps even from it.
ALTER TABLE users.vehicle NO FORCE ROW LEVEL SECURITY;
ALTER TABLE users.fleet_vehicle NO FORCE ROW LEVEL SECURITY;
INSERT INTO users.fleet_vehicle (org_id, id, name, type, group_id, sequence, deleted)
    SELECT org_id, id, name, type, group_id, sequence, deleted FROM users.vehicle;
ALTER TABLE users.fleet_vehicle FORCE ROW LEVEL SECURITY;
DROP TABLE users.vehicle;
