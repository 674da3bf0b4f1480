package contact

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// contactRows keeps contacts, and users as they are told of.
type contactRows struct{ db *store.DB }

// row is a contact as queries of this file read one.
type row struct {
	ID, FirstName, LastName, Telephone, Mobile, Email, Type, Role string
	Tags                                                          json.RawMessage
}

func (r row) contact() (Contact, error) {
	c := Contact{ID: r.ID, FirstName: r.FirstName, LastName: r.LastName, Telephone: r.Telephone, Mobile: r.Mobile, Email: r.Email, Type: r.Type, Role: r.Role}
	if err := json.Unmarshal(r.Tags, &c.Tags); err != nil {
		return Contact{}, fmt.Errorf("read the tags of contact %s: %w", r.ID, err)
	}
	return c, nil
}

func contactsOf(rows []row) ([]Contact, error) {
	found := make([]Contact, len(rows))
	for i, r := range rows {
		var err error
		if found[i], err = r.contact(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// people are all contacts as one table, c: who has neither name is left out, and so are users who are disabled.
func people(tx *gorm.DB, orgID string, seen Seen) *gorm.DB {
	const externals = `SELECT 'External' AS type, id, first_name, last_name, telephone, mobile, email, tags, '' AS role, btrim(first_name || ' ' || last_name) AS name
		FROM contacts.contact WHERE org_id = ? AND ?`
	const internals = `SELECT 'Internal' AS type, id, first_name, last_name, telephone, mobile, email, '{}'::text[] AS tags, role, btrim(first_name || ' ' || last_name) AS name
		FROM contacts.person WHERE org_id = ? AND NOT disabled AND ? AND (? OR group_id = ANY(?))`
	return tx.Table("("+externals+" UNION ALL "+internals+") AS c", orgID, seen.External, orgID, seen.Users, seen.All, store.List(seen.Groups)).Where("c.name <> ''")
}

const columns = `c.id, c.first_name, c.last_name, c.telephone, c.mobile, c.email, c.type, c.role, to_json(c.tags) AS tags`

// page reads the page of contacts that q asks for.
func (r contactRows) page(ctx context.Context, q *web.ListQuery, seen Seen) (found []Contact, total int64, err error) {
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		var read []row
		total, err = store.FindPage(people(tx, web.Caller(ctx).OrgID, seen).Select(columns), q, &read)
		if err != nil {
			return err
		}
		found, err = contactsOf(read)
		return err
	})
	return found, total, err
}

// some reads contacts by their ids.
func (r contactRows) some(ctx context.Context, ids []string, seen Seen) (found []Contact, err error) {
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		var read []row
		if err := people(tx, web.Caller(ctx).OrgID, seen).Select(columns).Where("c.id = ANY(?)", store.List(ids)).Scan(&read).Error; err != nil {
			return fmt.Errorf("read contacts: %w", err)
		}
		found, err = contactsOf(read)
		return err
	})
	return found, err
}

// kind finds out what an id is.
func (r contactRows) kind(ctx context.Context, id string) (isUser, isContact bool, err error) {
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		one, err := store.One[struct{ IsUser, IsContact bool }](tx, `SELECT EXISTS (SELECT FROM contacts.person WHERE id = ? AND NOT disabled) AS is_user,
			EXISTS (SELECT FROM contacts.contact WHERE id = ?) AS is_contact`, id, id)
		isUser, isContact = one.IsUser, one.IsContact
		return err
	})
	return isUser, isContact, err
}

const returned = ` RETURNING id, first_name, last_name, telephone, mobile, email, 'External' AS type, '' AS role, to_json(tags) AS tags`

func (r contactRows) insert(ctx context.Context, orgID, id string, d Draft) (made Contact, err error) {
	return r.write(ctx, orgID, `INSERT INTO contacts.contact (org_id, id, first_name, last_name, email, telephone, mobile, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`+returned,
		orgID, id, d.FirstName, d.LastName, d.Email, d.Telephone, d.Mobile, store.List(d.Tags))
}

func (r contactRows) update(ctx context.Context, orgID, id string, d Draft) (changed Contact, err error) {
	return r.write(ctx, orgID, `UPDATE contacts.contact SET first_name = ?, last_name = ?, email = ?, telephone = ?, mobile = ?, tags = ? WHERE id = ?`+returned,
		d.FirstName, d.LastName, d.Email, d.Telephone, d.Mobile, store.List(d.Tags), id)
}

func (r contactRows) write(ctx context.Context, orgID, statement string, args ...any) (written Contact, err error) {
	err = r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		one, err := store.One[row](tx, statement, args...)
		if err != nil {
			return err
		}
		written, err = one.contact()
		return err
	})
	switch {
	case store.Violates(err, "contact_email_unique"):
		return Contact{}, errTaken
	case err != nil:
		return Contact{}, fmt.Errorf("write a contact: %w", err)
	}
	return written, nil
}

// remove deletes external contacts, and takes them off the lists that they are on.
func (r contactRows) remove(ctx context.Context, orgID string, ids []string) (removed int64, err error) {
	err = r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		removed, err = store.Exec(tx, `DELETE FROM contacts.contact WHERE id = ANY(?)`, store.List(ids))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("remove contacts: %w", err)
	}
	return removed, nil
}

// keepPerson writes how a user is now. Events of one user come in order.
func (r contactRows) keepPerson(ctx context.Context, orgID string, u events.UserChanged) error {
	return r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if u.Erased {
			return forgetPerson(tx, orgID, u.ID)
		}
		if u.FirstName == "" && u.LastName == "" { // of a host that told whole names alone
			u.LastName = u.Name
		}
		_, err := store.Exec(tx, `INSERT INTO contacts.person (org_id, id, first_name, last_name, telephone, mobile, email, role, group_id, disabled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name, telephone = excluded.telephone, mobile = excluded.mobile,
			email = excluded.email, role = excluded.role, group_id = excluded.group_id, disabled = excluded.disabled`,
			orgID, u.ID, u.FirstName, u.LastName, u.Telephone, u.Mobile, u.Email, u.Role, u.GroupID, u.Disabled)
		return err
	})
}

// forgetPerson removes somebody who was erased; a list that has the id shows nobody for it.
func forgetPerson(tx *gorm.DB, orgID, id string) error {
	_, err := store.Exec(tx, `DELETE FROM contacts.person WHERE org_id = ? AND id = ?`, orgID, id)
	return err
}
