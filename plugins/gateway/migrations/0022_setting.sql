-- Why: a setting is what a device is to be, not something that it is to do once. It must reach the device however much else waits and however long
-- the device is away, so it has a row that is replaced by a newer version and stays until the device has answered that version.

-- +goose Up
CREATE TABLE gateway.setting (
	org_id       text        NOT NULL,
	device_id    text        NOT NULL,
	type         text        NOT NULL,
	version      bigint      NOT NULL,
	id           text        NOT NULL,
	data         jsonb,
	settled      boolean     NOT NULL DEFAULT false,
	delivered_at timestamptz,
	CONSTRAINT setting_pkey PRIMARY KEY (org_id, device_id, type)
);
COMMENT ON TABLE gateway.setting IS 'The newest version of each setting of a device. Settled rows stay, so that an older version that comes late is known as such.';
COMMENT ON COLUMN gateway.setting.id IS 'Of the command that carries this version.';
COMMENT ON COLUMN gateway.setting.settled IS 'The device has answered this version with done or failed.';
COMMENT ON COLUMN gateway.setting.delivered_at IS 'When the device first acknowledged the command; null: it has not.';

SELECT outrider.protect_shared('gateway.setting');

-- Serves the removal of what belongs to deleted devices.
CREATE INDEX device_deleted ON gateway.device (org_id, device_id) WHERE deleted;
