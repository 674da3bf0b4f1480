-- Why: who looks for rated alerts over a year went from the index to the table for each of them, to see what else is asked for. The index now has it.

-- +goose Up
DROP INDEX alerts.alert_rated;
CREATE INDEX alert_rated ON alerts.alert (org_id, event_ms DESC, id DESC)
    INCLUDE (kind, alert_type, severity, quality, is_read, archived, flagged, vehicle_id) WHERE quality <> 'none';
