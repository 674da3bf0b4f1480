-- Why: a total of a year added up some fifty thousand counts of days. Blocks of 32 days are added up beside them, and days are asked for only
-- at both ends of a time and where a far page begins. Who asks for vehicles, or sees only some, has alerts counted from an index by vehicle that holds
-- what people filter by.

-- +goose Up
CREATE TABLE alerts.rollup_block (
    org_id     text     NOT NULL,
    block      integer  NOT NULL,
    kind       text     NOT NULL,
    alert_type text     NOT NULL,
    severity   smallint NOT NULL,
    quality    text     NOT NULL,
    is_read    boolean  NOT NULL,
    archived   boolean  NOT NULL,
    flagged    boolean  NOT NULL,
    alerts     bigint   NOT NULL,
    CONSTRAINT rollup_block_pkey PRIMARY KEY (org_id, block, kind, alert_type, severity, quality, is_read, archived, flagged)
);
COMMENT ON TABLE alerts.rollup_block IS 'alerts.rollup, 32 days together';
COMMENT ON COLUMN alerts.rollup_block.block IS 'day / 32';
SELECT outrider.protect('alerts.rollup_block');

-- A migration has no organisation, and sees all rows only without the policy.
ALTER TABLE alerts.rollup NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_block NO FORCE ROW LEVEL SECURITY;
INSERT INTO alerts.rollup_block SELECT org_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts) FROM alerts.rollup
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
ALTER TABLE alerts.rollup FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts.rollup_block FORCE ROW LEVEL SECURITY;

-- Whatever writes counts of days, also a process of the version before.
-- +goose StatementBegin
CREATE FUNCTION alerts.count_blocks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO alerts.rollup_block AS r
        SELECT org_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts)
        FROM new_counts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
        ON CONFLICT ON CONSTRAINT rollup_block_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts;
    ELSE
        INSERT INTO alerts.rollup_block AS r
        SELECT org_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts)
        FROM (SELECT * FROM new_counts UNION ALL SELECT org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, -alerts FROM old_counts) changes
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(alerts) <> 0
        ON CONFLICT ON CONSTRAINT rollup_block_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER rollup_inserted AFTER INSERT ON alerts.rollup REFERENCING NEW TABLE AS new_counts FOR EACH STATEMENT EXECUTE FUNCTION alerts.count_blocks();
CREATE TRIGGER rollup_updated AFTER UPDATE ON alerts.rollup REFERENCING OLD TABLE AS old_counts NEW TABLE AS new_counts
    FOR EACH STATEMENT EXECUTE FUNCTION alerts.count_blocks();

CREATE VIEW alerts.counts_of_blocks WITH (security_invoker = true) AS
    SELECT org_id, block, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_block
    UNION ALL
    SELECT org_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_change;
COMMENT ON VIEW alerts.counts_of_blocks IS 'How many alerts of 32 days are alike; several rows may speak of the same';
GRANT SELECT ON alerts.counts_of_blocks TO outrider_alerts;

DROP INDEX alerts.alert_by_vehicle;
CREATE INDEX alert_by_vehicle ON alerts.alert (org_id, vehicle_id, event_ms DESC, id DESC)
    INCLUDE (kind, alert_type, severity, quality, is_read, archived, flagged, evidence_status);
