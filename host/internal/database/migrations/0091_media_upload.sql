-- A file that a device has brought is evidence: who holds the link that brought it must not be able to bring another in its place. What was accepted
-- first is written down here, in one place for all hosts, before the file is visible; so is that an upload is not wanted any more.
-- +goose Up
CREATE TABLE outrider.media_upload (
    key       text        COLLATE "C" NOT NULL,
    device_id text        NOT NULL DEFAULT '',
    state     text        NOT NULL,
    size      bigint      NOT NULL DEFAULT 0,
    sha256    text        NOT NULL DEFAULT '',
    at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT media_upload_pk PRIMARY KEY (key),
    CONSTRAINT media_upload_state CHECK (state IN ('open', 'accepted', 'complete', 'over')),
    CONSTRAINT media_upload_hash CHECK (state IN ('open', 'over') OR length(sha256) = 64)
);
COMMENT ON TABLE outrider.media_upload IS 'uploads of devices: open while parts come, accepted once the parts were what was promised, complete once the file is stored, over when it is not wanted any more';
COMMENT ON COLUMN outrider.media_upload.key IS 'where the file lies';
COMMENT ON COLUMN outrider.media_upload.sha256 IS 'hexadecimal, of what was accepted; it never changes';
COMMENT ON COLUMN outrider.media_upload.at IS 'when the first part came, or when the upload ended';
CREATE INDEX media_upload_old ON outrider.media_upload (at) WHERE state IN ('open', 'over'); -- clearing away what no link leads to any more
