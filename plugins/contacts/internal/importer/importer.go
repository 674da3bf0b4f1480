// Package importer takes contacts from files that other programs wrote: CSV and vCard.
package importer

import (
	"context"
	"strings"

	"outrider.dev/outrider/plugins/contacts/internal/contact"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

const (
	maxBytes = 4 << 20
	maxRows  = 5_000
)

// What becomes of a row.
const (
	Added   = "new"
	Changed = "changed" // a contact with this address is there, and says something else
	Same    = "same"
	Invalid = "invalid"
	Repeat  = "repeat" // its address stands above already
)

// Row is one entry of a file.
type Row struct {
	Line     int           `json:"line" doc:"Where it begins, from 1"`
	Contact  contact.Draft `json:"contact"`
	State    string        `json:"state" enum:"new,changed,same,invalid,repeat"`
	Problems []fault.Field `json:"problems,omitempty" nullable:"false"`
}

// People keeps contacts.
type People interface {
	// Known are the external contacts by their addresses in lower case.
	Known(ctx context.Context) (map[string]contact.Contact, error)
	// Put adds contacts, and changes those that have an id, all of them or none.
	Put(ctx context.Context, orgID string, changes []contact.Contact) error
}

// Importer is the operation that takes a file.
type Importer struct{ people People }

// New adds to people.
func New(people People) *Importer { return &Importer{people} }

// Register lists the operations.
func (i *Importer) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/contacts/import", web.Needs("createExternalContact", "modifyExternalContact"), i.take, web.MaxBody(maxBytes+64<<10),
		web.Summary("Try or take contacts from a CSV or vCard file"))
}

type takeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Text    string `json:"text" minLength:"1" maxLength:"4194304" doc:"The file: CSV with a head, or vCards of version 2.1 to 4.0"`
		Preview bool   `json:"preview,omitempty" doc:"Nothing is kept"`
	}
}

type takeOutput struct {
	Body struct {
		Format string         `json:"format" enum:"csv,vcard"`
		Rows   []Row          `json:"rows" nullable:"false"`
		Counts map[string]int `json:"counts" doc:"Rows by state"`
	}
}

// take reads a file. Rows that are not valid are left out; the rest is kept, unless it is a preview.
func (i *Importer) take(ctx context.Context, in *takeInput) (*takeOutput, error) {
	var out takeOutput
	read := readCSV
	out.Body.Format = "csv"
	text := strings.TrimPrefix(in.Body.Text, "\ufeff")
	if strings.HasPrefix(strings.ToUpper(strings.TrimSpace(text)), "BEGIN:VCARD") {
		out.Body.Format, read = "vcard", readVCards
	}
	rows, err := read(text)
	if err != nil {
		return nil, fault.InvalidFields("The file cannot be read.", fault.Field{Location: "body.text", Message: err.Error()})
	}
	known, err := i.people.Known(ctx)
	if err != nil {
		return nil, err
	}
	changes := judge(rows, known)
	if !in.Body.Preview && len(changes) > 0 {
		if err := i.people.Put(ctx, in.OrgID, changes); err != nil {
			return nil, err
		}
	}
	out.Body.Rows, out.Body.Counts = rows, map[string]int{Added: 0, Changed: 0, Same: 0, Invalid: 0, Repeat: 0}
	for _, row := range rows {
		out.Body.Counts[row.State]++
		for i := range row.Problems {
			row.Problems[i].Message = web.Say(ctx, row.Problems[i].Message)
		}
	}
	return &out, nil
}

// judge says what becomes of each row, and returns what there is to keep.
func judge(rows []Row, known map[string]contact.Contact) (changes []contact.Contact) {
	seen := map[string]bool{}
	for i := range rows {
		row := &rows[i]
		row.Contact = row.Contact.Tidy()
		key := strings.ToLower(row.Contact.Email)
		old, there := known[key]
		row.Problems = row.Contact.Problems()
		if there {
			row.Contact = filledUp(row.Contact, old)
		}
		next := contact.Contact{
			ID: old.ID, FirstName: row.Contact.FirstName, LastName: row.Contact.LastName, Email: row.Contact.Email, Telephone: row.Contact.Telephone, Mobile: row.Contact.Mobile,
			Tags: row.Contact.Tags, Type: contact.External,
		}
		switch {
		case len(row.Problems) > 0:
			row.State = Invalid
			continue
		case seen[key]:
			row.State = Repeat
			continue
		case !there:
			row.State = Added
		case alike(next, old):
			row.State = Same
		default:
			row.State = Changed
		}
		seen[key] = true
		if row.State != Same {
			changes = append(changes, next)
		}
	}
	return changes
}

// filledUp is a draft that keeps what the contact has and the file does not say.
func filledUp(d contact.Draft, old contact.Contact) contact.Draft {
	for field, was := range map[*string]string{&d.Telephone: old.Telephone, &d.Mobile: old.Mobile} {
		if *field == "" {
			*field = was
		}
	}
	d.Tags = append(append([]string{}, old.Tags...), d.Tags...)
	return d.Tidy()
}

func alike(a, b contact.Contact) bool {
	return a.FirstName == b.FirstName && a.LastName == b.LastName && a.Telephone == b.Telephone && a.Mobile == b.Mobile && len(a.Tags) == len(b.Tags)
}
