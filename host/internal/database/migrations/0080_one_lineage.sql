-- A refresh token that comes twice within the grace is answered with the successor that it was given first, so that a session never has two
-- lineages. The successor is sealed with a key that is made of the token itself: who reads this table still cannot sign in.
-- +goose Up
ALTER TABLE outrider.refresh_token ADD COLUMN successor bytea;
COMMENT ON COLUMN outrider.refresh_token.successor IS 'the token that took its place, AES-GCM under a key derived from this one, which is not stored';
