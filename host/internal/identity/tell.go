package identity

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a user.
func tellChange(ctx context.Context, before, after User) {
	name := before.shownName()
	web.Tell(ctx, "user", name)
	if before.GroupID != after.GroupID {
		web.Tell(ctx, "from_group", before.GroupLabel)
		web.Tell(ctx, "to_group", after.GroupLabel)
	}
	if before.shownRole() != after.shownRole() {
		web.Tell(ctx, "new_role", after.shownRole())
	}
	switch {
	case !before.Disabled && after.Disabled:
		web.Tell(ctx, "disabled_user", name)
	case before.Disabled && !after.Disabled:
		web.Tell(ctx, "enabled_user", name)
	}
	for _, field := range []struct{ name, before, after string }{
		{"name", name, after.shownName()},
		{"role", before.shownRole(), after.shownRole()},
		{"group", before.GroupLabel, after.GroupLabel},
		{"disabled", strconv.FormatBool(before.Disabled), strconv.FormatBool(after.Disabled)},
	} {
		web.TellChange(ctx, field.name, field.before, field.after)
	}
}

// shownName is the user's name, or the address of who has none.
func (u User) shownName() string {
	return cmp.Or(strings.TrimSpace(u.FirstName+" "+u.LastName), u.Email)
}

// shownRole is the name of the organisation's own role, else the role's id.
func (u User) shownRole() string { return cmp.Or(u.RoleName, u.Role) }

// tellOrganisation says for the audit log what became of an organisation.
func tellOrganisation(ctx context.Context, before organisationRow, after Organisation) {
	web.TellChange(ctx, "name", before.Name, after.Name)
	web.TellChange(ctx, "country", before.CountryCode, after.CountryCode)
	web.TellChange(ctx, "zone", before.Zone, after.Zone)
	web.TellChange(ctx, "services", strings.Join(before.ServiceList, ", "), strings.Join(after.Services, ", "))
}

// tellPermissions says for the audit log what a role, or one user, may now and might not before, or the reverse; each permission is a field. Of several
// users nothing more than the sentence is told.
func tellPermissions(ctx context.Context, target permissionTarget, before, after []permissionsOf) {
	if len(before) != 1 || len(after) != 1 {
		return
	}
	was, now := before[0], after[0]
	wasIn, nowIn := was.OfRole.Allowed, now.OfRole.Allowed
	if target.isRole() {
		web.Tell(ctx, "role", cmp.Or(now.Role.Label, now.Role.Name))
	} else {
		web.Tell(ctx, "user", cmp.Or(now.Name, now.Email))
		wasIn, nowIn = without(wasIn, was.OfUser.Denied), without(nowIn, now.OfUser.Denied)
	}
	for _, name := range without(nowIn, wasIn) {
		web.TellChange(ctx, name, "false", "true")
	}
	for _, name := range without(wasIn, nowIn) {
		web.TellChange(ctx, name, "true", "false")
	}
}

// without are the names that are not among others.
func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}
