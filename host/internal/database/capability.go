package database

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// AllOrganisations is the organisation of a capability for a plugin's host-wide work.
const AllOrganisations = "*"

// Signer makes the capabilities that outrider.current_org() verifies.
type Signer struct{ key [sha256.BlockSize]byte }

// Sign returns the capability for one plugin to work on one organisation's rows until expires, whole seconds, rounded down.
func (s *Signer) Sign(orgID, pluginID string, expires time.Time) (string, error) {
	if orgID == "" || strings.Contains(orgID, "|") || pluginID == "" || strings.Contains(pluginID, "|") {
		return "", fmt.Errorf("sign a capability for organisation %q, plugin %q: not ids", orgID, pluginID)
	}
	message := orgID + "|" + pluginID + "|" + strconv.FormatInt(expires.Unix(), 10)
	mac := hmac.New(sha256.New, s.key[:])
	mac.Write([]byte(message))
	return message + "|" + hex.EncodeToString(mac.Sum(nil)), nil
}

// openSigner reads the newest key, making the first one.
func openSigner(ctx context.Context, pool *pgxpool.Pool) (*Signer, error) {
	s := &Signer{}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE outrider.capability_key IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		var inner []byte
		err := tx.QueryRow(ctx, `SELECT inner_pad FROM outrider.capability_key ORDER BY id DESC LIMIT 1`).Scan(&inner)
		if errors.Is(err, pgx.ErrNoRows) {
			rand.Read(s.key[:])
			_, err := tx.Exec(ctx, `INSERT INTO outrider.capability_key (inner_pad, outer_pad) VALUES ($1, $2)`, s.pad(0x36), s.pad(0x5c))
			return err
		}
		if err != nil {
			return err
		}
		copy(s.key[:], inner)
		copy(s.key[:], s.pad(0x36))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the key of capabilities: %w", err)
	}
	return s, nil
}

// pad is the key XORed with HMAC's inner (0x36) or outer (0x5c) byte.
func (s *Signer) pad(with byte) []byte {
	padded := make([]byte, len(s.key))
	for i, b := range s.key {
		padded[i] = b ^ with
	}
	return padded
}
