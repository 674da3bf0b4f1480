-- Why: a report was written into the storage and stayed there for ever, and nobody bounded how many of them one user could have made at the same
-- time. Each is a row now, from before its first byte until after its last is deleted.

-- +goose Up
CREATE TABLE alerts.export (
    org_id   text   NOT NULL,
    name     text   NOT NULL,
    user_id  text   NOT NULL,
    begun_ms bigint NOT NULL,
    ended_ms bigint,
    bytes    bigint NOT NULL DEFAULT 0,
    CONSTRAINT export_pkey PRIMARY KEY (org_id, name)
);
COMMENT ON TABLE alerts.export IS 'files that were made for users to download; each goes soon after its link has ended';
COMMENT ON COLUMN alerts.export.ended_ms IS 'null while it is being written, or if its writer died';
-- One at a time for each user, whichever process serves.
CREATE UNIQUE INDEX export_one_at_a_time ON alerts.export (org_id, user_id) WHERE ended_ms IS NULL;
SELECT outrider.protect('alerts.export');
