-- Why: an issuer says that a session of its own is over (OpenID Connect Back-Channel Logout); the sessions here that it began are found by its subject and its id of the session.
-- Sessions of before have neither, and go on.

-- +goose Up
ALTER TABLE outrider.session_issuer ADD COLUMN subject text NOT NULL DEFAULT '';
ALTER TABLE outrider.session_issuer ADD COLUMN sid text NOT NULL DEFAULT '';
COMMENT ON COLUMN outrider.session_issuer.sid IS 'the id of the session over there; empty: the issuer named none';
-- Ending the sessions of a subject.
CREATE INDEX session_issuer_by_subject ON outrider.session_issuer (issuer, subject);
