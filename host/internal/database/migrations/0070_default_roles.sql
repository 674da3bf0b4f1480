-- Who holds a permission by default is declared by the plugin that brings it, so that the host knows no plugin's permissions.
-- +goose Up
ALTER TABLE outrider.permission ADD COLUMN default_roles text[];
COMMENT ON COLUMN outrider.permission.default_roles IS 'beside SYS_ADMIN and SUPPORT_ADMIN, who hold all; null: administrators. Grants of organisations are made from it when the permission or the organisation is new';
-- Until a plugin has said it, which it does before it runs, support roles hold what they held.
UPDATE outrider.permission SET default_roles = '{}' WHERE name IN ('createOrg', 'deleteOrg', 'disableOrg');
