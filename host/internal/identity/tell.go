package identity

import (
	"cmp"
	"context"
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
