package identity

import (
	"context"
	"slices"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// The audit log is told which permissions a role has now and had not before, or the reverse, and the same of one user.
func TestTellPermissions(t *testing.T) {
	role := func(allowed ...string) permissionsOf {
		return permissionsOf{Role: roleView{Name: "FLEET_MANAGER"}, OfRole: document{Allowed: allowed}}
	}
	user := func(denied ...string) permissionsOf {
		return permissionsOf{Name: "Ann Lee", OfRole: document{Allowed: []string{"listAlerts", "exportVideo"}}, OfUser: document{Denied: denied}}
	}
	for _, tc := range []struct {
		name          string
		target        PermissionTarget
		before, after permissionsOf
		value, who    string
		want          []web.Change
	}{
		{"a role", PermissionTarget{Role: "FLEET_MANAGER"}, role("listAlerts"), role("createVehicle"), "role", "FLEET_MANAGER", []web.Change{{Field: "createVehicle", Before: "false", After: "true"}, {Field: "listAlerts", Before: "true", After: "false"}}},
		{"a user", PermissionTarget{Users: []string{"ann"}}, user(), user("exportVideo"), "user", "Ann Lee", []web.Change{{Field: "exportVideo", Before: "true", After: "false"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			told := webtest.AuditDetail(t, func(ctx context.Context) {
				tellPermissions(ctx, tc.target, []permissionsOf{tc.before}, []permissionsOf{tc.after})
			})
			if told.Values[tc.value] != tc.who || !slices.Equal(told.Changes, tc.want) {
				t.Errorf("it tells %v", told)
			}
		})
	}
}
