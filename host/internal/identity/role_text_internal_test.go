package identity

import (
	"testing"

	"outrider.dev/outrider/host/internal/access"
)

// The names that screens give to roles are those that people write in files, and directories call their groups.
func TestRoleOfText(t *testing.T) {
	own := []heldRole{{Base: access.FleetManager, Own: "night", Name: "Night shift"}}
	for text, want := range map[string]string{
		"Fleet manager": access.FleetManager, "fleet-manager": access.FleetManager, "GROUP_ADMIN": access.GroupAdmin, "Group administrator": access.GroupAdmin,
		"Organisation administrator": access.OrgAdmin, "organization administrator": access.OrgAdmin, "System administrator": access.SysAdmin,
		"Support administrator": access.SupportAdmin, "Third-party user": access.ThirdPartyUser, " Driver ": access.Driver, "night SHIFT": "night",
	} {
		if role := roleOfText(own, text); role != want {
			t.Errorf("%q is %s, want %s", text, role, want)
		}
	}
	if role := roleOfText(own, "Administrators of groups"); role == access.GroupAdmin {
		t.Error("something else is a role")
	}
}
