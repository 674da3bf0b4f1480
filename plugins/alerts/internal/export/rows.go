package export

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Rows is the Book in the plugin's database.
type Rows struct{ db DB }

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
}

// NewRows keeps the book in db.
func NewRows(db DB) Rows { return Rows{db} }

// fileRow is a file that is made, or was.
type fileRow struct {
	OrgID   string `gorm:"primaryKey"`
	Name    string `gorm:"primaryKey"`
	UserID  string
	BegunMs int64
	EndedMs *int64 // nil: it is being made
	Bytes   int64
}

// TableName is where gorm finds files.
func (fileRow) TableName() string { return "alerts.export" }

// Begin implements Book. The unique index decides between two that come at once.
func (r Rows) Begin(ctx context.Context, f File) (room int64, err error) {
	err = r.db.InOrg(ctx, f.OrgID, func(tx *gorm.DB) error {
		err := tx.Create(&fileRow{OrgID: f.OrgID, Name: f.Name, UserID: f.UserID, BegunMs: f.At.UnixMilli(), Bytes: OfFile}).Error
		if store.Violates(err, "export_one_at_a_time") {
			return ErrBusy
		}
		if err != nil {
			return err
		}
		type total struct {
			Files int
			Bytes int64
		}
		sum, err := store.One[total](tx, `SELECT count(*) FILTER (WHERE user_id = ? AND ended_ms IS NOT NULL) AS files, COALESCE(sum(bytes), 0) AS bytes FROM alerts.export WHERE org_id = ?`,
			f.UserID, f.OrgID)
		if err == nil && sum.Files >= OfUser {
			return ErrMany
		}
		room = min(OfFile, OfOrg-sum.Bytes+OfFile) // what is already reserved for this one
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("begin a file: %w", err)
	}
	return room, nil
}

// End implements Book.
func (r Rows) End(ctx context.Context, f File) error {
	err := r.db.InOrg(ctx, f.OrgID, func(tx *gorm.DB) error {
		ended := f.At.UnixMilli()
		return tx.Model(&fileRow{OrgID: f.OrgID, Name: f.Name}).Select("EndedMs", "Bytes").Updates(fileRow{EndedMs: &ended, Bytes: f.Bytes}).Error
	})
	if err != nil {
		return fmt.Errorf("end file %s: %w", f.Name, err)
	}
	return nil
}

// Forget implements Book.
func (r Rows) Forget(ctx context.Context, orgID, name string) error {
	err := r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return tx.Delete(&fileRow{OrgID: orgID, Name: name}).Error
	})
	if err != nil {
		return fmt.Errorf("forget file %s: %w", name, err)
	}
	return nil
}

// Old implements Book.
func (r Rows) Old(ctx context.Context, orgID string, madeBefore, begunBefore time.Time) (names []string, err error) {
	err = r.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return tx.Model(&fileRow{}).Where("org_id = ? AND (ended_ms < ? OR ended_ms IS NULL AND begun_ms < ?)", orgID, madeBefore.UnixMilli(), begunBefore.UnixMilli()).
			Order("begun_ms").Pluck("name", &names).Error
	})
	if err != nil {
		return nil, fmt.Errorf("find old files of %s: %w", orgID, err)
	}
	return names, nil
}
