-- Why: documents begin with the logo of the organisation that they are of. It is small, so it lies beside the rest of what this plugin keeps.

-- +goose Up
CREATE TABLE reports.logo (
    org_id  text  NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT logo_pkey PRIMARY KEY (org_id)
);
COMMENT ON COLUMN reports.logo.content IS 'PNG of at most 1080 by 360 pixels';
SELECT outrider.protect('reports.logo');
