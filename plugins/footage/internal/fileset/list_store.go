package fileset

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Fields are what lists of filesets are sorted, filtered and searched by.
var Fields = web.NewListFields("s.id", "-requested",
	web.ListField{Name: "name", Column: "s.description", Search: true},
	web.ListField{Name: "vehicle", Column: "coalesce(v.name, '')", Search: true},
	web.ListField{Name: "vehicle_id", Kind: web.OneOf, Column: "s.vehicle_id", Unsorted: true},
	web.ListField{Name: "device_id", Column: "s.device_id", Search: true},
	web.ListField{Name: "channels", Kind: web.Several, Column: "f.channels", Options: []string{"1", "2", "3", "4", "5", "6", "7", "8"}},
	web.ListField{Name: "types", Kind: web.Several, Column: "f.types", Options: device.FileTypes},
	web.ListField{Name: "requested", Kind: web.Time, Column: "s.created_at"},
	web.ListField{Name: "by", Column: "s.requested_name", Search: true},
	web.ListField{Name: "requested_by", Kind: web.OneOf, Column: "s.requested_by", Unsorted: true},
	web.ListField{Name: "status", Kind: web.OneOf, Column: "f.status", Order: "f.place", Options: statuses()},
	web.ListField{Name: "progress", Kind: web.Integer, Column: "f.progress"},
	web.ListField{Name: "size", Kind: web.Integer, Column: "f.size"},
	web.ListField{Name: "start", Kind: web.TimeMs, Column: "f.start_ms"},
	web.ListField{Name: "alert_id", Column: "s.alert_id", Unsorted: true},
)

func statuses() (list []string) {
	for _, s := range Order {
		list = append(list, s.Wire())
	}
	return list
}

// filesetSums are filesets with what their files come to; it says the same as the methods of Fileset.
const filesetSums = ` FROM footage.fileset s
	LEFT JOIN footage.fleet_vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id
	CROSS JOIN LATERAL (
		SELECT t.*, (ARRAY['created', 'accepted', 'in progress', 'complete', 'success', 'canceled'])[t.place] AS status FROM (
			SELECT coalesce(array_agg(DISTINCT x.channel::text) FILTER (WHERE x.channel > 0), '{}') AS channels,
				coalesce(array_agg(DISTINCT x.file_type), '{}') AS types, coalesce(min(x.start_ms), 0) AS start_ms,
				coalesce(sum(x.size) FILTER (WHERE x.status = 'success'), 0)::bigint AS size,
				coalesce(floor(avg(x.progress)), 0)::int AS progress,
				coalesce(min(array_position(ARRAY['created', 'accepted', 'in_progress', 'complete', 'success', 'canceled'], x.status)), 6) AS place
			FROM footage.file x WHERE x.org_id = s.org_id AND x.fileset_id = s.id) t) f
	WHERE s.org_id = ? AND `

// Seen lists a page of the filesets of vehicles that the caller of ctx sees, and of those shared with them; total counts all pages.
func (s *Store) Seen(ctx context.Context, orgID string, q *web.ListQuery) (found []Fileset, total int64, err error) {
	return s.page(ctx, orgID, q, `TRUE`)
}

// Own lists a page of the filesets that the caller of ctx asked for, and of those shared with them.
func (s *Store) Own(ctx context.Context, orgID string, q *web.ListQuery) (found []Fileset, total int64, err error) {
	user := web.Caller(ctx).UserID
	return s.page(ctx, orgID, q, `(s.requested_by = ? OR `+isShared+`)`, user, user)
}

func (s *Store) page(ctx context.Context, orgID string, q *web.ListQuery, more string, moreArgs ...any) (found []Fileset, total int64, err error) {
	seen, seenArgs := s.visible(ctx)
	asked, askedArgs := q.Where()
	from := filesetSums + seen + ` AND ` + more + ` AND ` + asked
	args := slices.Concat([]any{orgID}, seenArgs, moreArgs, askedArgs)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		total, err = store.One[int64](tx, `SELECT count(*)`+from, args...)
		if err != nil {
			return err
		}
		ids, err := store.Rows[string](tx, `SELECT s.id`+from+` ORDER BY `+q.OrderBy()+` LIMIT ? OFFSET ?`, append(slices.Clip(args), q.Size, q.Offset())...)
		if err != nil || len(ids) == 0 {
			return err
		}
		found, err = s.read(tx, orgID, `s.id = ANY(?)`, &ids)
		slices.SortFunc(found, func(a, b Fileset) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list filesets: %w", err)
	}
	return found, total, nil
}
