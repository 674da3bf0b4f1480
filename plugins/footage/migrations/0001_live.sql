-- Why: a device that publishes video connects to any process of this plugin, of any host, and proves with a token that it was asked to. The
-- process that asked keeps what was asked here. The copy of the fleet says which vehicles a caller sees.

-- +goose Up
SELECT outrider.fleet('footage');
SELECT outrider.inbox('footage');

-- What was asked of a device, until it is answered or nobody waits any more.
CREATE TABLE footage.question (
    org_id     text        NOT NULL,
    id         text        NOT NULL,
    device_id  text        NOT NULL,
    status     text        NOT NULL DEFAULT 'sent',
    reply      jsonb,
    expires_at timestamptz NOT NULL,
    CONSTRAINT question_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT question_status CHECK (status IN ('sent', 'accepted', 'progress', 'done', 'failed'))
);
COMMENT ON TABLE footage.question IS 'commands whose answer somebody waits for, perhaps in another process; status is that of the newest reply';
CREATE INDEX question_expired ON footage.question (expires_at);
SELECT outrider.protect_shared('footage.question');

-- What a device may publish.
CREATE TABLE footage.stream (
    org_id       text        NOT NULL,
    id           text        NOT NULL,
    device_id    text        NOT NULL,
    channel      smallint    NOT NULL,
    kind         text        NOT NULL,
    token_sha256 bytea       NOT NULL,
    expires_at   timestamptz NOT NULL,
    CONSTRAINT stream_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT stream_channel CHECK (channel BETWEEN 1 AND 8),
    CONSTRAINT stream_kind CHECK (kind IN ('live', 'recording'))
);
COMMENT ON COLUMN footage.stream.token_sha256 IS 'of the token in the address that the device was given';
CREATE UNIQUE INDEX stream_token ON footage.stream (token_sha256);
CREATE INDEX stream_expired ON footage.stream (expires_at);
SELECT outrider.protect_shared('footage.stream');
