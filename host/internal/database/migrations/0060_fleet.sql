-- Most plugins need to know the vehicles, their devices and the groups that decide who sees them. Each keeps its own copy, from events and
-- a snapshot (package replica of the SDK), so that it answers while the others are down. The tables are written once, here.
-- +goose Up

-- +goose StatementBegin
CREATE FUNCTION outrider.fleet(schema text) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I.fleet_group (
        org_id   text    NOT NULL,
        id       text    NOT NULL,
        path     text    COLLATE "C" NOT NULL,
        label    text    NOT NULL,
        sequence bigint  NOT NULL,
        deleted  boolean NOT NULL DEFAULT false,
        CONSTRAINT fleet_group_pkey PRIMARY KEY (org_id, id)
    )', schema);
    EXECUTE format('CREATE INDEX fleet_group_path ON %I.fleet_group (org_id, path) WHERE NOT deleted', schema);
    EXECUTE format('CREATE TABLE %I.fleet_vehicle (
        org_id   text    NOT NULL,
        id       text    NOT NULL,
        name     text    NOT NULL,
        type     text    NOT NULL,
        group_id text    NOT NULL,
        sequence bigint  NOT NULL,
        deleted  boolean NOT NULL DEFAULT false,
        CONSTRAINT fleet_vehicle_pkey PRIMARY KEY (org_id, id)
    )', schema);
    EXECUTE format('CREATE INDEX fleet_vehicle_group ON %I.fleet_vehicle (org_id, group_id)', schema);
    EXECUTE format('CREATE TABLE %I.fleet_device (
        org_id      text    NOT NULL,
        id          text    NOT NULL,
        vehicle_id  text    NOT NULL,
        model       text    NOT NULL,
        disabled    boolean NOT NULL,
        assignments jsonb   NOT NULL,
        sequence    bigint  NOT NULL,
        deleted     boolean NOT NULL DEFAULT false,
        CONSTRAINT fleet_device_pkey PRIMARY KEY (org_id, id)
    )', schema);
    EXECUTE format('CREATE INDEX fleet_device_vehicle ON %I.fleet_device (org_id, vehicle_id) WHERE NOT deleted', schema);
    EXECUTE format('COMMENT ON COLUMN %I.fleet_device.assignments IS ''the vehicles that it was on: [{vehicle_id, from_ms, to_ms, default}], to_ms 0 while it is on it''', schema);
    EXECUTE format('CREATE TABLE %I.fleet_snapshot (
        org_id   text   NOT NULL,
        sequence bigint NOT NULL,
        CONSTRAINT fleet_snapshot_pkey PRIMARY KEY (org_id)
    )', schema);
    EXECUTE format('COMMENT ON TABLE %I.fleet_snapshot IS ''organisations whose fleet was copied as a whole; events keep it up to date since''', schema);
    PERFORM outrider.protect(format('%I.fleet_group', schema)::regclass), outrider.protect(format('%I.fleet_vehicle', schema)::regclass),
        outrider.protect(format('%I.fleet_device', schema)::regclass), outrider.protect(format('%I.fleet_snapshot', schema)::regclass);
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.fleet(text) IS 'makes the tables of package replica in the plugin''s schema';

REVOKE EXECUTE ON FUNCTION outrider.fleet(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outrider.fleet(text) TO outrider_plugin_owner;
