package scim

import (
	"cmp"
	"fmt"
	"net/http"
	"net/mail"
	"strings"

	scim2 "github.com/elimity-com/scim"
	"github.com/elimity-com/scim/optional"

	"outrider.dev/outrider/host/internal/identity"
)

// users are the users of the organisation of who asks.
type users struct{ *Service }

var _ scim2.ResourceHandler = users{}

func (u users) Create(r *http.Request, attributes scim2.ResourceAttributes) (scim2.Resource, error) {
	id, err := u.People.ProvisionUser(r.Context(), u.Caller(r.Context()), wantedUser(attributes, nil))
	if err != nil {
		return scim2.Resource{}, u.errorOf(r, err)
	}
	return u.Get(r, id)
}

func (u users) Get(r *http.Request, id string) (scim2.Resource, error) {
	user, err := u.People.ProvisionedUser(r.Context(), u.Caller(r.Context()), id)
	if err != nil {
		return scim2.Resource{}, u.errorOf(r, err)
	}
	return u.resource(user), nil
}

func (u users) GetAll(r *http.Request, params scim2.ListRequestParams) (scim2.Page, error) {
	matching, err := conditionOf(params, userColumns)
	if err != nil {
		return scim2.Page{}, err
	}
	list, total, err := u.People.ProvisionedUsers(r.Context(), u.Caller(r.Context()), matching, params.StartIndex-1, params.Count)
	if err != nil {
		return scim2.Page{}, u.errorOf(r, err)
	}
	page := scim2.Page{TotalResults: total, Resources: []scim2.Resource{}}
	for _, user := range list {
		page.Resources = append(page.Resources, u.resource(user))
	}
	return page, nil
}

func (u users) Replace(r *http.Request, id string, attributes scim2.ResourceAttributes) (scim2.Resource, error) {
	return u.change(r, id, func(map[string]any) (map[string]any, error) { return attributes, nil })
}

func (u users) Patch(r *http.Request, id string, operations []scim2.PatchOperation) (scim2.Resource, error) {
	return u.change(r, id, func(present map[string]any) (map[string]any, error) {
		return patched(userSchema, present, operations)
	})
}

func (u users) Delete(r *http.Request, id string) error {
	user, err := u.People.ProvisionedUser(r.Context(), u.Caller(r.Context()), id)
	if err == nil {
		err = unless(r, versionOf(user.Version))
	}
	if err == nil {
		err = u.People.WithdrawUser(r.Context(), u.Caller(r.Context()), user.ID)
	}
	return u.errorOf(r, err)
}

// change writes what becomes of the attributes that a user has.
func (u users) change(r *http.Request, id string, become func(present map[string]any) (map[string]any, error)) (scim2.Resource, error) {
	err := again(func() error {
		user, err := u.People.ProvisionedUser(r.Context(), u.Caller(r.Context()), id)
		if err != nil {
			return err
		}
		if err := unless(r, versionOf(user.Version)); err != nil {
			return err
		}
		attributes, err := become(u.attributes(user))
		if err != nil {
			return err
		}
		want := wantedUser(attributes, &user)
		want.Version = user.Version
		return u.People.ReprovisionUser(r.Context(), u.Caller(r.Context()), user.ID, want)
	})
	if err != nil {
		return scim2.Resource{}, u.errorOf(r, err)
	}
	return u.Get(r, id)
}

func versionOf(version int64) string { return fmt.Sprintf(`W/"%d"`, version) }

func (u users) resource(user identity.ProvisionedUser) scim2.Resource {
	attributes := u.attributes(user)
	delete(attributes, "externalId")
	resource := scim2.Resource{
		ID: user.ID, Attributes: attributes, Meta: scim2.Meta{Created: &user.CreatedAt, LastModified: &user.ChangedAt, Version: versionOf(user.Version)},
	}
	if user.ExternalID != "" {
		resource.ExternalID = optional.NewString(user.ExternalID)
	}
	return resource
}

