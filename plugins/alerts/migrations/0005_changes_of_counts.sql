-- Why: counting changes straight into the day's counts makes everybody who changes alerts of a day wait for each other, and those who change several
-- days wait in circles. Changes are now only noted, and added up a little later; whoever asks for counts adds what was noted and not yet added up.

-- +goose Up
CREATE TABLE alerts.rollup_change (
    org_id     text     NOT NULL,
    seq        bigint   GENERATED ALWAYS AS IDENTITY,
    day        integer  NOT NULL,
    kind       text     NOT NULL,
    alert_type text     NOT NULL,
    severity   smallint NOT NULL,
    quality    text     NOT NULL,
    is_read    boolean  NOT NULL,
    archived   boolean  NOT NULL,
    flagged    boolean  NOT NULL,
    alerts     bigint   NOT NULL,
    CONSTRAINT rollup_change_pkey PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE alerts.rollup_change IS 'Changes of alerts.rollup that were not added to it yet';
SELECT outrider.protect('alerts.rollup_change');

CREATE VIEW alerts.counts WITH (security_invoker = true) AS
    SELECT org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup
    UNION ALL
    SELECT org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, alerts FROM alerts.rollup_change;
COMMENT ON VIEW alerts.counts IS 'How many alerts of a day are alike; several rows may speak of the same';
GRANT SELECT ON alerts.counts TO outrider_alerts;

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
