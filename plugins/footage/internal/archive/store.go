package archive

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Store keeps zips that may be fetched once, by the hash of the secret in their address.
type Store struct{ db *store.DB }

// NewStore keeps zips in db.
func NewStore(db *store.DB) *Store { return &Store{db} }

// Add lets a zip be fetched with a secret until an instant.
func (s *Store) Add(ctx context.Context, z Zip, secret string, until time.Time) error {
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

// Take is the zip of a secret, which is good for nothing from then on; ErrGone. It forgets those whose time is over too.
func (s *Store) Take(ctx context.Context, secret string, now time.Time) (z Zip, err error) {
	hash := sha256.Sum256([]byte(secret))
	files := ""
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		if err := tx.Exec(`DELETE FROM footage.archive WHERE expires_at < ?`, now).Error; err != nil {
			return err
		}
		return tx.Raw(`DELETE FROM footage.archive WHERE token_sha256 = ? RETURNING files`, hash[:]).Scan(&files).Error
	})
	if err == nil && files == "" {
		err = ErrGone
	}
	if err == nil {
		err = json.Unmarshal([]byte(files), &z)
	}
	if err != nil {
		return Zip{}, fmt.Errorf("find a zip: %w", err)
	}
	return z, nil
}
