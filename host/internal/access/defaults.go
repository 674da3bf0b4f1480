package access

import "slices"

// AreaOperations holds the permissions of those who run the host. They are support roles' alone: no organisation can grant them.
const AreaOperations = "operations"

// administrators hold what a plugin declares without naming roles, until an organisation grants it to others.
var administrators = []string{SupportLead, OrgAdmin, GroupAdmin}

// DefaultRoles are who holds the permission in an organisation that edited nothing.
func (p Permission) DefaultRoles() []string {
	roles := p.Roles
	if roles == nil {
		roles = administrators
	}
	return slices.DeleteFunc(slices.Clone(Roles), func(role string) bool { return !holdsByDefault(role, roles, p.Area) })
}

func holdsByDefault(role string, declared []string, area string) bool {
	switch {
	case role == SysAdmin || role == SupportAdmin:
		return true
	case area == AreaOperations && !IsSupport(role):
		return false
	default:
		return slices.Contains(declared, role)
	}
}
