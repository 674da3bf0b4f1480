-- Why: a device whose clock is ahead must not decide what is newest, and one position in another country not where its vehicle is. How far a clock is
-- ahead is a fault that the server measures, beside those that the device reports. Where a vehicle may have jumped to waits until it stays there.
-- What was already newest in the future needs no change: it counts as received until something newer comes.

-- +goose Up
ALTER TABLE vehicles.device ADD COLUMN clock_fault jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN vehicles.device.clock_fault IS 'the fault of its clock, as an array of none or one, like faults; its context has skew_ms';
ALTER TABLE vehicles.presence ADD COLUMN skew_ms bigint NOT NULL DEFAULT 0, ADD COLUMN far_lat double precision, ADD COLUMN far_lng double precision,
    ADD COLUMN far_from_ms bigint NOT NULL DEFAULT 0, ADD COLUMN far_seen integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN vehicles.presence.skew_ms IS 'how far the device''s clock is ahead; 0: it is right, as far as can be said';
COMMENT ON COLUMN vehicles.presence.far_lat IS 'where the vehicle seems to have jumped to, since far_from_ms, by far_seen samples';
DROP INDEX vehicles.device_with_faults;
CREATE INDEX device_with_faults ON vehicles.device (org_id, device_id) WHERE (faults <> '[]' OR clock_fault <> '[]') AND deleted_at IS NULL; -- the list of faults
