-- Links to files are signed, so that the bytes need not cross to the plugin that allowed them. All hosts share the key, since any of them may be
-- asked for a file; a newer key signs while links of the older ones still live.
-- +goose Up
CREATE TABLE outrider.media_key (
    id         integer     GENERATED ALWAYS AS IDENTITY,
    key        bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT media_key_pk PRIMARY KEY (id),
    CONSTRAINT media_key_length CHECK (length(key) = 32)
);
COMMENT ON TABLE outrider.media_key IS 'keys of HMAC-SHA-256 for links to files; the newest signs, all verify';
