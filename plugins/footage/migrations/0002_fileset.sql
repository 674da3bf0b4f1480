-- Why: what is to be fetched from devices outlives processes, cuts and days offline. A file is asked for again and again until it is there,
-- is refused, or nobody wants it any more; its status only moves forward.

-- +goose Up
SELECT outrider.outbox('footage');

CREATE TABLE footage.fileset (
    org_id         text        NOT NULL,
    id             text        NOT NULL,
    alert_id       text        NOT NULL DEFAULT '',
    vehicle_id     text        NOT NULL,
    device_id      text        NOT NULL,
    description    text        NOT NULL DEFAULT '',
    requested_by   text        NOT NULL DEFAULT '',
    requested_name text        NOT NULL DEFAULT '',
    created_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT fileset_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON COLUMN footage.fileset.alert_id IS 'whose evidence it is; empty for what a person asked for';
CREATE INDEX fileset_by_time ON footage.fileset (org_id, created_at DESC, id);
SELECT outrider.protect_shared('footage.fileset');

CREATE TABLE footage.file (
    org_id      text        NOT NULL,
    id          text        NOT NULL,
    fileset_id  text        NOT NULL,
    device_id   text        NOT NULL,
    position    smallint    NOT NULL,
    file_type   text        NOT NULL,
    channel     smallint    NOT NULL DEFAULT 0,
    start_ms    bigint      NOT NULL,
    duration_ms bigint      NOT NULL,
    status      text        NOT NULL DEFAULT 'created',
    progress    smallint    NOT NULL DEFAULT 0,
    reason      text        NOT NULL DEFAULT '',
    size        bigint      NOT NULL DEFAULT 0,
    sha256      text        NOT NULL DEFAULT '',
    asked       text        NOT NULL DEFAULT '',
    due_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT file_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT file_fileset FOREIGN KEY (org_id, fileset_id) REFERENCES footage.fileset (org_id, id) ON DELETE CASCADE,
    CONSTRAINT file_channel CHECK (channel BETWEEN 0 AND 8),
    CONSTRAINT file_progress CHECK (progress BETWEEN 0 AND 100),
    CONSTRAINT file_status CHECK (status IN ('created', 'accepted', 'in_progress', 'complete', 'success', 'canceled'))
);
COMMENT ON COLUMN footage.file.asked IS 'the newest command that asks for it';
COMMENT ON COLUMN footage.file.due_at IS 'when something is to be done for it again: to ask the device, or, once complete, to look whether it is what it says';
CREATE INDEX file_of_fileset ON footage.file (org_id, fileset_id, position);
CREATE INDEX file_due ON footage.file (due_at) WHERE status NOT IN ('success', 'canceled');
CREATE INDEX file_asked ON footage.file (asked) WHERE asked <> '';
SELECT outrider.protect_shared('footage.file');

CREATE TABLE footage.share (
    org_id     text NOT NULL,
    fileset_id text NOT NULL,
    user_id    text NOT NULL,
    CONSTRAINT share_pkey PRIMARY KEY (org_id, fileset_id, user_id),
    CONSTRAINT share_fileset FOREIGN KEY (org_id, fileset_id) REFERENCES footage.fileset (org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE footage.share IS 'users who see a fileset although its vehicle is out of their sight';
SELECT outrider.protect('footage.share');
