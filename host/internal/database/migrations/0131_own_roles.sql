-- An organisation has roles of its own beside the given ones. Each is based on one of those, which says rank and scope: an account keeps that in
-- role, and what it may comes from the grants of own_role. So everything that asks for the role of somebody goes on to work.
-- +goose Up
CREATE TABLE outrider.org_role (
    org_id     text        NOT NULL,
    id         text        NOT NULL,
    name       text        NOT NULL,
    base       text        NOT NULL,
    created_at timestamptz NOT NULL,
    created_by uuid,
    CONSTRAINT org_role_pk PRIMARY KEY (org_id, id),
    CONSTRAINT org_role_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    CONSTRAINT org_role_created_by_fk FOREIGN KEY (created_by) REFERENCES outrider.account (id) ON DELETE SET NULL,
    CONSTRAINT org_role_with_base UNIQUE (org_id, id, base),
    CONSTRAINT org_role_id CHECK (id ~ '^own-[a-z0-9]{1,40}$'),
    CONSTRAINT org_role_named CHECK (name <> ''),
    CONSTRAINT org_role_base CHECK (base IN ('ORG_ADMIN', 'GROUP_ADMIN', 'FLEET_MANAGER', 'GEOTAB_USER', 'THIRD_PARTY_USER', 'DRIVER'))
);
COMMENT ON TABLE outrider.org_role IS 'roles of an organisation''s own; what they may is in role_grant under their id';
CREATE UNIQUE INDEX org_role_name_unique ON outrider.org_role (org_id, lower(name));

ALTER TABLE outrider.account
    ADD COLUMN own_role text,
    -- A role with people cannot go, and nobody has one whose base is another than theirs.
    ADD CONSTRAINT account_own_role_fk FOREIGN KEY (org_id, own_role, role) REFERENCES outrider.org_role (org_id, id, base);
-- The people of a role of an organisation's own.
CREATE INDEX account_by_own_role ON outrider.account (org_id, own_role) WHERE own_role IS NOT NULL;
ALTER TABLE outrider.invite ADD COLUMN own_role text;
COMMENT ON COLUMN outrider.invite.own_role IS 'no reference: what became of old invites stays readable; a role with open ones cannot go';
