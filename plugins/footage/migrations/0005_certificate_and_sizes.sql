-- Why: a process trusts another for its certificate itself, which TLS checks, and not for a hash of it, which this plugin had to. Small
-- pictures are kept like other files, and so count towards what an organisation may keep.

-- +goose Up
-- A process of the version before still writes it while it is drained. Views are of a moment: one that the other version began is begun anew.
ALTER TABLE footage.view ALTER COLUMN pin SET DEFAULT '';
COMMENT ON COLUMN footage.view.pin IS 'no longer read';
ALTER TABLE footage.view ADD COLUMN certificate bytea NOT NULL DEFAULT '';
COMMENT ON COLUMN footage.view.certificate IS 'DER: what the process shows, and is trusted by';

ALTER TABLE footage.file ADD COLUMN thumbnail_size bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN footage.file.thumbnail_size IS 'bytes of the small picture; 0 of those that were made before their size was kept';
