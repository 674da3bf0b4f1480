// Package usage is where contacts are used: which things of other plugins tell whom.
package usage

import (
	"context"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Usages knows where contacts are used.
type Usages struct{ db *store.DB }

// New keeps it in db.
func New(db *store.DB) *Usages { return &Usages{db} }

// Register lists the operations.
func (u *Usages) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/contacts/usage", web.NeedsAny("listExternalContacts", "listUsers"), u.usage, web.ReadsOnly(),
		web.Summary("Which reports, geofences and other things tell some contacts"))
}

// Usage is one thing that tells somebody.
type Usage struct {
	Kind   string `json:"kind"`
	ID     string `json:"id" doc:"Of the contact, user or list"`
	Plugin string `json:"plugin"`
	Thing  string `json:"thing" doc:"What it is called"`
	Path   string `json:"path" doc:"The page that shows it, or empty"`
	Via    string `json:"via,omitempty" doc:"The distribution list by which it is told"`
}

type usageInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		IDs []string `json:"ids" minItems:"1" maxItems:"2000" nullable:"false" doc:"Of contacts, users or lists"`
	}
}

type usageOutput struct {
	Body struct {
		Usage []Usage `json:"usage" nullable:"false"`
	}
}

func (u *Usages) usage(ctx context.Context, in *usageInput) (*usageOutput, error) {
	var out usageOutput
	err := u.db.Read(ctx, func(tx *gorm.DB) (err error) {
		out.Body.Usage, err = store.Rows[Usage](tx, `SELECT kind, member_id AS id, plugin, name AS thing, path, '' AS via FROM contacts.usage WHERE member_id = ANY(?)
			UNION ALL SELECT m.kind, m.member_id, s.plugin, s.name, s.path, l.name FROM contacts.list_member m JOIN contacts.list l ON l.org_id = m.org_id AND l.id = m.list_id
			JOIN contacts.usage s ON s.org_id = m.org_id AND s.kind = 'list' AND s.member_id = m.list_id WHERE m.member_id = ANY(?)
			ORDER BY 4, 2 LIMIT 2000`, store.List(in.Body.IDs), store.List(in.Body.IDs))
		return err
	})
	return &out, err
}

// Changed keeps whom a thing tells now. Events of one plugin come in order, and each says all of it.
func (u *Usages) Changed(ctx context.Context, e events.Event[events.RecipientsChanged]) error {
	if err := check(e.Data); err != nil {
		return events.Permanent(err)
	}
	kinds, ids := []string{}, []string{}
	for _, one := range e.Data.Recipients {
		if one.Kind != events.RecipientAddress {
			kinds, ids = append(kinds, one.Kind), append(ids, one.ID)
		}
	}
	plugin := schema.Owner(e.Type)
	return u.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `DELETE FROM contacts.usage WHERE plugin = ? AND thing_id = ?`, plugin, e.Data.ID); err != nil {
			return err
		}
		_, err := store.Exec(tx, `INSERT INTO contacts.usage (org_id, plugin, thing_id, kind, member_id, name, path) SELECT ?, ?, ?, m.kind, m.id, ?, ? FROM unnest(?::text[], ?::text[]) AS m(kind, id)
			ON CONFLICT DO NOTHING`, e.OrgID, plugin, e.Data.ID, e.Data.Name, e.Data.Path, store.List(kinds), store.List(ids))
		return err
	})
}

func check(r events.RecipientsChanged) error {
	if r.ID == "" || r.Name == "" || r.Path != "" && !strings.HasPrefix(r.Path, "/") {
		return fmt.Errorf("the recipients of %q name no thing", r.ID)
	}
	return nil
}
