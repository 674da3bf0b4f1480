package identitytest

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
)

// AllPermissions is the catalogue as plugins would define it.
func AllPermissions() []access.Permission {
	var all []access.Permission
	for _, area := range access.Catalogue {
		for _, name := range area.Permissions {
			if name != "connect" && name != "getOrgUpdates" { // the host's own
				all = append(all, access.Permission{Name: name, Area: area.Name})
			}
		}
	}
	return all
}

func (w *World) plant(t testing.TB) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		if err := access.Define(t.Context(), tx, access.HostPluginID, access.HostPermissions); err != nil {
			return err
		}
		return access.Define(t.Context(), tx, "test", AllPermissions())
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Identity.SeedTest(t.Context(), []string{"fuel"}); err != nil {
		t.Fatal(err)
	}
}
