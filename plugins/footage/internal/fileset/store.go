package fileset

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// filesetChanged is the event of every change.
const filesetChanged = "event.footage.fileset"

// Store keeps filesets. Every change is told in an event of the same transaction.
type Store struct {
	db    *store.DB
	fleet *replica.Fleet
}

// NewStore keeps filesets in db.
func NewStore(db *store.DB, fleet *replica.Fleet) *Store { return &Store{db, fleet} }

// newFileset is a fileset as it is asked for; what else a row has comes later.
type newFileset struct {
	OrgID         string `gorm:"primaryKey"`
	ID            string `gorm:"primaryKey"`
	AlertID       string
	VehicleID     string
	DeviceID      string
	Description   string
	RequestedBy   string
	RequestedName string
}

// TableName is where gorm finds filesets.
func (newFileset) TableName() string { return "footage.fileset" }

// newFile is a file of one, as it is asked for.
type newFile struct {
	OrgID      string `gorm:"primaryKey"`
	ID         string `gorm:"primaryKey"`
	FilesetID  string
	DeviceID   string
	Position   int
	FileType   string
	Channel    int
	StartMs    int64
	DurationMs int64
}

// TableName is where gorm finds files.
func (newFile) TableName() string { return "footage.file" }

// shareRow is somebody who sees a fileset because it was shared.
type shareRow struct {
	OrgID     string `gorm:"primaryKey"`
	FilesetID string `gorm:"primaryKey"`
	UserID    string `gorm:"primaryKey"`
}

// TableName is where gorm finds shares.
func (shareRow) TableName() string { return "footage.share" }

// Add keeps a new fileset, whose id is made unless it has one; one that is there already is left as it is.
func (s *Store) Add(ctx context.Context, f Fileset) (added Fileset, err error) {
	if f.ID == "" {
		f.ID = uuid.NewString()
	}
	err = s.db.InOrg(ctx, f.OrgID, func(tx *gorm.DB) error { return s.add(tx, f, &added) })
	if err != nil {
		return Fileset{}, fmt.Errorf("add fileset %s: %w", f.ID, err)
	}
	return added, nil
}

func (s *Store) add(tx *gorm.DB, f Fileset, added *Fileset) error {
	done := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&newFileset{
		OrgID: f.OrgID, ID: f.ID, AlertID: f.AlertID, VehicleID: f.VehicleID, DeviceID: f.DeviceID, Description: f.Description,
		RequestedBy: f.RequestedBy, RequestedName: f.RequestedName,
	})
	if done.Error != nil {
		return done.Error
	}
	if done.RowsAffected == 1 && len(f.Files) > 0 {
		files := make([]newFile, len(f.Files))
		for i, one := range f.Files {
			files[i] = newFile{
				OrgID: f.OrgID, ID: uuid.NewString(), FilesetID: f.ID, DeviceID: f.DeviceID, Position: i, FileType: one.Type, Channel: one.Channel,
				StartMs: one.StartMs, DurationMs: one.DurationMs,
			}
		}
		if err := tx.Create(&files).Error; err != nil {
			return err
		}
	}
	found, err := s.read(tx, f.OrgID, `s.id = ?`, f.ID)
	if err != nil {
		return err
	}
	*added = found[0]
	if done.RowsAffected == 0 {
		return nil
	}
	return tell(tx, *added, false)
}

// VehicleName is what a vehicle is called; empty while that is not known here.
func (s *Store) VehicleName(ctx context.Context, orgID, vehicleID string) (name string, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		name, err = store.One[string](tx, `SELECT name FROM footage.fleet_vehicle WHERE org_id = ? AND id = ?`, orgID, vehicleID)
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNoRow) {
		return "", fmt.Errorf("find what vehicle %s is called: %w", vehicleID, err)
	}
	return name, nil
}

// Find is a fileset that the caller of ctx sees; ErrNotFound.
func (s *Store) Find(ctx context.Context, orgID, id string) (Fileset, error) {
	found, err := s.list(ctx, orgID, `s.id = ?`, id)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Fileset{}, fmt.Errorf("find fileset %s: %w", id, err)
	}
	return found[0], nil
}

// FindAll are those of some filesets that the caller of ctx sees.
func (s *Store) FindAll(ctx context.Context, orgID string, ids []string) ([]Fileset, error) {
	return s.list(ctx, orgID, `s.id = ANY(?)`, &ids)
}

// WithFiles are those filesets with some files that the caller of ctx sees.
func (s *Store) WithFiles(ctx context.Context, orgID string, fileIDs []string) ([]Fileset, error) {
	return s.list(ctx, orgID, `s.id IN (SELECT f.fileset_id FROM footage.file f WHERE f.org_id = s.org_id AND f.id = ANY(?))`, &fileIDs)
}

const isShared = `EXISTS (SELECT FROM footage.share h WHERE h.org_id = s.org_id AND h.fileset_id = s.id AND h.user_id = ?)`

// visible is the condition on s that the caller of ctx sees a fileset: its vehicle, or because it is shared with them.
func (s *Store) visible(ctx context.Context) (condition string, args []any) {
	caller := web.Caller(ctx)
	seen, args := s.fleet.Seen("s.vehicle_id", caller)
	return `(` + seen + ` OR ` + isShared + `)`, append(args, caller.UserID)
}

func (s *Store) list(ctx context.Context, orgID, where string, more ...any) (found []Fileset, err error) {
	condition, args := s.visible(ctx)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err = s.read(tx, orgID, condition+` AND `+where, append(args, more...)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list filesets: %w", err)
	}
	return found, nil
}

// Share shows a fileset to a user, or no more.
func (s *Store) Share(ctx context.Context, orgID, id, userID string, shared bool) error {
	row := shareRow{OrgID: orgID, FilesetID: id, UserID: userID}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if shared {
			return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
		}
		return tx.Delete(&row).Error
	})
	if err != nil {
		return fmt.Errorf("share fileset %s: %w", id, err)
	}
	return nil
}

// Delete removes a fileset; its files in the storage are the caller's affair.
func (s *Store) Delete(ctx context.Context, f Fileset) error {
	err := s.db.InOrg(ctx, f.OrgID, func(tx *gorm.DB) error {
		if err := end(tx, true, `org_id = ? AND fileset_id = ?`, f.OrgID, f.ID); err != nil {
			return err
		}
		if err := tx.Delete(&newFileset{OrgID: f.OrgID, ID: f.ID}).Error; err != nil {
			return err
		}
		return tell(tx, f, true)
	})
	if err != nil {
		return fmt.Errorf("delete fileset %s: %w", f.ID, err)
	}
	return nil
}
