-- Why: the list of schedules is filtered by those whose last run failed, among all runs of 90 days; and what somebody waits for is made before thousands that fell due.

-- +goose Up
CREATE INDEX run_failed ON reports.run (org_id, schedule_id, made_ms) WHERE state = 'failed' AND schedule_id <> '';
CREATE INDEX run_waited_for ON reports.run (next_ms) WHERE next_ms IS NOT NULL AND manual;
