-- Why: what a device brought is evidence. The hash that was accepted first stays beside the file whatever is done to its bytes, and what is done
-- is kept so exactly that it can be undone. What nobody wants any more ends its link, and its device hears of it, also if a process is killed
-- between the three.

-- +goose Up
ALTER TABLE footage.file ADD COLUMN device_size bigint NOT NULL DEFAULT 0, ADD COLUMN device_sha256 text NOT NULL DEFAULT '', ADD COLUMN rewrite jsonb;
COMMENT ON COLUMN footage.file.device_sha256 IS 'of the bytes that the device brought; empty of videos from before it was kept';
COMMENT ON COLUMN footage.file.rewrite IS '{index_from, index_to, index_bytes}: where the index of a video was, and where it is now; null: the bytes are the device''s';
COMMENT ON COLUMN footage.file.sha256 IS 'of what is stored';

-- Nothing was done to bytes but to put the index of a video in front, when it was found to be good.
ALTER TABLE footage.file NO FORCE ROW LEVEL SECURITY;
UPDATE footage.file SET device_size = size, device_sha256 = sha256
    WHERE sha256 <> '' AND (status = 'complete' OR (status = 'success' AND file_type NOT IN ('video', 'alert_video')));
ALTER TABLE footage.file FORCE ROW LEVEL SECURITY;

CREATE TABLE footage.ended (
    org_id     text        NOT NULL,
    file_id    text        NOT NULL,
    fileset_id text        NOT NULL,
    device_id  text        NOT NULL,
    tell       boolean     NOT NULL,
    due_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ended_pkey PRIMARY KEY (org_id, file_id)
);
COMMENT ON TABLE footage.ended IS 'files that nobody wants any more, until their link has ended and their device has been told';
COMMENT ON COLUMN footage.ended.tell IS 'whether the device was asked for it, and has not said itself that it will not come';
CREATE INDEX ended_due ON footage.ended (due_at);
SELECT outrider.protect_shared('footage.ended');
