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
	web.AuditValue(ctx, "user", name)
	if before.GroupID != after.GroupID {
		web.AuditValue(ctx, "from_group", before.GroupLabel)
		web.AuditValue(ctx, "to_group", after.GroupLabel)
	}
	if before.shownRole() != after.shownRole() {
		web.AuditValue(ctx, "new_role", after.shownRole())
	}
	switch {
	case !before.Disabled && after.Disabled:
		web.AuditValue(ctx, "disabled_user", name)
	case before.Disabled && !after.Disabled:
		web.AuditValue(ctx, "enabled_user", name)
	}
	for _, field := range []struct{ name, before, after string }{
		{"name", name, after.shownName()},
		{"role", before.shownRole(), after.shownRole()},
		{"group", before.GroupLabel, after.GroupLabel},
		{"disabled", strconv.FormatBool(before.Disabled), strconv.FormatBool(after.Disabled)},
	} {
		web.AuditChange(ctx, field.name, field.before, field.after)
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
	web.AuditChange(ctx, "name", before.Name, after.Name)
	web.AuditChange(ctx, "country", before.CountryCode, after.CountryCode)
	web.AuditChange(ctx, "zone", before.Zone, after.Zone)
	web.AuditChange(ctx, "services", strings.Join(before.ServiceList, ", "), strings.Join(after.Services, ", "))
}

// tellPermissions says for the audit log what a role, or one user, may now and might not before, or the reverse; each permission is a field. Of several
// users nothing more than the sentence is told.
func tellPermissions(ctx context.Context, target PermissionTarget, before, after []permissionsOf) {
	if len(before) != 1 || len(after) != 1 {
		return
	}
	was, now := before[0], after[0]
	wasIn, nowIn := was.OfRole.Allowed, now.OfRole.Allowed
	if target.isRole() {
		web.AuditValue(ctx, "role", cmp.Or(now.Role.Label, now.Role.Name))
	} else {
		web.AuditValue(ctx, "user", cmp.Or(now.Name, now.Email))
		wasIn, nowIn = without(wasIn, was.OfUser.Denied), without(nowIn, now.OfUser.Denied)
	}
	for _, name := range without(nowIn, wasIn) {
		web.AuditChange(ctx, name, "false", "true")
	}
	for _, name := range without(wasIn, nowIn) {
		web.AuditChange(ctx, name, "true", "false")
	}
}

// without are the names that are not among others.
func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}
