-- Why: geofences, who shares them and which vehicles they watch; and how each was at any time, since what vehicles do is judged by the fence of that time.

-- +goose Up
CREATE TABLE geofences.geofence (
    org_id       text     NOT NULL,
    id           text     NOT NULL,
    name         text     NOT NULL,
    description  text     NOT NULL,
    colour       text     NOT NULL,
    kind         text     NOT NULL,
    shape        jsonb    NOT NULL,
    shape_rev    integer  NOT NULL DEFAULT 1,
    triggers     jsonb    NOT NULL,
    period       jsonb,
    disabled     boolean  NOT NULL DEFAULT false,
    all_vehicles boolean  NOT NULL DEFAULT false,
    emails       jsonb    NOT NULL DEFAULT '{}',
    path         text COLLATE "C" NOT NULL,
    created_by   text     NOT NULL,
    created_ms   bigint   NOT NULL,
    changed_ms   bigint   NOT NULL,
    deleted_ms   bigint   NOT NULL DEFAULT 0,
    version      integer  NOT NULL DEFAULT 1,
    revision     bigint   NOT NULL,
    west         double precision NOT NULL,
    south        double precision NOT NULL,
    east         double precision NOT NULL,
    north        double precision NOT NULL,
    CONSTRAINT geofence_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT geofence_name_given CHECK (name <> ''),
    CONSTRAINT geofence_kind CHECK (kind IN ('polygon', 'circle'))
);
COMMENT ON COLUMN geofences.geofence.path IS 'the group of whoever made it: who sees that group sees the geofence';
COMMENT ON COLUMN geofences.geofence.revision IS 'of the organisation, when it was last changed: processes read what is newer than what they know';
COMMENT ON COLUMN geofences.geofence.east IS 'of the box in degrees; above 180 where it spans the 180th meridian';
-- The list by name, and what changed since.
CREATE INDEX geofence_by_name ON geofences.geofence (org_id, lower(name), id) WHERE deleted_ms = 0;
CREATE INDEX geofence_by_revision ON geofences.geofence (org_id, revision);

CREATE TABLE geofences.revision (
    org_id   text   NOT NULL,
    revision bigint NOT NULL,
    CONSTRAINT revision_pkey PRIMARY KEY (org_id)
);

CREATE TABLE geofences.geofence_vehicle (
    org_id      text NOT NULL,
    geofence_id text NOT NULL,
    vehicle_id  text NOT NULL,
    CONSTRAINT geofence_vehicle_pkey PRIMARY KEY (org_id, geofence_id, vehicle_id)
);
CREATE INDEX geofence_vehicle_by_vehicle ON geofences.geofence_vehicle (org_id, vehicle_id);

CREATE TABLE geofences.geofence_group (
    org_id      text NOT NULL,
    geofence_id text NOT NULL,
    group_id    text NOT NULL,
    CONSTRAINT geofence_group_pkey PRIMARY KEY (org_id, geofence_id, group_id)
);

CREATE TABLE geofences.geofence_share (
    org_id      text NOT NULL,
    geofence_id text NOT NULL,
    user_id     text NOT NULL,
    CONSTRAINT geofence_share_pkey PRIMARY KEY (org_id, geofence_id, user_id)
);
CREATE INDEX geofence_share_by_user ON geofences.geofence_share (org_id, user_id);

-- How a geofence was, from one time to before another.
CREATE TABLE geofences.definition (
    org_id      text   NOT NULL,
    geofence_id text   NOT NULL,
    from_ms     bigint NOT NULL,
    to_ms       bigint NOT NULL DEFAULT 0,
    definition  jsonb  NOT NULL,
    CONSTRAINT definition_pkey PRIMARY KEY (org_id, geofence_id, from_ms)
);
COMMENT ON COLUMN geofences.definition.to_ms IS '0: it is so now';

SELECT outrider.protect('geofences.geofence');
SELECT outrider.protect('geofences.revision');
SELECT outrider.protect('geofences.geofence_vehicle');
SELECT outrider.protect('geofences.geofence_group');
SELECT outrider.protect('geofences.geofence_share');
SELECT outrider.protect('geofences.definition');

SELECT outrider.fleet('geofences');
SELECT outrider.outbox('geofences');
SELECT outrider.inbox('geofences');
