package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/plugin/manifest"
)

// definePermissions makes known what a plugin's manifest defines, before the plugin runs.
func (h *host) definePermissions(ctx context.Context, m manifest.Manifest) error {
	var all []access.Permission
	for _, p := range m.Permissions {
		all = append(all, access.Permission{Name: p.Name, Area: p.Area, Description: p.Description, Roles: p.Roles, Module: m.Module.Optional})
	}
	return h.define(ctx, m.ID, all)
}

// defineOwnPermissions makes known what the host itself defines.
func (h *host) defineOwnPermissions(ctx context.Context) error {
	return h.define(ctx, "host", access.HostPermissions)
}

func (h *host) define(ctx context.Context, plugin string, all []access.Permission) error {
	err := pgx.BeginFunc(ctx, h.database.Pool(), func(tx pgx.Tx) error { return access.Define(ctx, tx, plugin, all) })
	if err != nil {
		return fmt.Errorf("define the permissions of %s: %w", plugin, err)
	}
	h.identity.access.Changed()
	return nil
}
