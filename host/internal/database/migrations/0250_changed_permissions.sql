-- Why: where single permissions were given or taken, hosts ask the permission service about those alone, and not about every one that exists: on a busy machine that took seconds.
-- A host of before forgets the whole decision, as it did.

-- +goose Up
ALTER TABLE outrider.access_change ADD COLUMN permissions text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN outrider.access_change.permissions IS 'what alone has changed of the decisions; empty: all of them';
