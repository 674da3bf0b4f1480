package postgres

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/seal"
	"outrider.dev/sdk/store"
)

// Keys keeps the installation's keys.
type Keys struct{ db Everywhere }

// Everywhere is the part of store.DB that works beyond organisations.
type Everywhere interface {
	InAll(ctx context.Context, do func(tx *gorm.DB) error) error
}

// NewKeys returns the keys over a database.
func NewKeys(db Everywhere) *Keys { return &Keys{db} }

// SigningKey is a key that signs packages.
type SigningKey struct {
	Private ed25519.PrivateKey
	Since   time.Time
}

type seedRow struct {
	Seed      []byte
	CreatedAt time.Time
}

// All are the keys, the newest first; without one it is made.
func (k *Keys) All(ctx context.Context) (list []SigningKey, err error) {
	err = k.db.InAll(ctx, func(tx *gorm.DB) error {
		rows, err := seeds(tx)
		if err == nil && len(rows) == 0 {
			if err = addSeed(tx); err == nil {
				rows, err = seeds(tx)
			}
		}
		list = nil
		for _, r := range rows {
			list = append(list, SigningKey{ed25519.NewKeyFromSeed(r.Seed), r.CreatedAt})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the keys of packages: %w", err)
	}
	return list, nil
}

func seeds(tx *gorm.DB) (rows []seedRow, err error) {
	rows, err = store.Rows[seedRow](tx, `SELECT seed, created_at FROM alerts.signing_key WHERE org_id = '*' ORDER BY created_at DESC, id`)
	return rows, err
}

// addSeed makes a key, unless another process has just done so.
func addSeed(tx *gorm.DB) error {
	if _, err := store.Exec(tx, `SELECT outrider.wait_lock('signing_key')`); err != nil {
		return err
	}
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed)                                                        // never fails
	public, _ := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey) // that is what it is
	_, err := store.Exec(tx, `INSERT INTO alerts.signing_key (id, seed, created_at) SELECT ?, ?, now() WHERE NOT EXISTS (SELECT FROM alerts.signing_key)`,
		seal.Fingerprint(public), seed)
	return err
}
