package policy

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/store"
)

// Store keeps what organisations have decided, and counts what they have.
type Store struct {
	db           *store.DB
	installation Installation
}

// NewStore keeps policies in db; installation is for those who have decided nothing.
func NewStore(db *store.DB, installation Installation) *Store {
	return &Store{db, installation}
}

// Installation is what holds for those who have decided nothing.
func (s *Store) Installation() Installation { return s.installation }

// policyRow is what an organisation has decided.
type policyRow struct {
	OrgID         string `gorm:"primaryKey"`
	QuotaBytes    *int64
	Watermark     bool
	RetentionDays map[string]int `gorm:"serializer:json"`
}

// TableName is where gorm finds policies.
func (policyRow) TableName() string { return "footage.policy" }

func (r policyRow) policy() Policy {
	p := Policy{QuotaBytes: r.QuotaBytes, Watermark: r.Watermark, RetentionDays: r.RetentionDays}
	if p.RetentionDays == nil {
		p.RetentionDays = map[string]int{}
	}
	return p
}

// Of is what an organisation has decided.
func (s *Store) Of(ctx context.Context, orgID string) (p Policy, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		p, err = readPolicy(tx, orgID)
		return err
	})
	if err != nil {
		return Policy{}, fmt.Errorf("read the policy of %s: %w", orgID, err)
	}
	return p, nil
}

// readPolicy is what an organisation has decided; nothing, if it has no row.
func readPolicy(tx *gorm.DB, orgID string) (Policy, error) {
	var found []policyRow
	if err := tx.Limit(1).Find(&found, "org_id = ?", orgID).Error; err != nil || len(found) == 0 {
		return policyRow{}.policy(), err
	}
	return found[0].policy(), nil
}

// Change lets do change what an organisation has decided; changes at the same time wait for each other.
func (s *Store) Change(ctx context.Context, orgID string, do func(*Policy) error) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		row := policyRow{OrgID: orgID, RetentionDays: map[string]int{}}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		if err := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Take(&row).Error; err != nil {
			return err
		}
		p := row.policy()
		if err := do(&p); err != nil {
			return err
		}
		row.QuotaBytes, row.Watermark, row.RetentionDays = p.QuotaBytes, p.Watermark, p.RetentionDays
		return tx.Save(&row).Error
	})
	if err != nil {
		return fmt.Errorf("change the policy of %s: %w", orgID, err)
	}
	return nil
}

// Room is what an organisation has, and may have.
func (s *Store) Room(ctx context.Context, orgID string) (room Room, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		p, err := readPolicy(tx, orgID)
		if err != nil {
			return err
		}
		room, err = store.One[Room](tx, `SELECT coalesce(sum(size + thumbnail_size), 0) AS used, count(*) AS files FROM footage.file WHERE org_id = ? AND status = 'success'`, orgID)
		room.Quota = s.installation.Quota(p)
		return err
	})
	if err != nil {
		return Room{}, fmt.Errorf("count the files of %s: %w", orgID, err)
	}
	return room, nil
}
