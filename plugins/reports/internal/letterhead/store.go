package letterhead

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/store"
)

// logoRow is an organisation's logo as PNG.
type logoRow struct {
	OrgID   string `gorm:"primaryKey"`
	Content []byte
}

// TableName is where gorm finds logos.
func (logoRow) TableName() string { return "reports.logo" }

// Store keeps logos.
type Store struct{ db *store.DB }

// NewStore keeps in db.
func NewStore(db *store.DB) *Store { return &Store{db} }

// Logo is an organisation's logo as PNG; nil if it has none.
func (s *Store) Logo(ctx context.Context, orgID string) ([]byte, error) {
	var found []logoRow
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return tx.Limit(1).Find(&found, "org_id = ?", orgID).Error })
	if err != nil {
		return nil, fmt.Errorf("read the logo of %s: %w", orgID, err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return found[0].Content, nil
}

// put replaces an organisation's logo; nil removes it.
func (s *Store) put(ctx context.Context, orgID string, content []byte) error {
	row := logoRow{orgID, content}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if content == nil {
			return tx.Delete(&row).Error
		}
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
	})
	if err != nil {
		return fmt.Errorf("keep the logo of %s: %w", orgID, err)
	}
	return nil
}
