-- Sign-in handed over by another site (OpenID Connect). Accounts stay the host's own: an issuer's subject is linked to one at its first
-- use, so that a later change or reuse of an e-mail address over there moves nobody into another account here.
-- +goose Up
CREATE TABLE outrider.handover_key (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    key        bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT handover_key_pk PRIMARY KEY (id),
    CONSTRAINT handover_key_size CHECK (octet_length(key) = 32)
);
COMMENT ON TABLE outrider.handover_key IS 'seals the cookies of hand-overs under way, shared by all hosts: any of them can finish';

CREATE TABLE outrider.handover_done (
    id         text        NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT handover_done_pk PRIMARY KEY (id)
);
COMMENT ON TABLE outrider.handover_done IS 'hand-overs that came back: each does so once';
-- Removing those that expired.
CREATE INDEX handover_done_by_expiry ON outrider.handover_done (expires_at);

CREATE TABLE outrider.identity_link (
    issuer     text        NOT NULL,
    subject    text        NOT NULL,
    account_id uuid        NOT NULL,
    linked_at  timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    CONSTRAINT identity_link_pk PRIMARY KEY (issuer, subject),
    -- Two people over there are never one here.
    CONSTRAINT identity_link_account_unique UNIQUE (issuer, account_id),
    CONSTRAINT identity_link_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
COMMENT ON TABLE outrider.identity_link IS 'who a subject of an issuer is here';

CREATE TABLE outrider.session_issuer (
    session_id uuid NOT NULL,
    issuer     text NOT NULL,
    id_token   text NOT NULL,
    CONSTRAINT session_issuer_pk PRIMARY KEY (session_id),
    CONSTRAINT session_issuer_session_fk FOREIGN KEY (session_id) REFERENCES outrider.session (id) ON DELETE CASCADE
);
COMMENT ON COLUMN outrider.session_issuer.id_token IS 'tells the issuer which session to end at sign-out; opens nothing here';
