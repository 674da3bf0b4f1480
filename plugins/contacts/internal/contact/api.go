package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// The permissions of contacts; users are the users plugin's.
const (
	see    = "listExternalContacts"
	create = "createExternalContact"
	modify = "modifyExternalContact"
	remove = "deleteExternalContact"
	users  = "listUsers"
)

var (
	errNone     = fault.New(fault.NotFound, "There is no such contact.")
	errInternal = fault.New(fault.Denied, "Internal contacts cannot be changed.")
	errTaken    = fault.New(fault.Conflict, "There is a contact with this e-mail address already.")
)

// Groups lists the groups of an organisation; plugin.Host does.
type Groups interface {
	Groups(ctx context.Context, orgID string) (groups []plugin.Group, sequence uint64, err error)
}

// Contacts are the operations on people.
type Contacts struct {
	rows   contactRows
	groups Groups
}

// New keeps contacts in db; groups say which users a caller sees.
func New(db *store.DB, groups Groups) *Contacts { return &Contacts{contactRows{db}, groups} }

// Register lists the operations.
func (c *Contacts) Register(r *web.Router) {
	aContact, aTag, either := web.IDs("id", "contact"), web.IDs("tag", "tag"), web.NeedsAny(see, users)
	web.Handle(r, "GET /org/{orgId}/users/contacts", either, c.list, web.Lists(listed), web.Summary("External contacts, and users as internal ones"))
	web.Handle(r, "POST /org/{orgId}/users/contacts", web.Needs(create), c.create, web.Summary("Add an external contact"))
	web.Handle(r, "GET /org/{orgId}/users/contacts/{id}", either, c.one, aContact, web.Summary("A contact"))
	web.Handle(r, "PUT /org/{orgId}/users/contacts/{id}", web.Needs(modify), c.update, aContact, web.Summary("Change an external contact"))
	web.Handle(r, "DELETE /org/{orgId}/users/contacts/{id}", web.Needs(remove), c.remove, aContact, web.Summary("Remove an external contact"))
	web.Handle(r, "POST /org/{orgId}/contacts/remove", web.Needs(remove), c.removeMany, web.Summary("Remove the external ones of some contacts"))
	web.Handle(r, "POST /org/{orgId}/contacts/tag", web.Needs(modify), c.tag, web.Summary("Add tags to contacts, or remove them"))
	web.Handle(r, "GET /org/{orgId}/contacts/tags", either, c.tags, web.Summary("The tags, and how many have each"))
	web.Handle(r, "PUT /org/{orgId}/contacts/tags/{tag}", web.Needs(modify), c.renameTag, aTag, web.Summary("Rename a tag, or make it another that there is"))
	web.Handle(r, "DELETE /org/{orgId}/contacts/tags/{tag}", web.Needs(modify), c.removeTag, aTag, web.Summary("Remove a tag from all contacts"))
}

// listed is what the list can be filtered, sorted and searched by. Name is the combined one.
var listed = web.NewListFields("c.type,c.id", "name",
	web.ListField{Name: "name", Column: "c.name", Order: "lower(c.name)", Search: true},
	web.ListField{Name: "email", Column: "c.email", Order: "lower(c.email)", Search: true},
	web.ListField{Name: "type", Kind: web.OneOf, Column: "c.type", Options: []string{Internal, External}},
	web.ListField{Name: "tags", Kind: web.Several, Column: "c.tags"},
	web.ListField{Name: "id", Kind: web.OneOf, Column: "c.id", Unsorted: true},
)

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type listOutput struct {
	Body struct {
		Contacts     []Contact `json:"Contacts" nullable:"false"`
		TotalRecords int64     `json:"total_records"`
		PageCount    int       `json:"page_count"`
	}
}

// list finds the contacts that the caller may see: external ones with listExternalContacts, users with listUsers.
func (c *Contacts) list(ctx context.Context, in *listInput) (*listOutput, error) {
	seen, err := c.Seen(ctx)
	if err != nil {
		return nil, err
	}
	found, total, err := c.rows.page(ctx, &in.ListQuery, seen)
	if err != nil {
		return nil, fmt.Errorf("list contacts: %w", err)
	}
	var out listOutput
	out.Body.Contacts, out.Body.TotalRecords, out.Body.PageCount = found, total, in.PageCount(total)
	return &out, nil
}

