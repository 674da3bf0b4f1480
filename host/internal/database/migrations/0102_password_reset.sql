-- Who forgot the password gets a mail with a link that is good once and for an hour. As of an invite only a hash of its token is kept; a new link
-- takes the place of the one before.
-- +goose Up
CREATE TABLE outrider.password_reset (
    account_id uuid        NOT NULL,
    token_hash bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT password_reset_pk PRIMARY KEY (account_id),
    CONSTRAINT password_reset_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE,
    CONSTRAINT password_reset_token_unique UNIQUE (token_hash)
);

-- The requests of an address, and for an account, are counted like attempts to sign in.
ALTER TABLE outrider.sign_in_attempt DROP CONSTRAINT sign_in_attempt_kind;
ALTER TABLE outrider.sign_in_attempt ADD CONSTRAINT sign_in_attempt_kind CHECK (kind IN ('account', 'address', 'reset', 'reset-address'));
