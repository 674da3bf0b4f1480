// Package list is the distribution lists of an organisation, and who is meant by recipients: a list, a contact, a user, an address.
package list

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/contacts/internal/contact"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

const (
	see    = "listExternalContacts"
	users  = "listUsers"
	modify = "modifyExternalContact"
)

var (
	errNone  = fault.New(fault.NotFound, "There is no such distribution list.")
	errTaken = fault.New(fault.Conflict, "There is a distribution list with this name already.")
)

// People says which contacts a caller sees.
type People interface {
	Seen(ctx context.Context) (contact.Seen, error)
}

// Lists are the operations on distribution lists.
type Lists struct {
	rows   listRows
	people People
}

// New keeps lists in db.
func New(db *store.DB, people People) *Lists { return &Lists{listRows{db}, people} }

// Register lists the operations.
func (l *Lists) Register(r *web.Router) {
	aList, either := web.IDs("id", "contact-list"), web.NeedsAny(see, users)
	web.Handle(r, "GET /org/{orgId}/contacts/lists", either, l.list, web.Summary("The distribution lists"))
	web.Handle(r, "POST /org/{orgId}/contacts/lists", web.Needs(modify), l.create, web.Summary("Make a distribution list"))
	web.Handle(r, "PUT /org/{orgId}/contacts/lists/{id}", web.Needs(modify), l.update, aList, web.Summary("Rename a distribution list, or change who is on it"))
	web.Handle(r, "DELETE /org/{orgId}/contacts/lists/{id}", web.Needs(modify), l.remove, aList, web.Summary("Delete a distribution list"))
	web.Handle(r, "POST /org/{orgId}/contacts/resolve", either, l.resolve, web.ReadsOnly(), web.Summary("Who is meant by recipients, as of now"))
}

// Member is somebody on a list.
type Member struct {
	Kind string `json:"kind" enum:"user,contact"`
	ID   string `json:"id" minLength:"1" maxLength:"64"`
}

// List is a distribution list. Members who are gone are not on it.
type List struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Members []Member `json:"members" nullable:"false"`
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type listsOutput struct {
	Body struct {
		Lists []List `json:"lists" nullable:"false"`
	}
}

func (l *Lists) list(ctx context.Context, _ *inOrg) (*listsOutput, error) {
	found, err := l.rows.all(ctx)
	var out listsOutput
	out.Body.Lists = found
	return &out, err
}

// Draft is what people say of a list.
type Draft struct {
	Name    string   `json:"name" minLength:"1" maxLength:"100"`
	Members []Member `json:"members,omitempty" maxItems:"2000" nullable:"false"`
}

type createInput struct {
	OrgID string `path:"orgId"`
	Body  Draft
}

// tidy checks the name, and takes blanks off it.
func (d *Draft) tidy() error {
	if d.Name = strings.Join(strings.Fields(d.Name), " "); d.Name == "" {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.name", Message: "This field is required."})
	}
	return nil
}

func (l *Lists) create(ctx context.Context, in *createInput) (*web.Created[List], error) {
	if err := in.Body.tidy(); err != nil {
		return nil, err
	}
	made := List{uuid.NewString(), in.Body.Name, in.Body.Members}
	if err := l.rows.put(ctx, in.OrgID, made, true); err != nil {
		return nil, err
	}
	made, err := l.one(ctx, made.ID)
	return web.NewCreated(made), err
}

func (l *Lists) one(ctx context.Context, id string) (List, error) {
	all, err := l.rows.all(ctx)
	if err != nil {
		return List{}, err
	}
	for _, one := range all {
		if one.ID == id {
			return one, nil
		}
	}
	return List{}, errNone
}

type updateInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
	Body  Draft
}

type listOutput struct{ Body List }

func (l *Lists) update(ctx context.Context, in *updateInput) (*listOutput, error) {
	before, err := l.one(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := in.Body.tidy(); err != nil {
		return nil, err
	}
	if err := l.rows.put(ctx, in.OrgID, List{in.ID, in.Body.Name, in.Body.Members}, false); err != nil {
		return nil, err
	}
	changed, err := l.one(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, changed)
	return &listOutput{changed}, nil
}

type idInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

func (l *Lists) remove(ctx context.Context, in *idInput) (*struct{}, error) {
	gone, err := l.rows.remove(ctx, in.OrgID, in.ID)
	if err == nil && !gone {
		err = errNone
	}
	return nil, err
}

type resolveInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Recipients []recipient `json:"recipients" maxItems:"2000" nullable:"false"`
	}
}

type recipient struct {
	Kind string `json:"kind" enum:"user,contact,list,address"`
	ID   string `json:"id" minLength:"1" maxLength:"320"`
}

// Resolved is what a recipient is now.
type Resolved struct {
	Kind   string   `json:"kind"`
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Gone   bool     `json:"gone,omitempty" doc:"There is no such contact, list or user any more, or the caller does not see it"`
	People []Person `json:"people" nullable:"false" doc:"Who is told: one, or all of a list"`
}

// Person is one address to write to.
type Person struct {
	Name   string `json:"name"`
	Email  string `json:"email"`
	UserID string `json:"user_id,omitempty" doc:"Of a user"`
}

type resolveOutput struct {
	Body struct {
		Recipients []Resolved `json:"recipients" nullable:"false"`
	}
}

// resolve says who is meant, in the order in which it was asked. Each address is written to once, whoever has it: where it comes a second time it is left out.
func (l *Lists) resolve(ctx context.Context, in *resolveInput) (*resolveOutput, error) {
	seen, err := l.people.Seen(ctx)
	if err != nil {
		return nil, err
	}
	asked := make([]events.Recipient, len(in.Body.Recipients))
	for i, one := range in.Body.Recipients {
		asked[i] = events.Recipient(one)
	}
	found, err := l.rows.resolve(ctx, asked, seen)
	if err != nil {
		return nil, fmt.Errorf("resolve recipients: %w", err)
	}
	told := map[string]bool{}
	var out resolveOutput
	for _, one := range found {
		once := []Person{}
		for _, p := range one.People {
			if key := strings.ToLower(p.Email); !told[key] {
				told[key] = true
				once = append(once, p)
			}
		}
		one.People = once
		out.Body.Recipients = append(out.Body.Recipients, one)
	}
	if out.Body.Recipients == nil {
		out.Body.Recipients = []Resolved{}
	}
	return &out, nil
}
