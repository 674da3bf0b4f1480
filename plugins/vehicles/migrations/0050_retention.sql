-- Why: an organisation may keep its history shorter than the host does. What is older goes by the day; days that went are remembered, so that they are not looked
-- through again, and what comes late for them is not packed. Trips and days of vehicles are found by their day for that.

-- +goose Up
CREATE TABLE vehicles.retention (
    org_id      text        NOT NULL,
    keep_days   integer,
    dropped_day bigint      NOT NULL DEFAULT 0,
    changed_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT retention_pkey PRIMARY KEY (org_id),
    CONSTRAINT retention_days CHECK (keep_days BETWEEN 1 AND 4000)
);
COMMENT ON TABLE vehicles.retention IS 'How long an organisation keeps its history; keep_days NULL: as long as the host';
COMMENT ON COLUMN vehicles.retention.dropped_day IS 'Days of UTC before this one, numbered from 1970, were dropped';
SELECT outrider.protect('vehicles.retention');

CREATE INDEX judged_day_by_day ON vehicles.judged_day (org_id, day);
CREATE INDEX trip_by_time ON vehicles.trip (org_id, start_ms);

-- +goose StatementBegin
-- empty_packed_day gives back the room of a day of which nothing packed is left; false: there is something, or somebody is at it.
CREATE FUNCTION vehicles.empty_packed_day(day date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    name  text := 'packed_' || to_char(day, 'YYYYMMDD');
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
-- +goose StatementEnd
REVOKE ALL ON FUNCTION vehicles.empty_packed_day(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vehicles.empty_packed_day(date) TO outrider_vehicles;
