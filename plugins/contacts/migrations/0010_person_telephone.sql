-- Why: an internal contact is called by the numbers that the user has entered, as an external one is.

-- +goose Up
ALTER TABLE contacts.person ADD COLUMN telephone text NOT NULL DEFAULT '', ADD COLUMN mobile text NOT NULL DEFAULT '';
