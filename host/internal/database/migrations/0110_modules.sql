-- Organisations switch modules (optional plugins) on and off. Which are on stays in organisation.modules, which every decision reads; here is who switched what
-- last, so that two who switch at once are told of each other, and a name for a module whose plugin was removed while it is on.
-- +goose Up
CREATE TABLE outrider.organisation_module (
    org_id     text        NOT NULL,
    module     text        NOT NULL,
    version    integer     NOT NULL,
    title      jsonb       NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by uuid,
    CONSTRAINT organisation_module_pk PRIMARY KEY (org_id, module),
    CONSTRAINT organisation_module_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    CONSTRAINT organisation_module_account_fk FOREIGN KEY (changed_by) REFERENCES outrider.account (id) ON DELETE SET NULL,
    CONSTRAINT organisation_module_version CHECK (version > 0)
);
COMMENT ON COLUMN outrider.organisation_module.version IS 'how often it was switched: a change names the one that it was made for';
COMMENT ON COLUMN outrider.organisation_module.title IS 'by language, of the manifest at that time';
-- A transaction sees the organisation that it was opened for; the host alone has rights on the table.
ALTER TABLE outrider.organisation_module ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organisation ON outrider.organisation_module
    USING (org_id = current_setting('outrider.org', true)) WITH CHECK (org_id = current_setting('outrider.org', true));

-- What alone has changed of an organisation, where nobody's permissions did: asking for all of them again would take long for nothing.
ALTER TABLE outrider.access_change ADD COLUMN part text NOT NULL DEFAULT '';

-- The permissions of a module are offered where it is on.
ALTER TABLE outrider.permission ADD COLUMN of_module boolean NOT NULL DEFAULT false;
