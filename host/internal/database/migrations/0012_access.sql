-- Who may do what. The truth is here; Keto is written from keto_outbox and reconciled, so that a Keto that was down, restored or tampered
-- with comes back to this truth by itself. access_change tells every host which decisions it must forget.
-- +goose Up
CREATE TABLE outrider.permission (
    name        text        NOT NULL,
    area        text        NOT NULL,
    plugin_id   text        NOT NULL,
    description jsonb       NOT NULL DEFAULT '{}',
    installed   boolean     NOT NULL DEFAULT true,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT permission_pk PRIMARY KEY (name),
    CONSTRAINT permission_name CHECK (name ~ '^[A-Za-z][A-Za-z0-9]{0,62}$')
);
COMMENT ON TABLE outrider.permission IS 'permissions of the host and of installed plugins; a removed plugin''s stay, so that edited grants survive its return';

CREATE TABLE outrider.role_grant (
    org_id     text NOT NULL,
    role       text NOT NULL,
    permission text NOT NULL,
    CONSTRAINT role_grant_pk PRIMARY KEY (org_id, role, permission),
    CONSTRAINT role_grant_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    CONSTRAINT role_grant_permission_fk FOREIGN KEY (permission) REFERENCES outrider.permission (name),
    -- What support roles may is fixed in code: an organisation cannot lock its operator out, nor let it further in.
    CONSTRAINT role_grant_not_support CHECK (role NOT IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'))
);

CREATE TABLE outrider.user_grant (
    org_id     text    NOT NULL,
    account_id uuid    NOT NULL,
    permission text    NOT NULL,
    allowed    boolean NOT NULL,
    CONSTRAINT user_grant_pk PRIMARY KEY (org_id, account_id, permission),
    CONSTRAINT user_grant_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE,
    CONSTRAINT user_grant_permission_fk FOREIGN KEY (permission) REFERENCES outrider.permission (name)
);
COMMENT ON TABLE outrider.user_grant IS 'differences of one user from the role: allowed besides, or denied in spite of it';

CREATE TABLE outrider.keto_outbox (
    seq     bigint  GENERATED ALWAYS AS IDENTITY,
    org_id  text    NOT NULL,
    present boolean NOT NULL,
    tuple   text    NOT NULL,
    CONSTRAINT keto_outbox_pk PRIMARY KEY (seq)
);
COMMENT ON COLUMN outrider.keto_outbox.org_id IS '* for the support roles, which reach into every organisation';
-- "Is anything still on its way to Keto that could change this decision?"
CREATE INDEX keto_outbox_by_org ON outrider.keto_outbox (org_id);

CREATE TABLE outrider.access_change (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    position   bigint,
    account_id uuid,
    org_id     text,
    session_id uuid,
    at         timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT access_change_pk PRIMARY KEY (id)
);
COMMENT ON COLUMN outrider.access_change.position IS 'given when it is announced, in the order of commits; empty before';
CREATE INDEX access_change_waiting ON outrider.access_change (id) WHERE position IS NULL;
CREATE UNIQUE INDEX access_change_by_position ON outrider.access_change (position);
CREATE SEQUENCE outrider.access_position;
