-- People come into an organisation by invitation: a mail holds a link that is good once and for seven days. Only a hash of the link's token is
-- kept, so that nobody who reads the table can come in.
-- +goose Up
CREATE TABLE outrider.invite (
    id           uuid        NOT NULL DEFAULT gen_random_uuid(),
    org_id       text        NOT NULL,
    email        text        NOT NULL,
    first_name   text        NOT NULL DEFAULT '',
    last_name    text        NOT NULL DEFAULT '',
    role         text        NOT NULL,
    group_id     text        NOT NULL,
    token_hash   bytea       NOT NULL,
    created_by   uuid,
    created_at   timestamptz NOT NULL,
    sent_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    accepted_at  timestamptz,
    account_id   uuid,
    cancelled_at timestamptz,
    CONSTRAINT invite_pk PRIMARY KEY (id),
    CONSTRAINT invite_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    CONSTRAINT invite_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE SET NULL,
    CONSTRAINT invite_created_by_fk FOREIGN KEY (created_by) REFERENCES outrider.account (id) ON DELETE SET NULL,
    CONSTRAINT invite_email_lower CHECK (email = lower(email)),
    CONSTRAINT invite_token_unique UNIQUE (token_hash),
    CONSTRAINT invite_one_end CHECK (accepted_at IS NULL OR cancelled_at IS NULL)
);
COMMENT ON COLUMN outrider.invite.group_id IS 'no reference: a group that goes takes its open invitations with it';
-- One open invitation for an address in an organisation.
CREATE UNIQUE INDEX invite_one_open ON outrider.invite (org_id, email) WHERE accepted_at IS NULL AND cancelled_at IS NULL;
-- The list of an organisation's invitations, the newest first.
CREATE INDEX invite_by_time ON outrider.invite (org_id, created_at DESC, id DESC);
