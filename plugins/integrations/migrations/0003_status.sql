-- +goose Up
-- The status that a provider answered its last error with: whoever mends it at the provider looks for that.
ALTER TABLE integrations.connection ADD COLUMN error_status integer NOT NULL DEFAULT 0;
