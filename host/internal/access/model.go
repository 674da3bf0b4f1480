package access

import (
	_ "embed"
	"fmt"
	"strings"
)

// Namespaces is the permission model as Keto's configuration takes it (`namespaces.location`).
//
//go:embed namespaces.ts
var Namespaces []byte

// Limits of Keto's reads. Its defaults (5 and 100) deny silently: from the fifth level of nested roles, and when more than 100 roles grant
// one permission. Keto must be configured with these.
const (
	MaxReadDepth = 20
	MaxReadWidth = 10_000
)

// The namespaces and relations of namespaces.ts.
const (
	namespaceRole       = "Role"
	namespacePermission = "Permission"
	relationMembers     = "members"
	relationGranted     = "granted"
	relationAllowed     = "allowed"
	relationDenied      = "denied"
	relationUse         = "use"
)

// everywhere is the organisation of the support roles.
const everywhere = "*"

// Tuple is one relation tuple. The subject is a user's id, or the members of a role.
type Tuple struct {
	Namespace, Object, Relation string
	User                        string // or
	Role                        string // object of the namespace Role
}

// String is the tuple in Keto's notation: "Permission:demo/viewVehicle#granted@(Role:demo/DRIVER#members)".
func (t Tuple) String() string {
	subject := t.User
	if t.Role != "" {
		subject = "(Role:" + t.Role + "#members)"
	}
	return t.Namespace + ":" + t.Object + "#" + t.Relation + "@" + subject
}

// parseTuple reads what String wrote.
func parseTuple(text string) (Tuple, error) {
	namespace, rest, ok1 := strings.Cut(text, ":")
	object, rest, ok2 := strings.Cut(rest, "#")
	relation, subject, ok3 := strings.Cut(rest, "@")
	if !ok1 || !ok2 || !ok3 {
		return Tuple{}, fmt.Errorf("read tuple %q: want namespace:object#relation@subject", text)
	}
	t := Tuple{Namespace: namespace, Object: object, Relation: relation}
	if role, found := strings.CutPrefix(subject, "(Role:"); found {
		t.Role = strings.TrimSuffix(role, "#members)")
	} else {
		t.User = subject
	}
	return t, nil
}

func permissionObject(orgID, permission string) string { return orgID + "/" + permission }

// roleObject is the role of an organisation; support roles are one role for all organisations.
func roleObject(orgID, role string) string {
	if IsSupport(role) {
		orgID = everywhere
	}
	return orgID + "/" + role
}

func grantedTo(orgID, permission, role string) Tuple {
	return Tuple{namespacePermission, permissionObject(orgID, permission), relationGranted, "", roleObject(orgID, role)}
}

func memberOf(orgID, role, userID string) Tuple {
	return Tuple{namespaceRole, roleObject(orgID, role), relationMembers, userID, ""}
}

func differs(orgID, permission, userID string, allowed bool) Tuple {
	relation := relationDenied
	if allowed {
		relation = relationAllowed
	}
	return Tuple{namespacePermission, permissionObject(orgID, permission), relation, userID, ""}
}
