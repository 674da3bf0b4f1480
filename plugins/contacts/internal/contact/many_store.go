package contact

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Known are the external contacts by their addresses in lower case.
func (c *Contacts) Known(ctx context.Context) (map[string]Contact, error) {
	known := map[string]Contact{}
	err := c.rows.db.Read(ctx, func(tx *gorm.DB) error {
		read, err := store.Rows[row](tx, `SELECT id, first_name, last_name, telephone, mobile, email, 'External' AS type, '' AS role, to_json(tags) AS tags FROM contacts.contact`)
		if err != nil {
			return err
		}
		found, err := contactsOf(read)
		for _, one := range found {
			known[strings.ToLower(one.Email)] = one
		}
		return err
	})
	return known, err
}

// kept is a contact as one statement takes many of them.
type kept struct {
	ID        string   `json:"id"`
	FirstName string   `json:"first_name"`
	LastName  string   `json:"last_name"`
	Email     string   `json:"email"`
	Telephone string   `json:"telephone"`
	Mobile    string   `json:"mobile"`
	Tags      []string `json:"tags"`
}

// Put adds contacts, and changes those that have an id, all of them or none. It is one statement: thousands of them would outlast a request on a busy machine.
func (c *Contacts) Put(ctx context.Context, orgID string, changes []Contact) error {
	list := make([]kept, len(changes))
	for i, one := range changes {
		list[i] = kept{cmp.Or(one.ID, uuid.NewString()), one.FirstName, one.LastName, one.Email, one.Telephone, one.Mobile, one.Tags}
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("write contacts: %w", err)
	}
	err = c.rows.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO contacts.contact (org_id, id, first_name, last_name, email, telephone, mobile, tags)
			SELECT ?, c.id, c.first_name, c.last_name, c.email, c.telephone, c.mobile, coalesce(c.tags, '{}')
			FROM jsonb_to_recordset(?::jsonb) AS c (id text, first_name text, last_name text, email text, telephone text, mobile text, tags text[])
			ON CONFLICT (org_id, id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, telephone = excluded.telephone,
			mobile = excluded.mobile, tags = excluded.tags`, orgID, string(raw))
		return err
	})
	switch {
	case store.Violates(err, "contact_email_unique"):
		return errTaken
	case err != nil:
		return fmt.Errorf("keep %d contacts: %w", len(changes), err)
	}
	return nil
}
