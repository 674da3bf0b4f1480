-- Why: a proxy before several hosts may bring each request of a viewer to another one. Any process finds the one that has a view, and passes
-- the request on to it.

-- +goose Up
CREATE TABLE footage.view (
    org_id     text        NOT NULL,
    id         text        NOT NULL,
    user_id    text        NOT NULL,
    device_id  text        NOT NULL,
    channel    smallint    NOT NULL,
    profile    text        NOT NULL,
    recording  boolean     NOT NULL,
    process    text        NOT NULL,
    address    text        NOT NULL,
    pin        bytea       NOT NULL,
    secret     text        NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT view_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT view_channel CHECK (channel BETWEEN 1 AND 8)
);
COMMENT ON COLUMN footage.view.address IS 'of the listener for devices of the process that has it, host:port; other processes ask there';
COMMENT ON COLUMN footage.view.pin IS 'SHA-256 of the certificate that it shows';
COMMENT ON COLUMN footage.view.secret IS 'what it wants to hear: only processes of this plugin read this table';
CREATE INDEX view_of_device ON footage.view (org_id, device_id, user_id);
CREATE INDEX view_expired ON footage.view (expires_at);
SELECT outrider.protect_shared('footage.view');
