-- Why: an evidence package is signed with a key of the installation, which all hosts share. It lies here and not in a file, so that every host
-- signs alike; only the plugin's own host-wide work reads it. Older keys stay, since packages outlive them.

-- +goose Up
CREATE TABLE alerts.signing_key (
    org_id     text        NOT NULL DEFAULT '*',
    id         text        NOT NULL,
    seed       bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT signing_key_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT signing_key_shared CHECK (org_id = '*'),
    CONSTRAINT signing_key_seed CHECK (octet_length(seed) = 32)
);
COMMENT ON TABLE alerts.signing_key IS 'Ed25519 seeds by fingerprint; the newest signs';
SELECT outrider.protect_shared('alerts.signing_key');
