package access

import "slices"

// The roles. SYSTEM_ADMIN is an alias of SYS_ADMIN on input.
const (
	SysAdmin       = "SYS_ADMIN"
	SupportAdmin   = "SUPPORT_ADMIN"
	SupportLead    = "SUPPORT_LEAD"
	OrgAdmin       = "ORG_ADMIN"
	GroupAdmin     = "GROUP_ADMIN"
	FleetManager   = "FLEET_MANAGER"
	GeotabUser     = "GEOTAB_USER"
	ThirdPartyUser = "THIRD_PARTY_USER"
	Driver         = "DRIVER"
)

// Roles are all roles, the most powerful first.
var Roles = []string{SysAdmin, SupportAdmin, SupportLead, OrgAdmin, GroupAdmin, FleetManager, GeotabUser, ThirdPartyUser, Driver}

// CanonicalRole resolves the alias; it reports false for a role that does not exist.
func CanonicalRole(role string) (string, bool) {
	if role == "SYSTEM_ADMIN" {
		role = SysAdmin
	}
	return role, slices.Contains(Roles, role)
}

// IsSupport reports whether the role reaches into every organisation.
func IsSupport(role string) bool {
	return role == SysAdmin || role == SupportAdmin || role == SupportLead
}

// Outranks reports whether somebody with the role may change an account of the other role, or give that role away: one's own rank and
// those below, and only administrators at all.
func Outranks(role, other string) bool {
	mine, theirs := slices.Index(Roles, role), slices.Index(Roles, other)
	return mine >= 0 && theirs >= mine && mine <= slices.Index(Roles, GroupAdmin)
}

// SeesAll reports whether the role's scope is the whole organisation, whatever group the account is in.
func SeesAll(role string) bool { return IsSupport(role) || role == OrgAdmin }

// Ignore flags of a session: how the browser reads the granted names.
const (
	IgnoreNone    = 0 // look up by name
	IgnoreDenyAll = 1 // no access: the account is disabled
	IgnoreAllowed = 2 // everything is allowed
)

// IgnoreFlag is the flag of an account. SUPPORT_LEAD is resolved by name, since three actions are withheld from it.
func IgnoreFlag(role string, disabled bool) int {
	switch {
	case disabled:
		return IgnoreDenyAll
	case role == SysAdmin || role == SupportAdmin:
		return IgnoreAllowed
	default:
		return IgnoreNone
	}
}
