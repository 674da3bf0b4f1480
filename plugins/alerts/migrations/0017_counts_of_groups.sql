-- Why: who sees some groups of an organisation had alerts counted one by one, up to 10,000, and heard an estimate beyond. Counts of days and of blocks
-- of days are now kept by the vehicles' groups, too. A vehicle takes all its alerts along into another group, so whoever changes alerts and whoever changes
-- vehicles never do so at the same time: each would miss what the other counts.

-- +goose Up
CREATE TABLE alerts.rollup_group (
    org_id     text     NOT NULL,
    group_id   text     NOT NULL,
    day        integer  NOT NULL,
    kind       text     NOT NULL,
    alert_type text     NOT NULL,
    severity   smallint NOT NULL,
    quality    text     NOT NULL,
    is_read    boolean  NOT NULL,
    archived   boolean  NOT NULL,
    flagged    boolean  NOT NULL,
    alerts     bigint   NOT NULL,
    CONSTRAINT rollup_group_pkey PRIMARY KEY (org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged)
);
COMMENT ON TABLE alerts.rollup_group IS 'alerts.rollup by the group that the vehicle is in now; alerts without a vehicle are in none';
SELECT outrider.protect('alerts.rollup_group');

CREATE TABLE alerts.rollup_group_block (
    LIKE alerts.rollup_group,
    CONSTRAINT rollup_group_block_pkey PRIMARY KEY (org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged)
);
ALTER TABLE alerts.rollup_group_block RENAME COLUMN day TO block;
COMMENT ON TABLE alerts.rollup_group_block IS 'alerts.rollup_group, 32 days together';
SELECT outrider.protect('alerts.rollup_group_block');

-- Beside alerts.rollup_change, which a process of the version before adds up without groups.
CREATE TABLE alerts.rollup_group_change (
    LIKE alerts.rollup_group,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT rollup_group_change_pkey PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE alerts.rollup_group_change IS 'Changes of alerts.rollup_group that were not added to it yet';
SELECT outrider.protect('alerts.rollup_group_change');

-- A migration has no organisation, and sees all rows only without the policy. The locks that this takes keep others from changing alerts meanwhile.
ALTER TABLE alerts.alert NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.fleet_vehicle NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_group NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_group_block NO FORCE ROW LEVEL SECURITY;
INSERT INTO alerts.rollup_group SELECT a.org_id, v.group_id, (a.event_ms / 86400000)::integer, a.kind, a.alert_type, a.severity, a.quality, a.is_read, a.archived, a.flagged, count(*)
FROM alerts.alert a JOIN alerts.fleet_vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
INSERT INTO alerts.rollup_group_block SELECT org_id, group_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts) FROM alerts.rollup_group
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
ALTER TABLE alerts.alert FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.fleet_vehicle FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_group FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_group_block FORCE ROW LEVEL SECURITY;

CREATE VIEW alerts.counts_of_groups WITH (security_invoker = true) AS
    SELECT org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_group
    UNION ALL
    SELECT org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_group_change;
COMMENT ON VIEW alerts.counts_of_groups IS 'How many alerts of a group''s day are alike; several rows may speak of the same';
GRANT SELECT ON alerts.counts_of_groups TO outrider_alerts;

CREATE VIEW alerts.counts_of_group_blocks WITH (security_invoker = true) AS
    SELECT org_id, group_id, block, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_group_block
    UNION ALL
    SELECT org_id, group_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_group_change;
COMMENT ON VIEW alerts.counts_of_group_blocks IS 'How many alerts of a group''s 32 days are alike; several rows may speak of the same';
GRANT SELECT ON alerts.counts_of_group_blocks TO outrider_alerts;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION alerts.count_alerts() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO alerts.rollup_change (org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
        SELECT org_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, count(*)
        FROM new_alerts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
        PERFORM pg_advisory_xact_lock_shared(hashtext('alerts.vehicles'), hashtext(org_id)) FROM (SELECT DISTINCT org_id FROM new_alerts) touched;
        -- A statement of its own: it sees vehicles as they are since the lock was got.
        INSERT INTO alerts.rollup_group_change (org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
        SELECT a.org_id, v.group_id, (a.event_ms / 86400000)::integer, a.kind, a.alert_type, a.severity, a.quality, a.is_read, a.archived, a.flagged, count(*)
        FROM new_alerts a JOIN alerts.fleet_vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
    ELSE
        PERFORM pg_advisory_xact_lock_shared(hashtext('alerts.vehicles'), hashtext(org_id)) FROM (SELECT DISTINCT org_id FROM new_alerts) touched;
        WITH changes AS (
            SELECT a.org_id, v.group_id, a.day, a.kind, a.alert_type, a.severity, a.quality, a.is_read, a.archived, a.flagged, sum(a.n) AS n
            FROM (
                SELECT org_id, vehicle_id, (event_ms / 86400000)::integer AS day, kind, alert_type, severity, quality, is_read, archived, flagged, 1 AS n FROM new_alerts
                UNION ALL
                SELECT org_id, vehicle_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, -1 FROM old_alerts
            ) a LEFT JOIN alerts.fleet_vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
            GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(a.n) <> 0
        ), days AS (
            INSERT INTO alerts.rollup_change (org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
            SELECT org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, sum(n) FROM changes
            GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0
        )
        INSERT INTO alerts.rollup_group_change (org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
        SELECT org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, n FROM changes WHERE group_id IS NOT NULL;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- Before the first vehicle is locked, so that two who change vehicles never wait for each other in a circle.
-- +goose StatementBegin
CREATE FUNCTION alerts.wait_for_alerts() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('alerts.vehicles'), hashtext(split_part(current_setting('outrider.capability', true), '|', 1)));
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION alerts.move_counts() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO alerts.rollup_group_change (org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts)
    SELECT a.org_id, moved.group_id, (a.event_ms / 86400000)::integer, a.kind, a.alert_type, a.severity, a.quality, a.is_read, a.archived, a.flagged, sum(moved.n)
    FROM alerts.alert a, (SELECT NEW.group_id, 1 UNION ALL SELECT OLD.group_id, -1 WHERE TG_OP = 'UPDATE') moved (group_id, n)
    WHERE a.org_id = NEW.org_id AND a.vehicle_id = NEW.id
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER vehicles_change BEFORE INSERT OR UPDATE ON alerts.fleet_vehicle FOR EACH STATEMENT EXECUTE FUNCTION alerts.wait_for_alerts();
CREATE TRIGGER vehicle_added AFTER INSERT ON alerts.fleet_vehicle FOR EACH ROW EXECUTE FUNCTION alerts.move_counts();
CREATE TRIGGER vehicle_moved AFTER UPDATE ON alerts.fleet_vehicle FOR EACH ROW WHEN (OLD.group_id <> NEW.group_id) EXECUTE FUNCTION alerts.move_counts();
