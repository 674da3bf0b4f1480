-- Why: a sample as a row takes about 210 bytes. Those of spans that ended a while ago are packed: one row a device, vehicle and span with columns of
-- differences, compressed (docs/decisions/packed-history.md). Packed spans lie in partitions by day as samples do, and go with them. A partition whose
-- samples were all packed is emptied, since deleted rows would keep its room.

-- +goose Up
CREATE TABLE vehicles.packed (
    org_id     text    NOT NULL,
    device_id  text    NOT NULL,
    span_ms    bigint  NOT NULL,
    vehicle_id text    NOT NULL,
    samples    integer NOT NULL,
    taken      bigint  NOT NULL,
    data       bytea   NOT NULL,
    CONSTRAINT packed_pkey PRIMARY KEY (org_id, device_id, span_ms, vehicle_id),
    CONSTRAINT packed_samples CHECK (samples > 0)
) PARTITION BY RANGE (span_ms);
COMMENT ON TABLE vehicles.packed IS 'The samples of a device in six hours from span_ms on; vehicle_id as in sample, empty for none; data as internal/history writes it; taken counts repeats, too: it only ever grows';
ALTER TABLE vehicles.packed ALTER COLUMN data SET STORAGE EXTERNAL;
SELECT outrider.protect('vehicles.packed');

-- +goose StatementBegin
-- ensure_day makes the partition of a day in one of the two tables.
CREATE FUNCTION vehicles.ensure_day(parent text, day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name   text := parent || '_' || to_char(day, 'YYYYMMDD');
    begins bigint := extract(epoch FROM day::timestamp)::bigint * 1000;
BEGIN
    IF parent NOT IN ('sample', 'packed') THEN
        RAISE EXCEPTION '% has no days', parent USING ERRCODE = 'check_violation';
    END IF;
    IF to_regclass('vehicles.' || name) IS NOT NULL THEN
        RETURN;
    END IF;
    PERFORM outrider.wait_lock('sample partitions');
    IF EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'vehicles'::regnamespace AND c.relname = name) THEN
        RETURN; -- made while this call waited
    END IF;
    -- Attached after its making: that locks the parent against other changes, not against reading and writing.
    EXECUTE format('CREATE TABLE vehicles.%I (LIKE vehicles.%I INCLUDING ALL)', name, parent);
    EXECUTE format('ALTER TABLE vehicles.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('REVOKE ALL ON vehicles.%I FROM PUBLIC, outrider_vehicles', name);
    EXECUTE format('ALTER TABLE vehicles.%I ATTACH PARTITION vehicles.%I FOR VALUES FROM (%s) TO (%s)', parent, name, begins, begins + 86400000);
END $$;
CREATE OR REPLACE FUNCTION vehicles.ensure_partition(day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
    -- A day more on both sides than samples are taken for: a message may wait over midnight in the stream.
    IF day < today - 401 OR day > today + 2 THEN
        RAISE EXCEPTION 'day % is outside of what samples are kept for', day USING ERRCODE = 'check_violation';
    END IF;
    PERFORM vehicles.ensure_day('sample', day);
    PERFORM vehicles.ensure_day('packed', day);
END $$;
CREATE OR REPLACE FUNCTION vehicles.drop_old_partitions(keep_days integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    oldest  text := to_char((now() AT TIME ZONE 'UTC')::date - keep_days, 'YYYYMMDD');
    name    text;
    dropped integer := 0;
BEGIN
    IF keep_days < 1 OR keep_days > 4000 THEN
        RAISE EXCEPTION 'samples are kept for 1 to 4000 days, not %', keep_days USING ERRCODE = 'check_violation';
    END IF;
    FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent IN ('vehicles.sample'::regclass, 'vehicles.packed'::regclass) AND c.relname ~ '^(sample|packed)_[0-9]{8}$' AND right(c.relname, 8) < oldest
        ORDER BY right(c.relname, 8)
    LOOP
        EXECUTE format('DROP TABLE vehicles.%I', name);
        dropped := dropped + CASE WHEN name LIKE 'sample%' THEN 1 ELSE 0 END;
    END LOOP;
    RETURN dropped;
END $$;
-- empty_day gives back the room of a day whose samples were all packed; false: there are some, or somebody is at them. Its owner has to see the rows of all
-- organisations for that, which forced row-level security keeps from it, too.
CREATE FUNCTION vehicles.empty_day(day date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    name  text := 'sample_' || to_char(day, 'YYYYMMDD');
    found boolean;
BEGIN
    IF to_regclass('vehicles.' || name) IS NULL THEN
        RETURN false;
    END IF;
    BEGIN
        EXECUTE format('LOCK TABLE vehicles.%I IN ACCESS EXCLUSIVE MODE', name);
    EXCEPTION WHEN lock_not_available THEN
        RETURN false;
    END;
    EXECUTE format('ALTER TABLE vehicles.%I NO FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('SELECT EXISTS (SELECT FROM vehicles.%I)', name) INTO found;
    IF NOT found THEN
        EXECUTE format('TRUNCATE vehicles.%I', name);
    END IF;
    EXECUTE format('ALTER TABLE vehicles.%I FORCE ROW LEVEL SECURITY', name);
    RETURN NOT found;
END $$;
-- Days that there are already get a place for what will be packed of them.
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'vehicles.sample'::regclass AND c.relname ~ '^sample_[0-9]{8}$' LOOP
        PERFORM vehicles.ensure_day('packed', to_date(right(name, 8), 'YYYYMMDD'));
    END LOOP;
END $$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION vehicles.ensure_day(text, date), vehicles.empty_day(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vehicles.empty_day(date) TO outrider_vehicles;
