-- API keys of an organisation. Each is a session of its maker that lasts until it expires or is revoked and may less than the maker: so whatever
-- ends with a session (open connections, links to files) ends with a key.
-- +goose Up
CREATE TABLE outrider.api_key (
    id          uuid        NOT NULL,
    org_id      text        NOT NULL,
    account_id  uuid        NOT NULL,
    name        text        NOT NULL,
    hint        text        NOT NULL,
    hash        bytea       NOT NULL,
    permissions text[]      NOT NULL,
    group_id    text        NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    used_at     timestamptz,
    CONSTRAINT api_key_pk PRIMARY KEY (id),
    CONSTRAINT api_key_hash_unique UNIQUE (hash),
    CONSTRAINT api_key_session_fk FOREIGN KEY (id) REFERENCES outrider.session (id) ON DELETE CASCADE
);
COMMENT ON COLUMN outrider.api_key.hash IS 'SHA-256 of the key, which has 160 random bits; the key itself is shown once and kept nowhere';
COMMENT ON COLUMN outrider.api_key.hint IS 'its first characters, to tell keys apart';
COMMENT ON COLUMN outrider.api_key.permissions IS 'what it may do as long as its maker may';
COMMENT ON COLUMN outrider.api_key.group_id IS 'the group that it sees, with those below; empty: what its maker sees';
CREATE INDEX api_key_org ON outrider.api_key (org_id, created_at); -- the list of an organisation
