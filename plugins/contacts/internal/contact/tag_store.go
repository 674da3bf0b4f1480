package contact

import (
	"context"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// retag adds tags to contacts and takes others off. One that would have more tags than a contact may have keeps those that it had.
func (r contactRows) retag(ctx context.Context, orgID string, ids, add, remove []string) (changed int64, err error) {
	err = r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		changed, err = store.Exec(tx, `UPDATE contacts.contact c SET tags = n.tags FROM (
				SELECT o.id, coalesce((SELECT array_agg(t.tag ORDER BY t.place) FROM (
					SELECT DISTINCT ON (lower(u.tag)) u.tag, u.place FROM unnest(o.tags || ?::text[]) WITH ORDINALITY AS u(tag, place)
					WHERE lower(u.tag) <> ALL(?) ORDER BY lower(u.tag), u.place) t), '{}') AS tags
				FROM contacts.contact o WHERE o.id = ANY(?)) n
			WHERE c.id = n.id AND c.tags <> n.tags AND cardinality(n.tags) <= ?`, store.List(add), store.List(lower(remove)), store.List(ids), maxTags)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("tag contacts: %w", err)
	}
	return changed, nil
}

func lower(list []string) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = strings.ToLower(one)
	}
	return out
}

// replaceTag puts other tags, or none, in the place of one.
func (r contactRows) replaceTag(ctx context.Context, orgID, tag string, by []string) (changed int64, err error) {
	var ids []string
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		ids, err = store.Rows[string](tx, `SELECT id FROM contacts.contact WHERE lower(?) IN (SELECT lower(t) FROM unnest(tags) t)`, tag)
		return err
	})
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	remove := []string{tag}
	if len(by) > 0 && strings.EqualFold(by[0], tag) { // the same word, written otherwise: it must go before it comes
		if _, err := r.retag(ctx, orgID, ids, nil, remove); err != nil {
			return 0, err
		}
		remove = nil
	}
	if _, err := r.retag(ctx, orgID, ids, by, remove); err != nil {
		return 0, err
	}
	return int64(len(ids)), nil
}

// tags are those that contacts have, by their names.
func (r contactRows) tags(ctx context.Context, seen Seen) (found []Tag, err error) {
	found = []Tag{}
	if !seen.External {
		return found, nil
	}
	err = r.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Tag](tx, `SELECT min(t) AS name, count(*) AS count FROM contacts.contact, unnest(tags) t GROUP BY lower(t) ORDER BY lower(t)`)
		return err
	})
	return found, err
}

// counts are how many contacts of each type there are to be seen.
func (r contactRows) counts(ctx context.Context, seen Seen) (internal, external int64, err error) {
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		var found []struct {
			Type  string
			Count int64
		}
		if err := people(tx, web.Caller(ctx).OrgID, seen).Select("c.type, count(*) AS count").Group("c.type").Scan(&found).Error; err != nil {
			return err
		}
		for _, one := range found {
			if one.Type == Internal {
				internal = one.Count
			} else {
				external = one.Count
			}
		}
		return nil
	})
	return internal, external, err
}
