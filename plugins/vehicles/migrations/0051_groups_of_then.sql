-- Why: a moment of the past shows vehicles in the groups that they were in then. Which those were is written by the database itself, whoever moves a vehicle.

-- +goose Up
CREATE TABLE vehicles.vehicle_group (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    from_ms    bigint NOT NULL,
    group_id   text   NOT NULL,
    CONSTRAINT vehicle_group_pkey PRIMARY KEY (org_id, vehicle_id, from_ms)
);
COMMENT ON TABLE vehicles.vehicle_group IS 'Since when a vehicle was in a group, Unix milliseconds; 0: since ever, as far as is known';
SELECT outrider.protect('vehicles.vehicle_group');

-- The owner does not see through forced row-level security: it is lifted while what there is gets its first row.
ALTER TABLE vehicles.vehicle NO FORCE ROW LEVEL SECURITY;
ALTER TABLE vehicles.vehicle_group NO FORCE ROW LEVEL SECURITY;
INSERT INTO vehicles.vehicle_group (org_id, vehicle_id, from_ms, group_id) SELECT org_id, id, 0, group_id FROM vehicles.vehicle;
ALTER TABLE vehicles.vehicle FORCE ROW LEVEL SECURITY;
ALTER TABLE vehicles.vehicle_group FORCE ROW LEVEL SECURITY;

-- +goose StatementBegin
CREATE FUNCTION vehicles.note_group() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO vehicles.vehicle_group (org_id, vehicle_id, from_ms, group_id)
    VALUES (NEW.org_id, NEW.id, CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE (extract(epoch FROM clock_timestamp()) * 1000)::bigint END, NEW.group_id)
    ON CONFLICT (org_id, vehicle_id, from_ms) DO UPDATE SET group_id = excluded.group_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER vehicle_group_noted AFTER INSERT ON vehicles.vehicle FOR EACH ROW EXECUTE FUNCTION vehicles.note_group();
CREATE TRIGGER vehicle_group_changed AFTER UPDATE OF group_id ON vehicles.vehicle FOR EACH ROW WHEN (OLD.group_id IS DISTINCT FROM NEW.group_id) EXECUTE FUNCTION vehicles.note_group();
