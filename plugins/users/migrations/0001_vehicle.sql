-- Why: the tree shows the vehicles of each group, and a group that has some must not be deleted. They belong to the plugin vehicles, so
-- this is a read model of event.vehicles.vehicle.

-- +goose Up
CREATE TABLE users.vehicle (
    org_id   text   NOT NULL,
    id       text   NOT NULL,
    name     text   NOT NULL,
    type     text   NOT NULL,
    group_id text   NOT NULL,
    sequence bigint NOT NULL,
    deleted  boolean NOT NULL DEFAULT false,
    CONSTRAINT vehicle_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON COLUMN users.vehicle.sequence IS 'Stream position of the newest event applied; an older one that comes again changes nothing';
-- The vehicles of a group.
CREATE INDEX vehicle_by_group ON users.vehicle (org_id, group_id) WHERE NOT deleted;
SELECT outrider.protect('users.vehicle');
