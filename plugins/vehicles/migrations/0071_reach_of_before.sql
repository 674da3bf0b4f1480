-- Why: the lists of cells and the first and last places beside packed spans, which migration 0061 replaced by a few bytes, are written and read by nothing any more. No
-- release wrote them: 0.1.0 is of before them. A row with cells was packed between the two, and its reach may be of other samples: it is described again.

-- +goose Up
-- A migration has no organisation, and sees all rows only without the policy.
ALTER TABLE vehicles.packed NO FORCE ROW LEVEL SECURITY;
UPDATE vehicles.packed SET reach = NULL WHERE cells IS NOT NULL AND reach IS NOT NULL;
ALTER TABLE vehicles.packed FORCE ROW LEVEL SECURITY;
DROP INDEX vehicles.packed_unseen;
ALTER TABLE vehicles.packed DROP COLUMN cells, DROP COLUMN first_lat, DROP COLUMN first_lng, DROP COLUMN last_lat, DROP COLUMN last_lng;
CREATE INDEX packed_unseen ON vehicles.packed (org_id) WHERE reach IS NULL;
COMMENT ON COLUMN vehicles.packed.reach IS 'Where it was, as internal/history writes it; NULL: nobody has looked yet';
