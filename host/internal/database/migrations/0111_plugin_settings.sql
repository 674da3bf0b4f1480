-- What organisations set for plugins. Secrets lie apart, encrypted with a key that the database does not have, and are never answered.
-- +goose Up
CREATE TABLE outrider.plugin_setting (
    org_id     text        NOT NULL,
    plugin     text        NOT NULL,
    version    integer     NOT NULL,
    document   jsonb       NOT NULL,
    sealed     bytea       NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by uuid,
    CONSTRAINT plugin_setting_pk PRIMARY KEY (org_id, plugin),
    CONSTRAINT plugin_setting_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    CONSTRAINT plugin_setting_account_fk FOREIGN KEY (changed_by) REFERENCES outrider.account (id) ON DELETE SET NULL,
    CONSTRAINT plugin_setting_version CHECK (version > 0)
);
COMMENT ON COLUMN outrider.plugin_setting.document IS 'by name, what is set and no secret';
COMMENT ON COLUMN outrider.plugin_setting.sealed IS 'AES-256-GCM of a JSON object {name: {value, at}}, bound to organisation and plugin; empty: no secrets';
-- A host reads all organisations of a plugin at once, for the plugin itself.
CREATE INDEX plugin_setting_by_plugin ON outrider.plugin_setting (plugin);
ALTER TABLE outrider.plugin_setting ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organisation ON outrider.plugin_setting
    USING (current_setting('outrider.org', true) IN (org_id, '*')) WITH CHECK (org_id = current_setting('outrider.org', true));
