-- Why: that a device id was taken told one organisation of another's devices. An id is an organisation's own now: the key says whose device it is that
-- connects.

-- +goose Up
DROP INDEX gateway.device_id_live;
DROP INDEX gateway.command_device;
-- Serves a device's queue in order.
CREATE INDEX command_device ON gateway.command (org_id, device_id, queued_at);
