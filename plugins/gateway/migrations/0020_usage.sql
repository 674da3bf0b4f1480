-- Why: one device filled the streams that all need. What each device and organisation sends in a day is bounded, across restarts and gateways.

-- +goose Up
CREATE TABLE gateway.usage (
	day       date   NOT NULL,
	org_id    text   NOT NULL,
	device_id text   NOT NULL,
	kind      text   NOT NULL,
	messages  bigint NOT NULL,
	bytes     bigint NOT NULL,
	refused   bigint NOT NULL,
	CONSTRAINT usage_pkey PRIMARY KEY (day, org_id, device_id, kind)
);
COMMENT ON TABLE gateway.usage IS 'What devices sent on each day (UTC) by topic; device_id is empty for the organisation as a whole. Kept for 30 days.';
COMMENT ON COLUMN gateway.usage.refused IS 'Messages beyond a limit.';
SELECT outrider.protect_shared('gateway.usage');
