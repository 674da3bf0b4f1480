-- Why: a list asks for a few of the columns that people filter by, in the order of time. With those columns in the index that serves the order, an alert is
-- looked at in the table only when it is on the page, and counting looks at none.

-- +goose Up
DROP INDEX alerts.alert_by_kind;
CREATE INDEX alert_by_kind ON alerts.alert (org_id, kind, event_ms DESC, id DESC)
    INCLUDE (alert_type, severity, quality, is_read, archived, flagged, vehicle_id, evidence_status);
CREATE INDEX alert_rated ON alerts.alert (org_id, event_ms DESC, id DESC) WHERE quality <> 'none';
