package scim

import (
	"fmt"
	"net/http"
	"strings"

	scim2 "github.com/elimity-com/scim"
	"github.com/elimity-com/scim/optional"

	"outrider.dev/outrider/host/internal/identity"
)

// groups are the groups of the directory of the organisation of who asks.
type groups struct{ *Service }

var _ scim2.ResourceHandler = groups{}

func (g groups) Create(r *http.Request, attributes scim2.ResourceAttributes) (scim2.Resource, error) {
	want, err := wantedGroup(attributes)
	if err != nil {
		return scim2.Resource{}, g.errorOf(r, err)
	}
	id, err := g.People.ProvisionGroup(r.Context(), g.Caller(r.Context()), want)
	if err != nil {
		return scim2.Resource{}, g.errorOf(r, err)
	}
	return g.Get(r, id)
}

func (g groups) Get(r *http.Request, id string) (scim2.Resource, error) {
	group, err := g.People.ProvisionedGroup(r.Context(), g.Caller(r.Context()), id, asked(r).shows("members"))
	if err != nil {
		return scim2.Resource{}, g.errorOf(r, err)
	}
	return g.resource(group), nil
}

func (g groups) GetAll(r *http.Request, params scim2.ListRequestParams) (scim2.Page, error) {
	matching, err := conditionOf(params, groupColumns)
	if err != nil {
		return scim2.Page{}, err
	}
	list, total, err := g.People.ProvisionedGroups(r.Context(), g.Caller(r.Context()), matching, params.StartIndex-1, params.Count, asked(r).shows("members"))
	if err != nil {
		return scim2.Page{}, g.errorOf(r, err)
	}
	page := scim2.Page{TotalResults: total, Resources: []scim2.Resource{}}
	for _, group := range list {
		page.Resources = append(page.Resources, g.resource(group))
	}
	return page, nil
}

func (g groups) Replace(r *http.Request, id string, attributes scim2.ResourceAttributes) (scim2.Resource, error) {
	return g.change(r, id, func(map[string]any) (map[string]any, error) { return attributes, nil })
}

func (g groups) Patch(r *http.Request, id string, operations []scim2.PatchOperation) (scim2.Resource, error) {
	return g.change(r, id, func(present map[string]any) (map[string]any, error) {
		return patched(groupSchema, present, operations)
	})
}

func (g groups) Delete(r *http.Request, id string) error {
	group, err := g.People.ProvisionedGroup(r.Context(), g.Caller(r.Context()), id, false)
	if err == nil {
		err = unless(r, versionOf(group.Version))
	}
	if err == nil {
		err = g.People.WithdrawGroup(r.Context(), g.Caller(r.Context()), group.ID)
	}
	return g.errorOf(r, err)
}

// change writes what becomes of the attributes that a group has.
func (g groups) change(r *http.Request, id string, become func(present map[string]any) (map[string]any, error)) (scim2.Resource, error) {
	err := again(func() error {
		group, err := g.People.ProvisionedGroup(r.Context(), g.Caller(r.Context()), id, true)
		if err != nil {
			return err
		}
		if err := unless(r, versionOf(group.Version)); err != nil {
			return err
		}
		attributes, err := become(g.attributes(group))
		if err != nil {
			return err
		}
		want, err := wantedGroup(attributes)
		if err != nil {
			return err
		}
		want.Version = group.Version
		return g.People.ReprovisionGroup(r.Context(), g.Caller(r.Context()), group.ID, want)
	})
	if err != nil {
		return scim2.Resource{}, g.errorOf(r, err)
	}
	return g.Get(r, id)
}

func (g groups) resource(group identity.ProvisionedGroup) scim2.Resource {
	attributes := g.attributes(group)
	delete(attributes, "externalId")
	resource := scim2.Resource{
		ID: group.ID, Attributes: attributes, Meta: scim2.Meta{Created: &group.CreatedAt, LastModified: &group.ChangedAt, Version: versionOf(group.Version)},
	}
	if group.ExternalID != "" {
		resource.ExternalID = optional.NewString(group.ExternalID)
	}
	return resource
}

// attributes are a group's, externalId among them.
func (g groups) attributes(group identity.ProvisionedGroup) map[string]any {
	members := []any{}
	for _, id := range group.Members {
		members = append(members, map[string]any{"value": id, "type": "User", "$ref": g.Site() + Base + "/Users/" + id})
	}
	attributes := map[string]any{"displayName": group.DisplayName, "members": members}
	if group.ExternalID != "" {
		attributes["externalId"] = group.ExternalID
	}
	return attributes
}

// wantedGroup is a group as the attributes say. Its members are users: a group among them is refused, so that nobody believes that its users have the role.
func wantedGroup(attributes map[string]any) (identity.GroupWanted, error) {
	want := identity.GroupWanted{DisplayName: textOf(attributes["displayName"]), ExternalID: textOf(attributes["externalId"])}
	members, _ := attributes["members"].([]any)
	for i, each := range members {
		member := copied(each)
		if strings.EqualFold(textOf(member["type"]), "Group") || strings.Contains(textOf(member["$ref"]), "/Groups/") {
			return want, identity.GroupInGroup(fmt.Sprintf("members[%d]", i))
		}
		want.Members = append(want.Members, textOf(member["value"]))
	}
	return want, nil
}
