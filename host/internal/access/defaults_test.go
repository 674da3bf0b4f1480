package access_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/access"
)

var update = flag.Bool("update", false, "write the golden file anew")

// The golden file is to be read by people: it is what each role of a new organisation may do.
func TestDefaultGrants(t *testing.T) {
	var text strings.Builder
	for _, role := range access.Roles {
		text.WriteString(role + "\n")
		for _, area := range access.Catalogue {
			var held []string
			for _, p := range area.Permissions {
				if access.GrantedByDefault(role, p, area.Name) {
					held = append(held, p)
				}
			}
			if held != nil {
				text.WriteString("  " + area.Name + ": " + strings.Join(held, " ") + "\n")
			}
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

func TestGrantedByDefault_UnknownPermission(t *testing.T) {
	for role, want := range map[string]bool{access.OrgAdmin: true, access.GroupAdmin: true, access.SupportLead: true, access.FleetManager: false, access.Driver: false, "KING": false} {
		if got := access.GrantedByDefault(role, "viewTyres", "tyres"); got != want {
			t.Errorf("%s holds a new plugin's permission: %t, want %t", role, got, want)
		}
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
