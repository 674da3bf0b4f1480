-- An organisation's directory (Entra ID, Okta) leads its users here by SCIM: it makes accounts, turns them off and puts them into groups. What the directory calls
-- them is kept beside the account, so that an account stays what it is when the directory is taken away again.
-- +goose Up
CREATE TABLE outrider.provisioned_user (
    account_id  uuid        NOT NULL,
    org_id      text        NOT NULL,
    user_name   text        NOT NULL,
    external_id text        NOT NULL DEFAULT '',
    since       timestamptz NOT NULL,
    changed_at  timestamptz NOT NULL,
    removed_at  timestamptz,
    CONSTRAINT provisioned_user_pk PRIMARY KEY (account_id),
    CONSTRAINT provisioned_user_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
COMMENT ON TABLE outrider.provisioned_user IS 'accounts that the directory of their organisation leads';
COMMENT ON COLUMN outrider.provisioned_user.user_name IS 'userName as the directory wrote it; the address that one signs in with may be another one';
COMMENT ON COLUMN outrider.provisioned_user.removed_at IS 'when the directory deleted the user: the account is disabled, and the directory finds it no more';
-- Two people of a directory are never one here; and the look-up before each of its changes.
CREATE UNIQUE INDEX provisioned_user_name ON outrider.provisioned_user (org_id, lower(user_name)) WHERE removed_at IS NULL;
CREATE INDEX provisioned_user_external ON outrider.provisioned_user (org_id, external_id) WHERE external_id <> '';

CREATE TABLE outrider.provisioned_group (
    id           uuid        NOT NULL DEFAULT gen_random_uuid(),
    org_id       text        NOT NULL,
    display_name text        NOT NULL,
    external_id  text        NOT NULL DEFAULT '',
    role         text        NOT NULL DEFAULT '',
    node_id      text        NOT NULL DEFAULT '',
    version      bigint      NOT NULL DEFAULT 1,
    created_at   timestamptz NOT NULL,
    changed_at   timestamptz NOT NULL,
    CONSTRAINT provisioned_group_pk PRIMARY KEY (id),
    CONSTRAINT provisioned_group_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id)
);
COMMENT ON TABLE outrider.provisioned_group IS 'groups of the directory, which give their members a role, a group of vehicles, both or nothing';
COMMENT ON COLUMN outrider.provisioned_group.role IS 'given role, or id of one of the organisation''s own; empty: none. No reference: a role that goes gives nothing any more';
COMMENT ON COLUMN outrider.provisioned_group.node_id IS 'where members are put; empty: they stay where they are';
CREATE UNIQUE INDEX provisioned_group_name ON outrider.provisioned_group (org_id, lower(display_name));

CREATE TABLE outrider.provisioned_member (
    group_id   uuid NOT NULL,
    account_id uuid NOT NULL,
    CONSTRAINT provisioned_member_pk PRIMARY KEY (group_id, account_id),
    CONSTRAINT provisioned_member_group_fk FOREIGN KEY (group_id) REFERENCES outrider.provisioned_group (id) ON DELETE CASCADE,
    CONSTRAINT provisioned_member_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
CREATE INDEX provisioned_member_by_account ON outrider.provisioned_member (account_id); -- the groups of a user
COMMENT ON COLUMN outrider.invite.account_id IS 'who accepted; of an open invite: the account that was made already, which gets its password by it';
