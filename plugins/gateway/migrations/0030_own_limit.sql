-- Why: what devices may send was set in the configuration alone, the same for everybody. Support sets it for an organisation or a device while the product runs.

-- +goose Up
CREATE TABLE gateway.own_limit (
	org_id     text             NOT NULL,
	device_id  text             NOT NULL,
	kind       text             NOT NULL,
	per_second double precision,
	day        bigint,
	day_bytes  bigint,
	CONSTRAINT own_limit_pkey PRIMARY KEY (org_id, device_id, kind),
	CONSTRAINT own_limit_positive CHECK (per_second > 0 AND day > 0 AND day_bytes > 0)
);
COMMENT ON TABLE gateway.own_limit IS 'Limits that support has set, by topic; device_id is empty for all devices of the organisation together. Null: as the configuration says.';
SELECT outrider.protect_shared('gateway.own_limit');
