-- What each migration of a plugin said when it ran: one that was edited afterwards is refused instead of being passed over without a word.
-- +goose Up
CREATE TABLE outrider.plugin_migration (
    plugin text   NOT NULL,
    name   text   NOT NULL,
    digest bytea  NOT NULL,
    CONSTRAINT plugin_migration_pk PRIMARY KEY (plugin, name)
);
COMMENT ON TABLE outrider.plugin_migration IS 'migrations of plugins that have run';
COMMENT ON COLUMN outrider.plugin_migration.digest IS 'SHA-256 of the statements, comments and blank lines left out';
