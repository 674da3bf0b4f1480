package contact

import (
	"context"
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

// Put adds contacts, and changes those that have an id, all of them or none.
func (c *Contacts) Put(ctx context.Context, orgID string, changes []Contact) error {
	err := c.rows.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for _, one := range changes {
			if one.ID == "" {
				one.ID = uuid.NewString()
			}
			_, err := store.Exec(tx, `INSERT INTO contacts.contact (org_id, id, first_name, last_name, email, telephone, mobile, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (org_id, id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, telephone = excluded.telephone,
				mobile = excluded.mobile, tags = excluded.tags`, orgID, one.ID, one.FirstName, one.LastName, one.Email, one.Telephone, one.Mobile, store.List(one.Tags))
			if err != nil {
				return fmt.Errorf("keep contact %s: %w", one.Email, err)
			}
		}
		return nil
	})
	if store.Violates(err, "contact_email_unique") {
		return errTaken
	}
	return err
}
