-- Why: a page of the users of one role, or of those that are disabled, read every account of the organisation to count them.

-- +goose Up
CREATE INDEX account_by_role ON outrider.account (org_id, COALESCE(own_role, role), name COLLATE "und-x-icu", id) INCLUDE (own_role, role);
CREATE INDEX account_by_disabled ON outrider.account (org_id, disabled, name COLLATE "und-x-icu", id);
