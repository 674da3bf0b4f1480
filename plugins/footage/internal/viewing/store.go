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

// streamRow is what a device may publish.
type streamRow struct {
	OrgID       string `gorm:"primaryKey"`
	ID          string `gorm:"primaryKey"`
	DeviceID    string
	Channel     int
	Kind        string
	TokenSha256 []byte
	ExpiresAt   time.Time
}

// TableName is where gorm finds streams.
func (streamRow) TableName() string { return "footage.stream" }

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
		return tx.Create(&streamRow{OrgID: c.OrgID, ID: id, DeviceID: c.DeviceID, Channel: c.Channel, Kind: kind, TokenSha256: hash[:], ExpiresAt: until}).Error
	})
	if err != nil {
		return fmt.Errorf("keep stream %s: %w", id, err)
	}
	return nil
}

// Find is the stream that a token was made for; live.ErrToken.
func (s *Streams) Find(ctx context.Context, deviceID string, channel int, token string, now time.Time) (id string, err error) {
	hash := sha256.Sum256([]byte(token))
	var found []string
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Model(&streamRow{}).Where("token_sha256 = ? AND device_id = ? AND channel = ? AND expires_at > ?", hash[:], deviceID, channel, now).
			Limit(1).Pluck("id", &found).Error
	})
	if err != nil {
		return "", fmt.Errorf("find the stream of a token: %w", err)
	}
	if len(found) == 0 {
		return "", live.ErrToken
	}
	return found[0], nil
}

// Extend lets a device connect anew until a later instant.
func (s *Streams) Extend(ctx context.Context, orgID, id string, until time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Model(&streamRow{OrgID: orgID, ID: id}).Update("expires_at", gorm.Expr("greatest(expires_at, ?)", until)).Error
	})
	if err != nil {
		return fmt.Errorf("extend stream %s: %w", id, err)
	}
	return nil
}

// Remove ends a stream's token, and those of streams whose time is over.
func (s *Streams) Remove(ctx context.Context, orgID, id string, now time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Where("org_id = ? AND id = ? OR expires_at < ?", orgID, id, now).Delete(&streamRow{}).Error
	})
	if err != nil {
		return fmt.Errorf("remove stream %s: %w", id, err)
	}
	return nil
}
