package scim

import (
	"slices"
	"strings"

	scim2 "github.com/elimity-com/scim"
	"github.com/elimity-com/scim/optional"
	"github.com/elimity-com/scim/schema"
)

// enterprise begins the names of attributes of the enterprise extension, none of which is kept.
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:user"

// keptOfUsers are the attributes of users that are kept; others of the standard are let pass.
var keptOfUsers = []string{"userName", "displayName", "active", "emails", "phoneNumbers", "roles", "groups"}

var (
	userSchema  = usersSchema()
	groupSchema = schema.CoreGroupSchema()
)

func usersSchema() schema.Schema {
	s := schema.CoreUserSchema()
	s.Attributes = slices.DeleteFunc(s.Attributes, func(a schema.CoreAttribute) bool { return !slices.Contains(keptOfUsers, a.Name()) })
	text := func(name, doc string) schema.SimpleParams {
		return schema.SimpleStringParams(schema.StringParams{Name: name, Description: optional.NewString(doc)})
	}
	s.Attributes = append(s.Attributes, schema.ComplexCoreAttribute(schema.ComplexParams{
		Name: "name", Description: optional.NewString("The user's name."),
		SubAttributes: []schema.SimpleParams{text("formatted", "The whole name."), text("familyName", "The last name."), text("givenName", "The first name.")},
	}))
	return s
}

func resourceTypes(user schema.Schema, u, g scim2.ResourceHandler) []scim2.ResourceType {
	return []scim2.ResourceType{
		{ID: optional.NewString("User"), Name: "User", Endpoint: "/Users", Description: optional.NewString("User of the organisation"), Schema: user, Handler: u},
		{ID: optional.NewString("Group"), Name: "Group", Endpoint: "/Groups", Description: optional.NewString("Group of the directory, which gives its members a role or a group of vehicles"), Schema: groupSchema, Handler: g},
	}
}

// letPassOfGroups reports whether an attribute of a group is nobody's to set from outside.
func letPassOfGroups(name string) bool {
	return strings.EqualFold(name, "schemas") || strings.EqualFold(name, "meta")
}

// letPass reports whether an attribute of a user is one of the standard that is not kept.
func letPass(name string) bool {
	if strings.HasPrefix(strings.ToLower(name), enterprise) {
		return true
	}
	name = strings.TrimPrefix(name, userSchema.ID+":")
	name, _, _ = strings.Cut(name, "[")
	name, sub, _ := strings.Cut(name, ".")
	if strings.EqualFold(name, "displayName") || strings.EqualFold(name, "groups") || strings.EqualFold(name, "password") || strings.EqualFold(name, "schemas") || strings.EqualFold(name, "meta") {
		return true // made of the name, of the groups' members, nobody's to set from outside
	}
	if strings.EqualFold(name, "name") {
		return sub != "" && !slices.ContainsFunc([]string{"formatted", "familyName", "givenName"}, func(kept string) bool { return strings.EqualFold(kept, sub) })
	}
	_, kept := userSchema.Attributes.ContainsAttribute(name)
	_, standard := schema.CoreUserSchema().Attributes.ContainsAttribute(name)
	return standard && !kept
}
