-- Why: samples come by the thousand a second and leave by the day. They are kept in one partition a day, so that retention drops a
-- table instead of deleting rows. The runtime role may not create or drop tables: two functions of the owner do it within bounds, and
-- grants are on the parent alone, so that no partition can be read around its policy.

-- +goose Up
CREATE TABLE vehicles.sample (
    org_id          text             NOT NULL,
    device_id       text             NOT NULL,
    time_ms         bigint           NOT NULL,
    vehicle_id      text,
    lat             double precision,
    lng             double precision,
    speed_kmh       double precision,
    heading_deg     double precision,
    altitude_m      double precision,
    ignition        boolean,
    speed_limit_kmh double precision,
    odometer_m      double precision,
    signal          smallint,
    fuel_percent    double precision,
    battery_percent double precision,
    received_ms     bigint           NOT NULL,
    CONSTRAINT sample_pkey PRIMARY KEY (org_id, device_id, time_ms)
) PARTITION BY RANGE (time_ms);
COMMENT ON TABLE vehicles.sample IS 'One reading of a device; times in Unix milliseconds; vehicle_id by the assignment of the sample''s own time';
SELECT outrider.protect('vehicles.sample');

-- What was wrong with samples that were taken, for an operator: counted a day and organisation.
CREATE TABLE vehicles.ingest_count (
    org_id    text   NOT NULL,
    day       date   NOT NULL,
    repeated  bigint NOT NULL DEFAULT 0,
    differing bigint NOT NULL DEFAULT 0,
    CONSTRAINT ingest_count_pkey PRIMARY KEY (org_id, day)
);
COMMENT ON TABLE vehicles.ingest_count IS 'Samples that came again: repeated in all, differing those whose values were not those of the first';
SELECT outrider.protect('vehicles.ingest_count');

-- +goose StatementBegin
CREATE FUNCTION vehicles.ensure_partition(day date) RETURNS void
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
    PERFORM pg_advisory_xact_lock(hashtext('vehicles.sample partitions'));
    IF to_regclass('vehicles.' || name) IS NOT NULL THEN
        RETURN; -- made while this call waited
    END IF;
    -- Attached after its making: that locks the parent against other changes, not against reading and writing.
    EXECUTE format('CREATE TABLE vehicles.%I (LIKE vehicles.sample INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE vehicles.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('REVOKE ALL ON vehicles.%I FROM PUBLIC, outrider_vehicles', name);
    EXECUTE format('ALTER TABLE vehicles.sample ATTACH PARTITION vehicles.%I FOR VALUES FROM (%s) TO (%s)',
        name, begins, begins + 86400000);
END $$;
CREATE FUNCTION vehicles.drop_old_partitions(keep_days integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    oldest text := 'sample_' || to_char((now() AT TIME ZONE 'UTC')::date - keep_days, 'YYYYMMDD');
    name   text;
    dropped integer := 0;
BEGIN
    IF keep_days < 1 OR keep_days > 4000 THEN
        RAISE EXCEPTION 'samples are kept for 1 to 4000 days, not %', keep_days USING ERRCODE = 'check_violation';
    END IF;
    FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'vehicles.sample'::regclass AND c.relname ~ '^sample_[0-9]{8}$' AND c.relname < oldest
        ORDER BY c.relname
    LOOP
        EXECUTE format('DROP TABLE vehicles.%I', name);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END $$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION vehicles.ensure_partition(date), vehicles.drop_old_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vehicles.ensure_partition(date), vehicles.drop_old_partitions(integer) TO outrider_vehicles;
