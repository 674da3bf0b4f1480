-- Sessions live in the database, so that any host can refresh or end a session that another one began, and limits hold across hosts.
-- Nothing here lets a reader sign in: refresh and set-up tokens are kept as SHA-256 only.
-- +goose Up
CREATE TABLE outrider.session (
    id         uuid        NOT NULL DEFAULT gen_random_uuid(),
    account_id uuid        NOT NULL,
    org_id     text        NOT NULL,
    user_agent text        NOT NULL DEFAULT '',
    address    text        NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    revoked_by text,
    CONSTRAINT session_pk PRIMARY KEY (id),
    CONSTRAINT session_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE,
    CONSTRAINT session_revoked_why CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
COMMENT ON TABLE outrider.session IS 'one sign-in; the family of its refresh tokens';
COMMENT ON COLUMN outrider.session.org_id IS 'the organisation acted in; differs from the account''s for support roles only';
-- Ending all sessions of one account.
CREATE INDEX session_by_account ON outrider.session (account_id) WHERE revoked_at IS NULL;

CREATE TABLE outrider.refresh_token (
    hash       bytea       NOT NULL,
    session_id uuid        NOT NULL,
    issued_at  timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    client     bytea,
    CONSTRAINT refresh_token_pk PRIMARY KEY (hash),
    CONSTRAINT refresh_token_session_fk FOREIGN KEY (session_id) REFERENCES outrider.session (id) ON DELETE CASCADE
);
COMMENT ON COLUMN outrider.refresh_token.client IS 'fingerprint of the client that used it: only that one may repeat it for 30 s';
CREATE INDEX refresh_token_by_session ON outrider.refresh_token (session_id);

CREATE TABLE outrider.sign_in_attempt (
    id      bigint      GENERATED ALWAYS AS IDENTITY,
    kind    text        NOT NULL,
    subject text        NOT NULL,
    at      timestamptz NOT NULL,
    CONSTRAINT sign_in_attempt_pk PRIMARY KEY (id),
    CONSTRAINT sign_in_attempt_kind CHECK (kind IN ('account', 'address'))
);
COMMENT ON TABLE outrider.sign_in_attempt IS 'attempts that failed or are under way; a success removes its own';
-- Counting one subject's attempts of the last 15 minutes.
CREATE INDEX sign_in_attempt_by_subject ON outrider.sign_in_attempt (kind, subject, at);

CREATE TABLE outrider.signing_key (
    id         text        NOT NULL,
    seed       bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT signing_key_pk PRIMARY KEY (id)
);
COMMENT ON TABLE outrider.signing_key IS 'Ed25519 seeds of access tokens, shared by all hosts; the newest signs, older ones verify until pruned';

CREATE TABLE outrider.setup_token (
    hash       bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    used_at    timestamptz,
    CONSTRAINT setup_token_pk PRIMARY KEY (hash)
);
COMMENT ON TABLE outrider.setup_token IS 'the printed link by which the first administrator is created, good once';
