-- Why: the gateway decides by itself who may connect, also while the vehicles plugin is away, so it keeps its own copy of device keys;
-- and a command must outlive the stream's delivery until its device comes back, which may be days later.

-- +goose Up
CREATE TABLE gateway.device (
	org_id     text    NOT NULL,
	device_id  text    NOT NULL,
	vehicle_id text    NOT NULL DEFAULT '',
	model      text    NOT NULL DEFAULT '',
	key_sha256 text    NOT NULL,
	disabled   boolean NOT NULL,
	deleted    boolean NOT NULL,
	sequence   bigint  NOT NULL,
	CONSTRAINT device_pkey PRIMARY KEY (org_id, device_id)
);
COMMENT ON TABLE gateway.device IS 'Who may connect: a read model of event.vehicles.device. Deleted rows stay, so that an older event cannot bring them back.';
COMMENT ON COLUMN gateway.device.sequence IS 'Place in the EVENTS stream of the newest event that was applied.';

-- A device signs in by its id alone, so an id belongs to one organisation at a time.
CREATE UNIQUE INDEX device_id_live ON gateway.device (device_id) WHERE NOT deleted;
-- Serves the refresh: what changed since a sequence.
CREATE INDEX device_sequence ON gateway.device (sequence);

CREATE TABLE gateway.command (
	org_id     text        NOT NULL,
	id         text        NOT NULL,
	device_id  text        NOT NULL,
	type       text        NOT NULL,
	data       jsonb,
	expires_at timestamptz NOT NULL,
	queued_at  timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT command_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE gateway.command IS 'Commands that no device has acknowledged yet. A row goes when its device acknowledges or when it expires.';

-- Serves a device's queue in order.
CREATE INDEX command_device ON gateway.command (device_id, queued_at);
-- Serves the removal of expired commands.
CREATE INDEX command_expiry ON gateway.command (expires_at);

SELECT outrider.protect_shared('gateway.device');
SELECT outrider.protect_shared('gateway.command');
