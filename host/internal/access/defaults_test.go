package access_test

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
)

var update = flag.Bool("update", false, "write the golden file anew")

// The golden file is to be read by people: it is what each role of a new organisation may do.
func TestDefaultGrants(t *testing.T) {
	held := map[string]map[string][]string{} // role → area → permissions
	for _, p := range append(identitytest.AllPermissions(t), access.HostPermissions...) {
		for _, role := range p.DefaultRoles() {
			if held[role] == nil {
				held[role] = map[string][]string{}
			}
			held[role][p.Area] = append(held[role][p.Area], p.Name)
		}
	}
	var text strings.Builder
	for _, role := range access.Roles {
		text.WriteString(role + "\n")
		for _, area := range slices.Sorted(maps.Keys(held[role])) {
			text.WriteString("  " + area + ": " + strings.Join(held[role][area], " ") + "\n")
		}
	}
	const golden = "testdata/default-grants.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("default grants changed; if that is meant, run with -update and let somebody read the difference. Now:\n%s", text.String())
	}
}

func TestDefaultRoles(t *testing.T) {
	for _, tc := range []struct {
		name       string
		permission access.Permission
		want       string
	}{
		{"of nobody in particular", access.Permission{Area: "tyres"}, "SYS_ADMIN SUPPORT_ADMIN SUPPORT_LEAD ORG_ADMIN GROUP_ADMIN"},
		{"of drivers", access.Permission{Area: "tyres", Roles: []string{"DRIVER"}}, "SYS_ADMIN SUPPORT_ADMIN DRIVER"},
		{"of nobody", access.Permission{Area: "tyres", Roles: []string{}}, "SYS_ADMIN SUPPORT_ADMIN"},
		{"of those who run the host", access.Permission{Area: access.AreaOperations, Roles: access.Roles}, "SYS_ADMIN SUPPORT_ADMIN SUPPORT_LEAD"},
		{"of a role that is not", access.Permission{Area: "tyres", Roles: []string{"KING"}}, "SYS_ADMIN SUPPORT_ADMIN"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := strings.Join(tc.permission.DefaultRoles(), " "); got != tc.want {
				t.Errorf("DefaultRoles = %s, want %s", got, tc.want)
			}
		})
	}
}

func TestOutranks(t *testing.T) {
	for _, tc := range []struct {
		role, other string
		want        bool
	}{
		{access.SysAdmin, access.SysAdmin, true},
		{access.OrgAdmin, access.SupportLead, false},
		{access.OrgAdmin, access.OrgAdmin, true},
		{access.GroupAdmin, access.OrgAdmin, false},
		{access.GroupAdmin, access.FleetManager, true},
		{access.FleetManager, access.Driver, false},
		{"KING", access.Driver, false},
		{access.SysAdmin, "KING", false},
	} {
		if got := access.Outranks(tc.role, tc.other); got != tc.want {
			t.Errorf("Outranks(%s, %s) = %t, want %t", tc.role, tc.other, got, tc.want)
		}
	}
}
