-- Why: counts by the vehicles' groups had whoever changed alerts and whoever changed vehicles wait for each other: renaming a vehicle held up every alert of the
-- organisation, and moving one counted all its alerts anew. Who sees a part of an organisation has alerts counted one by one again, exactly up to
-- 10,000, and hears "about" beyond. The tables of groups are read by a process of the version before while it is replaced; nothing writes them any more.

-- +goose Up
DROP TRIGGER vehicles_change ON alerts.fleet_vehicle;
DROP TRIGGER vehicle_added ON alerts.fleet_vehicle;
DROP TRIGGER vehicle_moved ON alerts.fleet_vehicle;
DROP FUNCTION alerts.wait_for_alerts();
DROP FUNCTION alerts.move_counts();

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION alerts.count_alerts() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO alerts.rollup_change (org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
        SELECT org_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, count(*)
        FROM new_alerts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
    ELSE
        INSERT INTO alerts.rollup_change (org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
        SELECT org_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, sum(n)
        FROM (SELECT *, 1 AS n FROM new_alerts UNION ALL SELECT *, -1 FROM old_alerts) changes
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
