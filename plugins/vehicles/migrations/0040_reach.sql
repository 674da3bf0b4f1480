-- Why: what vehicles did around a place is asked about 30 days of a thousand vehicles. Where a packed span was lies beside it, so that only spans that came near
-- are unpacked. The index holds all that is asked: the rows themselves are large.

-- +goose Up
ALTER TABLE vehicles.packed ADD COLUMN cells integer[], ADD COLUMN first_lat double precision, ADD COLUMN first_lng double precision, ADD COLUMN last_lat double precision, ADD COLUMN last_lng double precision;
COMMENT ON COLUMN vehicles.packed.cells IS 'Cells of a fiftieth of a degree that its positions and the ways between them lie in, as internal/history numbers them; -1: anywhere; NULL: nobody has looked yet';
COMMENT ON COLUMN vehicles.packed.first_lat IS 'Of its first position, as last_lat and last_lng of its last; NULL: it has none';
CREATE INDEX packed_reach ON vehicles.packed (org_id, device_id, span_ms) INCLUDE (vehicle_id, samples, cells, first_lat, first_lng, last_lat, last_lng);
CREATE INDEX packed_unseen ON vehicles.packed (org_id) WHERE cells IS NULL;
