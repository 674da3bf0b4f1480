package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Flag flags alerts that the caller of ctx sees, or takes their flags away together with the comments. It returns the ids of the changed.
func (s *Store) Flag(ctx context.Context, ids []string, flagged bool, comment string) (changed []string, err error) {
	caller := web.Caller(ctx)
	seen, seenArgs := s.seen(caller)
	action := "unflagged"
	if flagged {
		action = "flagged"
	} else {
		comment = ""
	}
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		changed = nil
		args := append([]any{caller.OrgID, &ids}, seenArgs...)
		args = append(args, flagged, comment, flagged, comment)
		changed, err = store.Rows[string](tx, locked(seen+` AND (a.flagged, a.flag_comment) IS DISTINCT FROM (?, ?)`)+`
			UPDATE alerts.alert a SET flagged = ?, flag_comment = ? FROM locked l WHERE a.org_id = l.org_id AND a.id = l.id RETURNING a.id::text`, args...)
		if err != nil || len(changed) == 0 {
			return err
		}
		return s.log(tx, caller, changed, action, comment)
	})
	return changed, wrap(err, "flag alerts")
}

// Flagged lists the flagged alerts of a time that the caller of ctx sees, a page of q, the newest first.
func (s *Store) Flagged(ctx context.Context, q Query) (Page, error) {
	yes := true
	q.Flagged = &yes
	return s.Search(ctx, q)
}

// HasDriven reports whether somebody has driven for the organisation of the caller of ctx.
func (s *Store) HasDriven(ctx context.Context, driverID string) (known bool, err error) {
	orgID := web.Caller(ctx).OrgID
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		known, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM alerts.drive WHERE org_id = ? AND driver_id = ?)`, orgID, driverID)
		return err
	})
	return known, wrap(err, "look for driver "+driverID)
}

// Tag is how an alert counts in a driver's score.
type Tag struct {
	AlertID, DriverID, VehicleID, Subcategory string
	TagID                                     int
	EventTime                                 string
}

// SaveTag keeps the tag of an alert, in place of an earlier one.
func (s *Store) SaveTag(ctx context.Context, t Tag) error {
	orgID := web.Caller(ctx).OrgID
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return s.saveTag(tx, orgID, t) })
	return wrap(err, "save the tag of alert "+t.AlertID)
}

func (s *Store) saveTag(tx *gorm.DB, orgID string, t Tag) error {
	_, err := store.Exec(tx, `INSERT INTO alerts.driving_tag (org_id, alert_id, driver_id, vehicle_id, subcategory, tag_id, event_time, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, alert_id) DO UPDATE SET driver_id = excluded.driver_id, vehicle_id = excluded.vehicle_id, subcategory = excluded.subcategory,
			tag_id = excluded.tag_id, event_time = excluded.event_time, at_ms = excluded.at_ms`,
		orgID, t.AlertID, t.DriverID, t.VehicleID, t.Subcategory, t.TagID, t.EventTime, s.now().UnixMilli())
	return err
}

// Rate says how the driving of an alert was that the caller of ctx sees, and how that counts in the driver's score; nil: it does not. Both are kept, or
// neither is.
func (s *Store) Rate(ctx context.Context, id, quality string, tag *Tag) (changed bool, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		ids, err := s.apply(tx, caller, []string{id}, Change{Quality: &quality})
		changed = len(ids) > 0
		if err != nil || tag == nil || !changed {
			return err
		}
		return s.saveTag(tx, caller.OrgID, *tag)
	})
	return changed, wrap(err, "rate alert "+id)
}

// Exported writes that the caller of ctx took alerts away in a file.
func (s *Store) Exported(ctx context.Context, ids []string, detail string) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error { return s.log(tx, caller, ids, "exported", detail) })
	return wrap(err, "log an export")
}
