-- The list of users is read a page at a time, by name, role, group, state and when somebody was last there, also of an organisation with 100,000
-- people; and of two administrators who change one user the second is told.
-- +goose Up
ALTER TABLE outrider.account
    ADD COLUMN name    text        NOT NULL GENERATED ALWAYS AS (btrim(first_name || ' ' || last_name)) STORED,
    ADD COLUMN seen_at timestamptz,
    ADD COLUMN version bigint      NOT NULL DEFAULT 1;
COMMENT ON COLUMN outrider.account.seen_at IS 'when a session of the account was last begun or renewed';
COMMENT ON COLUMN outrider.account.version IS 'counts the changes that people make, for those who change what somebody else has just changed';
UPDATE outrider.account a SET seen_at = (SELECT max(s.seen_at) FROM outrider.session s WHERE s.account_id = a.id);

-- The page of a list in the usual order, in the order of the addresses, and of who was there last.
CREATE INDEX account_by_name ON outrider.account (org_id, name COLLATE "und-x-icu", id);
CREATE INDEX account_by_email ON outrider.account (org_id, email, id);
CREATE INDEX account_by_seen ON outrider.account (org_id, seen_at, id);
