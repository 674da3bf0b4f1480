-- Why: documents say the address of the organisation that they are of, beside its logo. Either may be there without the other.

-- +goose Up
ALTER TABLE reports.logo ALTER COLUMN content DROP NOT NULL;
ALTER TABLE reports.logo ADD COLUMN address text NOT NULL DEFAULT '';
COMMENT ON COLUMN reports.logo.address IS 'up to four lines';
