package list

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/contacts/internal/contact"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// listRows keeps lists.
type listRows struct{ db *store.DB }

// all are the lists by their names. Members who are gone or disabled are left out.
func (r listRows) all(ctx context.Context) (found []List, err error) {
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		read, err := store.Rows[struct {
			ID, Name string
			Members  json.RawMessage
		}](tx, `SELECT l.id, l.name, coalesce((SELECT json_agg(json_build_object('kind', m.kind, 'id', m.member_id) ORDER BY m.kind, m.member_id) FROM contacts.list_member m
			WHERE m.org_id = l.org_id AND m.list_id = l.id AND (EXISTS (SELECT FROM contacts.contact c WHERE m.kind = 'contact' AND c.org_id = m.org_id AND c.id = m.member_id)
				OR EXISTS (SELECT FROM contacts.person p WHERE m.kind = 'user' AND p.org_id = m.org_id AND p.id = m.member_id AND NOT p.disabled))), '[]') AS members
			FROM contacts.list l ORDER BY lower(l.name)`)
		found = make([]List, len(read))
		for i, one := range read {
			found[i] = List{ID: one.ID, Name: one.Name}
			if err := json.Unmarshal(one.Members, &found[i].Members); err != nil {
				return fmt.Errorf("read who is on list %s: %w", one.ID, err)
			}
		}
		return err
	})
	return found, err
}

// put writes a list with its members.
func (r listRows) put(ctx context.Context, orgID string, l List, isNew bool) error {
	err := r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		statement := `UPDATE contacts.list SET name = ? WHERE org_id = ? AND id = ?`
		if isNew {
			statement = `INSERT INTO contacts.list (name, org_id, id) VALUES (?, ?, ?)`
		}
		if changed, err := store.Exec(tx, statement, l.Name, orgID, l.ID); err != nil || changed == 0 {
			return orNone(err)
		}
		kinds, ids := make([]string, len(l.Members)), make([]string, len(l.Members))
		for i, m := range l.Members {
			kinds[i], ids[i] = m.Kind, m.ID
		}
		if _, err := store.Exec(tx, `DELETE FROM contacts.list_member WHERE list_id = ?`, l.ID); err != nil {
			return err
		}
		_, err := store.Exec(tx, `INSERT INTO contacts.list_member (org_id, list_id, kind, member_id) SELECT ?, ?, m.kind, m.id FROM unnest(?::text[], ?::text[]) AS m(kind, id)
			WHERE EXISTS (SELECT FROM contacts.contact c WHERE m.kind = 'contact' AND c.id = m.id) OR EXISTS (SELECT FROM contacts.person p WHERE m.kind = 'user' AND p.id = m.id)
			ON CONFLICT DO NOTHING`, orgID, l.ID, store.List(kinds), store.List(ids))
		return err
	})
	if store.Violates(err, "list_name_unique") {
		return errTaken
	}
	return err
}

func orNone(err error) error {
	if err == nil {
		return errNone
	}
	return err
}

func (r listRows) remove(ctx context.Context, orgID, id string) (gone bool, err error) {
	err = r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		changed, err := store.Exec(tx, `DELETE FROM contacts.list WHERE id = ?`, id)
		gone = changed > 0
		return err
	})
	return gone, err
}

// resolve reads who is meant by each of some recipients.
func (r listRows) resolve(ctx context.Context, asked []events.Recipient, seen contact.Seen) (found []Resolved, err error) {
	kinds, ids := make([]string, len(asked)), make([]string, len(asked))
	for i, one := range asked {
		kinds[i], ids[i] = one.Kind, one.ID
	}
	const statement = `WITH asked AS (SELECT * FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS a(kind, id, place)),
		wanted AS (
			SELECT a.place, a.kind, a.id, CASE WHEN a.kind = 'list' THEN l.name END AS list_name, coalesce(m.kind, a.kind) AS person_kind, coalesce(m.member_id, a.id) AS person_id,
				a.kind = 'list' AND l.id IS NULL OR a.kind = 'list' AND m.member_id IS NULL AS empty, l.id IS NOT NULL AS is_list
			FROM asked a LEFT JOIN contacts.list l ON a.kind = 'list' AND l.id = a.id LEFT JOIN contacts.list_member m ON m.list_id = l.id)
		SELECT w.place, w.kind, w.id, w.is_list, coalesce(w.list_name, btrim(p.first_name || ' ' || p.last_name), btrim(c.first_name || ' ' || c.last_name),
			CASE WHEN w.kind = 'address' THEN w.id END, '') AS name,
			coalesce(btrim(p.first_name || ' ' || p.last_name), btrim(c.first_name || ' ' || c.last_name), '') AS person, coalesce(p.id, '') AS user_id,
			coalesce(p.email, c.email, CASE WHEN w.kind = 'address' THEN w.id END, '') AS email
		FROM wanted w
		LEFT JOIN contacts.person p ON NOT w.empty AND w.person_kind = 'user' AND p.id = w.person_id AND NOT p.disabled AND (w.is_list OR ? AND (? OR p.group_id = ANY(?)))
		LEFT JOIN contacts.contact c ON NOT w.empty AND w.person_kind = 'contact' AND c.id = w.person_id AND (w.is_list OR ?)
		ORDER BY w.place, 6, 8`
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		read, err := store.Rows[struct {
			Place                                 int
			Kind, ID, Name, Person, Email, UserID string
			IsList                                bool
		}](tx, statement, store.List(kinds), store.List(ids), seen.Users, seen.All, store.List(seen.Groups), seen.External)
		last := 0
		for _, one := range read {
			if one.Place != last {
				found, last = append(found, Resolved{Kind: one.Kind, ID: one.ID, Name: one.Name, Gone: !one.IsList && one.Email == "", People: []Person{}}), one.Place
			}
			if one.Email != "" && (one.Kind != events.RecipientAddress || contact.ValidEmail(one.Email)) {
				found[len(found)-1].People = append(found[len(found)-1].People, Person{Name: one.Person, Email: one.Email, UserID: one.UserID})
			}
		}
		return err
	})
	return found, err
}
