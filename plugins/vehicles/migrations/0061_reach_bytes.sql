-- Why: which spans of a thousand vehicles came near a place is asked of 30 days. Comparing lists of numbers for that, and finding neighbours, cost the database over a
-- second of a processor; a few bytes a span are handed out in a tenth of that, and tell cells of half the size. The index that held the lists is not needed any more.
-- What was packed before is described in the background, and read until then. The columns of before go with the next migration: two versions run beside each other
-- during an upgrade, and a row with cells was written by the older one, so that its reach does not count.

-- +goose Up
ALTER TABLE vehicles.packed ADD COLUMN reach bytea;
COMMENT ON COLUMN vehicles.packed.reach IS 'Where it was, as internal/history writes it; NULL, or beside cells: nobody has looked yet';
DROP INDEX vehicles.packed_reach;
DROP INDEX vehicles.packed_unseen;
CREATE INDEX packed_unseen ON vehicles.packed (org_id) WHERE reach IS NULL OR cells IS NOT NULL;
