-- Why: a process trusts another for its certificate itself, which TLS checks, and not for a hash of it, which this plugin had to. Small
-- pictures are kept like other files, and so count towards what an organisation may keep.

-- +goose Up
ALTER TABLE footage.view DROP COLUMN pin;
-- Views are of a moment: one that was begun before is begun anew.
ALTER TABLE footage.view ADD COLUMN certificate bytea NOT NULL DEFAULT '';
COMMENT ON COLUMN footage.view.certificate IS 'DER: what the process shows, and is trusted by';

ALTER TABLE footage.file ADD COLUMN thumbnail_size bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN footage.file.thumbnail_size IS 'bytes of the small picture; 0 of those that were made before their size was kept';
