-- Why: the second step that an organisation asks for by role is asked of who comes from another site, too, unless that site says that it did.
-- Sessions of before count as without.

-- +goose Up
ALTER TABLE outrider.session_issuer ADD COLUMN second_step boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN outrider.session_issuer.second_step IS 'a second step was asked for, there or here';
