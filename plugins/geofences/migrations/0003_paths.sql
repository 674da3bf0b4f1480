-- Why: positions that come late, or after a silence, are judged by the groups of their time: where a vehicle was then, and where its group was in the tree.

-- +goose Up
CREATE TABLE geofences.group_path (
    org_id   text   NOT NULL,
    group_id text   NOT NULL,
    from_ms  bigint NOT NULL,
    path     text   COLLATE "C" NOT NULL,
    CONSTRAINT group_path_pkey PRIMARY KEY (org_id, group_id, from_ms)
);
COMMENT ON TABLE geofences.group_path IS 'where a group was in the tree, and since when';

CREATE TABLE geofences.vehicle_group (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    from_ms    bigint NOT NULL,
    group_id   text   NOT NULL,
    CONSTRAINT vehicle_group_pkey PRIMARY KEY (org_id, vehicle_id, from_ms)
);
COMMENT ON TABLE geofences.vehicle_group IS 'which group a vehicle was in, and since when';

-- A migration has no organisation, and sees all rows only without the policy.
ALTER TABLE geofences.fleet_group NO FORCE ROW LEVEL SECURITY;
ALTER TABLE geofences.fleet_vehicle NO FORCE ROW LEVEL SECURITY;
INSERT INTO geofences.group_path (org_id, group_id, from_ms, path)
    SELECT org_id, id, (extract(epoch FROM now()) * 1000)::bigint, path FROM geofences.fleet_group WHERE NOT deleted;
INSERT INTO geofences.vehicle_group (org_id, vehicle_id, from_ms, group_id)
    SELECT org_id, id, (extract(epoch FROM now()) * 1000)::bigint, group_id FROM geofences.fleet_vehicle WHERE NOT deleted;
ALTER TABLE geofences.fleet_group FORCE ROW LEVEL SECURITY;
ALTER TABLE geofences.fleet_vehicle FORCE ROW LEVEL SECURITY;

SELECT outrider.protect('geofences.group_path');
SELECT outrider.protect('geofences.vehicle_group');

COMMENT ON TABLE geofences.vehicle_path IS 'where a vehicle was seen to be in the tree; group_path and vehicle_group know it exactly, since they are kept';