// Seen is which contacts a caller sees.
type Seen struct {
	External bool
	Users    bool
	All      bool     // users of every group
	Groups   []string // without All: users of these
}

// Seen finds out which contacts the caller sees; a plugin that calls as itself sees all.
func (c *Contacts) Seen(ctx context.Context) (Seen, error) {
	caller := web.Caller(ctx)
	if caller.Plugin != "" && caller.UserID == "" {
		return Seen{External: true, Users: true, All: true}, nil
	}
	if !caller.Has(users) {
		return Seen{External: caller.Has(see)}, nil
	}
	s, err := c.usersInScope(ctx)
	s.External = caller.Has(see)
	return s, err
}

// usersInScope are the users of the groups that the caller sees.
func (c *Contacts) usersInScope(ctx context.Context) (Seen, error) {
	caller := web.Caller(ctx)
	s := Seen{Users: true, All: caller.Scope.All}
	if s.All {
		return s, nil
	}
	groups, _, err := c.groups.Groups(ctx, caller.OrgID)
	if err != nil {
		return Seen{}, fmt.Errorf("read the groups of %s: %w", caller.OrgID, err)
	}
	for _, g := range groups {
		if caller.Scope.Sees(g.Path, "") {
			s.Groups = append(s.Groups, g.ID)
		}
	}
	return s, nil
}

type idInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

type contactOutput struct{ Body Contact }

func (c *Contacts) one(ctx context.Context, in *idInput) (*contactOutput, error) {
	found, err := c.find(ctx, in.ID)
	return &contactOutput{found}, err
}

// find reads a contact that the caller sees; errNone.
func (c *Contacts) find(ctx context.Context, id string) (Contact, error) {
	seen, err := c.Seen(ctx)
	if err != nil {
		return Contact{}, err
	}
	found, err := c.rows.some(ctx, []string{id}, seen)
	if err != nil || len(found) > 0 {
		return first(found), err
	}
	return Contact{}, errNone
}

func first(found []Contact) (none Contact) {
	if len(found) > 0 {
		return found[0]
	}
	return none
}

type draftInput struct {
	OrgID string `path:"orgId"`
	Body  Draft
}

func (c *Contacts) create(ctx context.Context, in *draftInput) (*web.Created[Contact], error) {
	draft := in.Body.Tidy()
	if err := draft.check(); err != nil {
		return nil, err
	}
	made, err := c.rows.insert(ctx, in.OrgID, uuid.NewString(), draft)
	if err != nil {
		return nil, err
	}
	return web.NewCreated(made), nil
}

type updateInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  Draft
}

func (c *Contacts) update(ctx context.Context, in *updateInput) (*contactOutput, error) {
	draft := in.Body.Tidy()
	if err := c.mayChange(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := draft.check(); err != nil {
		return nil, err
	}
	before, err := c.rows.some(ctx, []string{in.ID}, Seen{External: true})
	if err != nil {
		return nil, err
	}
	changed, err := c.rows.update(ctx, in.OrgID, in.ID, draft)
	if err != nil {
		return nil, err
	}
	tellChange(ctx, first(before), changed)
	return &contactOutput{changed}, nil
}

// mayChange finds out that a contact is there and external; errNone, errInternal.
func (c *Contacts) mayChange(ctx context.Context, id string) error {
	isUser, isContact, err := c.rows.kind(ctx, id)
	switch {
	case err != nil || isContact:
		return err
	case !isUser:
		return errNone
	}
	seen, err := c.usersInScope(ctx)
	if err != nil {
		return err
	}
	found, err := c.rows.some(ctx, []string{id}, seen)
	switch {
	case err != nil:
		return err
	case len(found) == 0: // a user beyond the caller's groups is not there
		return errNone
	}
	return errInternal
}

func (c *Contacts) remove(ctx context.Context, in *idInput) (*struct{}, error) {
	if err := c.mayChange(ctx, in.ID); err != nil {
		return nil, err
	}
	_, err := c.rows.remove(ctx, in.OrgID, []string{in.ID})
	return nil, err
}

// UserChanged keeps a user as an internal contact.
func (c *Contacts) UserChanged(ctx context.Context, e events.Event[events.UserChanged]) error {
	return c.rows.keepPerson(ctx, e.OrgID, e.Data)
}
