-- Why: each organisation decides how long its files are kept and whether pictures carry the name of who looks at them, and how much it may
-- keep is bounded. A zip is fetched by a plain link of a browser, which brings no token: what may be fetched is kept beside a secret. A fileset
-- is found by who it is shared with.

-- +goose Up
CREATE TABLE footage.policy (
    org_id         text    NOT NULL,
    quota_bytes    bigint,
    watermark      boolean NOT NULL DEFAULT false,
    retention_days jsonb   NOT NULL DEFAULT '{}',
    CONSTRAINT policy_pkey PRIMARY KEY (org_id),
    CONSTRAINT policy_quota CHECK (quota_bytes >= 0)
);
COMMENT ON COLUMN footage.policy.quota_bytes IS 'null: what the installation gives each organisation; 0: no bound';
COMMENT ON COLUMN footage.policy.retention_days IS 'by type of file; a type that is missing is kept as the installation says';
SELECT outrider.protect_shared('footage.policy');

CREATE TABLE footage.archive (
    org_id       text        NOT NULL,
    token_sha256 bytea       NOT NULL,
    files        jsonb       NOT NULL,
    expires_at   timestamptz NOT NULL,
    CONSTRAINT archive_pkey PRIMARY KEY (org_id, token_sha256)
);
COMMENT ON TABLE footage.archive IS 'zips that may be fetched once; files are [{name, as}]: the name in the storage, and in the zip';
CREATE INDEX archive_token ON footage.archive (token_sha256);
CREATE INDEX archive_expired ON footage.archive (expires_at);
SELECT outrider.protect_shared('footage.archive');

ALTER TABLE footage.file ADD COLUMN thumbnail boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN footage.file.thumbnail IS 'whether a small picture of it lies beside it in the storage';
CREATE INDEX share_of_user ON footage.share (org_id, user_id);
CREATE INDEX file_kept ON footage.file (org_id, file_type) WHERE status = 'success';
