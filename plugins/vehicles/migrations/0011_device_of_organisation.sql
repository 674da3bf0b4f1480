-- Why: that a device id was taken told one organisation of another's devices. An id is an organisation's own now: the key says whose device it is that
-- connects.

-- +goose Up
DROP INDEX vehicles.device_id_unique;
