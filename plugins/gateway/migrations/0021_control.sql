-- Why: that a device is shut out comes by a stream of its own, which nothing else can fill, and must count more than what the stream of events said before.
-- +goose Up
ALTER TABLE gateway.device ADD COLUMN control bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN gateway.device.control IS 'sequence in the stream CONTROL; 0: the device is known from the stream EVENTS alone';
-- Serves the look for what other gateways were told.
CREATE INDEX device_control ON gateway.device (control);
