package viewing

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/store"
)

// Streams keeps what devices may publish, by the hash of the token that each was given.
type Streams struct{ db *store.DB }

var _ Tokens = (*Streams)(nil)

// NewStreams keeps streams in db.
func NewStreams(db *store.DB) *Streams { return &Streams{db} }

// Add lets a device publish a stream with a token until an instant.
func (s *Streams) Add(ctx context.Context, stream *live.Stream, token string, until time.Time) error {
	hash := sha256.Sum256([]byte(token))
	id, c, kind := stream.ID, stream.Camera, "live"
	if stream.Recording {
		kind = "recording"
	}
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO footage.stream (org_id, id, device_id, channel, kind, token_sha256, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			c.OrgID, id, c.DeviceID, c.Channel, kind, hash[:], until).Error
	})
	if err != nil {
		return fmt.Errorf("keep stream %s: %w", id, err)
	}
	return nil
}

// Find is the stream that a token was made for; live.ErrToken.
func (s *Streams) Find(ctx context.Context, deviceID string, channel int, token string, now time.Time) (id string, err error) {
	hash := sha256.Sum256([]byte(token))
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT id FROM footage.stream WHERE token_sha256 = ? AND device_id = ? AND channel = ? AND expires_at > ?`,
			hash[:], deviceID, channel, now).Scan(&id).Error
	})
	if err != nil {
		return "", fmt.Errorf("find the stream of a token: %w", err)
	}
	if id == "" {
		return "", live.ErrToken
	}
	return id, nil
}

// Extend lets a device connect anew until a later instant.
func (s *Streams) Extend(ctx context.Context, orgID, id string, until time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE footage.stream SET expires_at = greatest(expires_at, ?) WHERE org_id = ? AND id = ?`, until, orgID, id).Error
	})
	if err != nil {
		return fmt.Errorf("extend stream %s: %w", id, err)
	}
	return nil
}

// Remove ends a stream's token, and those of streams whose time is over.
func (s *Streams) Remove(ctx context.Context, orgID, id string, now time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`DELETE FROM footage.stream WHERE (org_id = ? AND id = ?) OR expires_at < ?`, orgID, id, now).Error
	})
	if err != nil {
		return fmt.Errorf("remove stream %s: %w", id, err)
	}
	return nil
}
