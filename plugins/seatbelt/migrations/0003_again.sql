-- Why: what another system told of a belt is judged anew when the vehicle's own device says otherwise later, and a place that had no name at first may have one later.

-- +goose Up
ALTER TABLE seatbelt.due ADD COLUMN own_ms bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN seatbelt.due.own_ms IS 'until when the vehicle''s own device has spoken, which is waited for; 0: it is not known to have';
-- What other systems told of is few: a device's batch is compared with it.
CREATE INDEX violation_of_others ON seatbelt.violation (org_id, start_ms) WHERE device_id = '';

ALTER TABLE seatbelt.violation ADD COLUMN place_asked integer NOT NULL DEFAULT 0, ADD COLUMN place_ms bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN seatbelt.violation.place_asked IS 'how often the name of its place was asked for in vain, after it was found';
COMMENT ON COLUMN seatbelt.violation.place_ms IS 'when it is asked for again';
CREATE INDEX violation_without_place ON seatbelt.violation (org_id, place_ms) WHERE place = '' AND lat IS NOT NULL;
