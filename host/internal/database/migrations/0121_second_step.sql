-- Sign-in in two steps: codes of an app (TOTP), recovery codes and passkeys, and the organisations that ask for it of some roles.
-- +goose Up

-- The secret is encrypted with a key of the hosts, bound to the account. Steps of 30 s up to used_step are spent: a code is good once.
CREATE TABLE outrider.two_step (
    account_id   uuid        NOT NULL,
    secret       bytea       NOT NULL,
    used_step    bigint      NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    CONSTRAINT two_step_pk PRIMARY KEY (account_id),
    CONSTRAINT two_step_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
COMMENT ON COLUMN outrider.two_step.confirmed_at IS 'when its owner first typed a code of it; until then it asks nothing of anybody';

-- Only hashes: a code has 80 random bits. A used one goes.
CREATE TABLE outrider.recovery_code (
    account_id uuid  NOT NULL,
    hash       bytea NOT NULL,
    CONSTRAINT recovery_code_pk PRIMARY KEY (account_id, hash),
    CONSTRAINT recovery_code_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);

-- A passkey holds no secret of ours: credential is what the authenticator made known of itself, its public key and counter among it.
CREATE TABLE outrider.passkey (
    id            uuid        NOT NULL DEFAULT gen_random_uuid(),
    account_id    uuid        NOT NULL,
    credential_id bytea       NOT NULL,
    credential    jsonb       NOT NULL,
    name          text        NOT NULL,
    created_at    timestamptz NOT NULL,
    used_at       timestamptz,
    CONSTRAINT passkey_pk PRIMARY KEY (id),
    CONSTRAINT passkey_credential_unique UNIQUE (credential_id),
    CONSTRAINT passkey_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
CREATE INDEX passkey_account ON outrider.passkey (account_id, created_at); -- those of an account, at each sign-in

-- What a browser holds between two requests of one sign-in or one registration. Good once.
CREATE TABLE outrider.sign_in_ticket (
    hash       bytea       NOT NULL,
    kind       text        NOT NULL,
    account_id uuid,
    org_id     text        NOT NULL DEFAULT '',
    data       jsonb       NOT NULL DEFAULT '{}',
    expires_at timestamptz NOT NULL,
    CONSTRAINT sign_in_ticket_pk PRIMARY KEY (hash),
    CONSTRAINT sign_in_ticket_kind CHECK (kind IN ('code', 'enrol', 'passkey', 'register')),
    CONSTRAINT sign_in_ticket_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
CREATE INDEX sign_in_ticket_account ON outrider.sign_in_ticket (account_id); -- all of an account end with its password or its second step
CREATE INDEX sign_in_ticket_expiry ON outrider.sign_in_ticket (expires_at); -- what expired is removed every hour

ALTER TABLE outrider.organisation ADD COLUMN two_step_roles text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN outrider.organisation.two_step_roles IS 'roles whose people sign in with a second step or not at all';

CREATE FUNCTION outrider.has_second_step(account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM outrider.two_step t WHERE t.account_id = account AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM outrider.passkey p WHERE p.account_id = account)
$$;
COMMENT ON FUNCTION outrider.has_second_step IS 'whether an account asks for more than a password';

ALTER TABLE outrider.sign_in_attempt DROP CONSTRAINT sign_in_attempt_kind;
ALTER TABLE outrider.sign_in_attempt ADD CONSTRAINT sign_in_attempt_kind
    CHECK (kind IN ('account', 'address', 'reset', 'reset-address', 'second-step', 'passkey'));
