-- Why: plugins lock names of their own (outrider.wait_lock); the advisory locks of Postgres are closed to them, since they could take the host's.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION vehicles.ensure_partition(day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    name  text := 'sample_' || to_char(day, 'YYYYMMDD');
    begins bigint := extract(epoch FROM day::timestamp)::bigint * 1000;
BEGIN
    -- A day more on both sides than samples are taken for: a message may wait over midnight in the stream.
    IF day < today - 401 OR day > today + 2 THEN
        RAISE EXCEPTION 'day % is outside of what samples are kept for', day USING ERRCODE = 'check_violation';
    END IF;
    IF to_regclass('vehicles.' || name) IS NOT NULL THEN
        RETURN;
    END IF;
    PERFORM outrider.wait_lock('sample partitions');
    IF EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'vehicles'::regnamespace AND c.relname = name) THEN
        RETURN; -- made while this call waited
    END IF;
    -- Attached after its making: that locks the parent against other changes, not against reading and writing.
    EXECUTE format('CREATE TABLE vehicles.%I (LIKE vehicles.sample INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE vehicles.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('REVOKE ALL ON vehicles.%I FROM PUBLIC, outrider_vehicles', name);
    EXECUTE format('ALTER TABLE vehicles.sample ATTACH PARTITION vehicles.%I FOR VALUES FROM (%s) TO (%s)',
        name, begins, begins + 86400000);
END $$;
-- +goose StatementEnd
