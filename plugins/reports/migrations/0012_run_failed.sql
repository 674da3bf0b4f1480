-- Why: the list of schedules is filtered by those whose last run failed, among all runs of 90 days.

-- +goose Up
CREATE INDEX run_failed ON reports.run (org_id, schedule_id, made_ms) WHERE state = 'failed' AND schedule_id <> '';
