package scim

import (
	"slices"
	"strings"

	"github.com/elimity-com/scim/optional"
	"github.com/elimity-com/scim/schema"
)

// toldSchema is the schema of users as /Schemas tells it: what is made of other attributes is read only there. It is taken in requests all the same (userSchema), because
// directories send it whatever the schema says, and it stands in for a name that is missing.
var toldSchema = toldUsers()

func toldUsers() schema.Schema {
	s := userSchema
	s.Attributes = slices.DeleteFunc(slices.Clone(s.Attributes), func(a schema.CoreAttribute) bool {
		return slices.Contains([]string{"displayName", "name", "emails", "phoneNumbers", "roles"}, a.Name())
	})
	s.Attributes = append(s.Attributes,
		schema.SimpleCoreAttribute(told("displayName", "The whole name, made of the first and the last name.", false)),
		schema.ComplexCoreAttribute(schema.ComplexParams{Name: "name", Description: optional.NewString("The user's name."), SubAttributes: []schema.SimpleParams{
			told("formatted", "The whole name, made of the other two.", false), told("familyName", "The last name.", true), told("givenName", "The first name.", true),
		}}),
		several("emails", "The address that the user signs in with: one.", told("value", "The address.", true), told("type", "Always work.", false, "work"), toldPrimary()),
		several("phoneNumbers", "A number at work and a mobile one.", told("value", "The number.", true), told("type", "Any other than mobile counts as work.", true, "work", "mobile")),
		several("roles", "The role: one.", told("value", "Its name.", true), told("display", "Its name for people.", false), toldPrimary()),
	)
	return s
}

func several(name, doc string, parts ...schema.SimpleParams) schema.CoreAttribute {
	return schema.ComplexCoreAttribute(schema.ComplexParams{Name: name, MultiValued: true, Description: optional.NewString(doc), SubAttributes: parts})
}

func told(name, doc string, writable bool, values ...string) schema.SimpleParams {
	params := schema.StringParams{Name: name, Description: optional.NewString(doc), CanonicalValues: values}
	if !writable {
		params.Mutability = schema.AttributeMutabilityReadOnly()
	}
	return schema.SimpleStringParams(params)
}

// toldPrimary is read only: with several values it says which one counts, and the one that is kept is always primary.
func toldPrimary() schema.SimpleParams {
	return schema.SimpleBooleanParams(schema.BooleanParams{Name: "primary", Description: optional.NewString("True: there is one."), Mutability: schema.AttributeMutabilityReadOnly()})
}

// schemaFor is the schema of users for a request: the one that is told, or the one that bodies are read by.
func schemaFor(path string) schema.Schema {
	if strings.HasPrefix(path, Base+"/Schemas") {
		return toldSchema
	}
	return userSchema
}
