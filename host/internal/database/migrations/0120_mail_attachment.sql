-- Reports leave by mail as files. A mail names files of its plugin's in the host's storage, which are read when it leaves: the table stays small. A mail server that is away
-- for a day must not cost a mail: how long one is tried is counted from when it was queued, not by attempts.
-- +goose Up
ALTER TABLE outrider.mail ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN outrider.mail.attachments IS 'files that go with it: [{key, name, type}], key in the host''s storage';
