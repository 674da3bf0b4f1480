package identitytest

import (
	"slices"
	"testing"

	"outrider.dev/sdk/web"
)

// Caller is an account as the host would present it to a plugin, in its own organisation, with everything that it may do.
func (w *World) Caller(t testing.TB, email string) web.CallerInfo {
	t.Helper()
	id := w.UserID(t, email)
	var org string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT org_id FROM outrider.account WHERE id = $1`, id).Scan(&org); err != nil {
		t.Fatal(err)
	}
	grant, err := w.Access.Decider.DecideFor(t.Context(), id, org)
	if err != nil {
		t.Fatalf("decide about %s: %v", email, err)
	}
	return web.CallerInfo{
		UserID: id, Email: grant.User.Email, Name: grant.User.Name, OrgID: org, HomeOrgID: org, Role: grant.User.Role,
		Scope:  web.Scope{All: grant.Scope.All, Path: grant.Scope.Path, VehicleIDs: slices.Clone(grant.Scope.VehicleIDs)},
		Locale: grant.Locale, Units: grant.Units, Permissions: grant.Permissions(),
	}
}
