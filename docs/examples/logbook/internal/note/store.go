package note

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// noteRow is how a note is kept. Nothing outside this file knows it.
type noteRow struct {
	OrgID     string
	ID        string
	VehicleID string
	Text      string
	AuthorID  string
	Author    string
	At        time.Time
}

// TableName is where gorm finds notes.
func (noteRow) TableName() string { return "note" }

// noteRows keeps notes. Whatever a query says, a transaction sees the rows of one organisation alone: the database holds it to that.
type noteRows struct{ db *store.DB }

// page reads the page of notes that q asks for. seen is a condition on n.vehicle_id: what the caller may see.
func (r noteRows) page(ctx context.Context, q *web.ListQuery, seen string, args []any) (found []Note, total int64, err error) {
	found = []Note{}
	err = r.db.Read(ctx, func(tx *gorm.DB) error {
		about := tx.Table("note AS n").Joins("JOIN fleet_vehicle v ON v.org_id = n.org_id AND v.id = n.vehicle_id AND NOT v.deleted").
			Select("n.id", "n.vehicle_id", "v.name AS vehicle_name", "n.text", "n.author", "n.at").Where(seen, args...)
		total, err = store.FindPage(about, q, &found)
		return err
	})
	return found, total, err
}

// insert writes a note, and tells everybody in the same transaction: the event goes out exactly if the note is there, and so does the alert of an urgent one.
func (r noteRows) insert(ctx context.Context, orgID string, n Note, urgent bool) error {
	return r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		row := noteRow{OrgID: orgID, ID: n.ID, VehicleID: n.VehicleID, Text: n.Text, AuthorID: n.AuthorID, Author: n.Author, At: n.At}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := events.Publish(tx, orgID, "event.logbook.note", n); err != nil || !urgent {
			return err
		}
		return events.RaiseAlert(tx, orgID, "logbook", events.AlertRaised{
			ID: n.ID, Type: "logbook_note", VehicleID: n.VehicleID, TimeMs: n.At.UnixMilli(), Values: map[string]any{"note": n.Text, "written_by": n.Author},
		})
	})
}

// remove deletes a note, and reports whether there was one.
func (r noteRows) remove(ctx context.Context, orgID, id, seen string, args []any) (gone bool, err error) {
	err = r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		done := tx.Where("id = ?", id).Where(seen, args...).Delete(&noteRow{})
		gone = done.RowsAffected > 0
		return done.Error
	})
	return gone, err
}

// rename writes an author's new name to all notes of that author.
func (r noteRows) rename(ctx context.Context, orgID, authorID, name string) error {
	return r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return tx.Model(&noteRow{}).Where("author_id = ?", authorID).Update("author", name).Error
	})
}
