-- Why: people show a picture of themselves in place of their initials. It is kept small and square, so it lies beside the rest of what this
-- plugin keeps.

-- +goose Up
CREATE TABLE users.avatar (
    org_id  text  NOT NULL,
    user_id text  NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT avatar_pkey PRIMARY KEY (org_id, user_id)
);
COMMENT ON COLUMN users.avatar.content IS 'JPEG of 256 by 256 pixels';
SELECT outrider.protect('users.avatar');
