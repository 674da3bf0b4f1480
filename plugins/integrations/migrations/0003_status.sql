-- Why: whoever mends a provider looks for the status of its last answer there.

-- +goose Up
ALTER TABLE integrations.connection ADD COLUMN error_status integer NOT NULL DEFAULT 0;
