package archive

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/store"
)

// ticketRow is a zip that may be fetched once.
type ticketRow struct {
	OrgID       string
	TokenSha256 []byte
	Files       Zip `gorm:"serializer:json"`
	ExpiresAt   time.Time
}

// TableName is where gorm finds them.
func (ticketRow) TableName() string { return "footage.archive" }

// Store keeps zips that may be fetched once, by the hash of the secret in their address.
type Store struct{ db *store.DB }

// NewStore keeps zips in db.
func NewStore(db *store.DB) *Store { return &Store{db} }

// Add lets a zip be fetched with a secret until an instant.
func (s *Store) Add(ctx context.Context, z Zip, secret string, until time.Time) error {
	hash := sha256.Sum256([]byte(secret))
	err := s.db.InOrg(ctx, z.OrgID, func(tx *gorm.DB) error {
		return tx.Create(&ticketRow{OrgID: z.OrgID, TokenSha256: hash[:], Files: z, ExpiresAt: until}).Error
	})
	if err != nil {
		return fmt.Errorf("keep a zip: %w", err)
	}
	return nil
}

// Take is the zip of a secret, which is good for nothing from then on; ErrGone. It forgets those whose time is over too.
func (s *Store) Take(ctx context.Context, secret string, now time.Time) (z Zip, err error) {
	hash := sha256.Sum256([]byte(secret))
	var taken []ticketRow
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("expires_at < ?", now).Delete(&ticketRow{}).Error; err != nil {
			return err
		}
		return tx.Clauses(clause.Returning{}).Where("token_sha256 = ?", hash[:]).Delete(&taken).Error
	})
	if err == nil && len(taken) == 0 {
		err = ErrGone
	}
	if err != nil {
		return Zip{}, fmt.Errorf("find a zip: %w", err)
	}
	return taken[0].Files, nil
}
