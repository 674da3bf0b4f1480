package vehicle

import (
	"context"
	"slices"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// What the audit log is told of a change: where a vehicle went, or that it was disabled, and every field that is not what it was.
func TestTellChange(t *testing.T) {
	year := 2024
	before := Vehicle{Name: "VAN-101", GroupID: "leeds", Group: "Leeds depot", Notes: "old"}
	moved, disabled := before, before
	moved.GroupID, moved.Group, moved.Year = "crewe", "Crewe depot", &year
	disabled.Disabled = true
	for _, tc := range []struct {
		name, value, want string
		after             Vehicle
		changes           []web.Change
	}{
		{"moved", "to_group", "Crewe depot", moved, []web.Change{{Field: "group", Before: "Leeds depot", After: "Crewe depot"}, {Field: "year", After: "2024"}}},
		{"disabled", "disabled_vehicle", "VAN-101", disabled, []web.Change{{Field: "disabled", Before: "false", After: "true"}}},
		{"not changed", "vehicle_name", "VAN-101", before, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := web.NewRouter("test", "1")
			web.Handle(r, "PUT /it", web.SignedIn("a test"), func(ctx context.Context, _ *struct{}) (*struct{}, error) {
				tellChange(ctx, before, tc.after)
				return nil, nil
			})
			told := web.ReadAudit(webtest.Do(t, r, web.CallerInfo{UserID: "ann", OrgID: "demo"}, "PUT /api/it", "", nil).Header().Get(web.AuditDetailHeader))
			if told.Values[tc.value] != tc.want || !slices.Equal(told.Changes, tc.changes) {
				t.Errorf("it tells %v", told)
			}
		})
	}
}
