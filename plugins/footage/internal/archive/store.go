package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/footage/internal/archive"
	"outrider.dev/sdk/store"
)

var _ archive.Tickets = (*Archives)(nil)

// Archives keeps zips that may be fetched once, by the hash of the secret in their address.
type Archives struct{ db *store.DB }

// NewArchives keeps zips in db.
func NewArchives(db *store.DB) *Archives { return &Archives{db} }

// Add lets a zip be fetched with a secret until an instant.
func (s *Archives) Add(ctx context.Context, z archive.Zip, secret string, until time.Time) error {
	files, err := json.Marshal(z)
	if err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(secret))
	err = s.db.InOrg(ctx, z.OrgID, func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO footage.archive (org_id, token_sha256, files, expires_at) VALUES (?, ?, ?::jsonb, ?)`, z.OrgID, hash[:], string(files), until).Error
	})
	if err != nil {
		return fmt.Errorf("keep a zip: %w", err)
	}
	return nil
}

// Take is the zip of a secret, which is good for nothing from then on; archive.ErrGone. It forgets those whose time is over too.
func (s *Archives) Take(ctx context.Context, secret string, now time.Time) (z archive.Zip, err error) {
	hash := sha256.Sum256([]byte(secret))
	files := ""
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		if err := tx.Exec(`DELETE FROM footage.archive WHERE expires_at < ?`, now).Error; err != nil {
			return err
		}
		return tx.Raw(`DELETE FROM footage.archive WHERE token_sha256 = ? RETURNING files`, hash[:]).Scan(&files).Error
	})
	if err == nil && files == "" {
		err = archive.ErrGone
	}
	if err == nil {
		err = json.Unmarshal([]byte(files), &z)
	}
	if err != nil {
		return archive.Zip{}, fmt.Errorf("find a zip: %w", err)
	}
	return z, nil
}