// attributes are a user's, externalId among them.
func (u users) attributes(user identity.ProvisionedUser) map[string]any {
	name := strings.TrimSpace(user.FirstName + " " + user.LastName)
	attributes := map[string]any{
		"userName": user.UserName, "displayName": cmp.Or(name, user.Email), "active": !user.Disabled,
		"name":   map[string]any{"givenName": user.FirstName, "familyName": user.LastName, "formatted": name},
		"emails": []any{map[string]any{"value": user.Email, "type": "work", "primary": true}},
		"roles":  []any{map[string]any{"value": cmp.Or(user.OwnRole, user.Role), "display": cmp.Or(user.RoleName, user.Role), "primary": true}},
	}
	if user.ExternalID != "" {
		attributes["externalId"] = user.ExternalID
	}
	phones := []any{}
	for _, phone := range []struct{ kind, number string }{{"work", user.Telephone}, {"mobile", user.Mobile}} {
		if phone.number != "" {
			phones = append(phones, map[string]any{"type": phone.kind, "value": phone.number})
		}
	}
	if len(phones) > 0 {
		attributes["phoneNumbers"] = phones
	}
	groups := []any{}
	for i, id := range user.GroupIDs {
		groups = append(groups, map[string]any{"value": id, "display": user.GroupNames[i], "type": "direct", "$ref": u.Site() + Base + "/Groups/" + id})
	}
	if len(groups) > 0 {
		attributes["groups"] = groups
	}
	return attributes
}

// wantedUser is a user as the attributes say. Of one who is there, what they do not say of state and role stays, and the address follows userName where it did.
func wantedUser(attributes map[string]any, is *identity.ProvisionedUser) identity.Provision {
	want := identity.Provision{UserName: textOf(attributes["userName"]), ExternalID: textOf(attributes["externalId"]), Active: true}
	name := copied(attributes["name"])
	want.FirstName, want.LastName = textOf(name["givenName"]), textOf(name["familyName"])
	if want.FirstName == "" && want.LastName == "" && is == nil {
		want.FirstName, want.LastName = split(cmp.Or(textOf(name["formatted"]), textOf(attributes["displayName"])))
	}
	want.Email = cmp.Or(primaryOf(attributes["emails"]), want.UserName)
	if is != nil {
		want.Active = !is.Disabled
		follows := strings.EqualFold(is.UserName, is.Email) && strings.EqualFold(want.Email, is.Email) && !strings.EqualFold(want.UserName, is.UserName)
		if _, err := mail.ParseAddress(want.UserName); follows && err == nil {
			want.Email = want.UserName
		}
	}
	if active, said := attributes["active"].(bool); said {
		want.Active = active
	}
	phones, _ := attributes["phoneNumbers"].([]any)
	for _, phone := range phones {
		if strings.EqualFold(textOf(copied(phone)["type"]), "mobile") {
			want.Mobile = textOf(copied(phone)["value"])
		} else if want.Telephone == "" {
			want.Telephone = textOf(copied(phone)["value"])
		}
	}
	want.Role = primaryOf(attributes["roles"])
	return want
}

// primaryOf is the value of several that counts: the primary one, that of work, the first.
func primaryOf(list any) string {
	values, _ := list.([]any)
	first := ""
	for _, preferred := range []func(map[string]any) bool{
		func(v map[string]any) bool { return v["primary"] == true },
		func(v map[string]any) bool { return strings.EqualFold(textOf(v["type"]), "work") },
		func(map[string]any) bool { return true },
	} {
		for _, each := range values {
			if value := copied(each); first == "" && preferred(value) {
				first = textOf(value["value"])
			}
		}
	}
	return first
}

func textOf(value any) string {
	text, _ := value.(string)
	return text
}

// split is a whole name as first and last name.
func split(whole string) (first, last string) {
	whole = strings.TrimSpace(whole)
	if at := strings.LastIndex(whole, " "); at > 0 {
		return strings.TrimSpace(whole[:at]), whole[at+1:]
	}
	return "", whole
}
