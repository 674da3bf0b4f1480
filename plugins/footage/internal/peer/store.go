package peer

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/store"
)

// Views keeps which process has which view.
type Views struct {
	db   *store.DB
	self *Self
}

var (
	_ viewing.Registry = (*Views)(nil)
	_ Directory        = (*Views)(nil)
)

// NewViews keeps the views of this process in db, beside those of others.
func NewViews(db *store.DB, self *Self) *Views { return &Views{db, self} }

// Put implements viewing.Registry. It forgets views whose time is over too. It does not wait for the disk: a view is worth nothing after its process.
func (s *Views) Put(ctx context.Context, v *viewing.View, until time.Time) error {
	c := v.Stream.Camera
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `
			WITH over AS (DELETE FROM footage.view WHERE expires_at < now()),
				unhurried AS (SELECT set_config('synchronous_commit', 'off', true))
			INSERT INTO footage.view (org_id, id, user_id, device_id, channel, profile, recording, process, address, certificate, secret, expires_at)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM unhurried`,
			c.OrgID, v.ID, v.Watcher.UserID, c.DeviceID, c.Channel, c.Profile, v.Stream.Recording, s.self.Process, s.self.Address, s.self.Certificate, s.self.Secret, until)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep a view of %s: %w", c.DeviceID, err)
	}
	return nil
}

// Extend implements viewing.Registry.
func (s *Views) Extend(ctx context.Context, v *viewing.View, until time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE footage.view SET expires_at = greatest(expires_at, ?) WHERE org_id = ? AND id = ?`, until, v.Stream.Camera.OrgID, v.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("extend a view: %w", err)
	}
	return nil
}

// Remove implements viewing.Registry.
func (s *Views) Remove(ctx context.Context, orgID string, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `DELETE FROM footage.view WHERE org_id = ? AND id = ANY(?)`, orgID, &ids)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove %d views: %w", len(ids), err)
	}
	return nil
}

const entryColumns = `SELECT id, org_id, user_id, device_id, channel, profile, recording, process, address, certificate, secret FROM footage.view `

// Find implements Directory.
func (s *Views) Find(ctx context.Context, w viewing.Watcher, id string, now time.Time) (Entry, error) {
	found, err := s.entries(ctx, `WHERE org_id = ? AND id = ? AND user_id = ? AND process <> ? AND expires_at > ?`, w.OrgID, id, w.UserID, s.self.Process, now)
	if err == nil && len(found) == 0 {
		err = viewing.ErrGone
	}
	if err != nil {
		return Entry{}, fmt.Errorf("find a view: %w", err)
	}
	return found[0], nil
}

// Of implements Directory.
func (s *Views) Of(ctx context.Context, w viewing.Watcher, which viewing.Filter, now time.Time) ([]Entry, error) {
	channels, ids := which.Channels, which.IDs
	if channels == nil {
		channels = []int{}
	}
	if ids == nil {
		ids = []string{}
	}
	return s.entries(ctx, `WHERE org_id = ? AND device_id = ? AND user_id = ? AND recording = ? AND process <> ? AND expires_at > ?
			AND (cardinality(?::int[]) = 0 OR channel = ANY(?::int[])) AND (cardinality(?::text[]) = 0 OR id = ANY(?::text[]))`,
		w.OrgID, which.DeviceID, w.UserID, which.Recording, s.self.Process, now, &channels, &channels, &ids, &ids)
}

// Shown implements Directory.
func (s *Views) Shown(ctx context.Context, c live.Camera, now time.Time) (Entry, bool, error) {
	found, err := s.entries(ctx, `WHERE org_id = ? AND device_id = ? AND channel = ? AND profile = ? AND NOT recording AND process <> ? AND expires_at > ?
		ORDER BY expires_at DESC LIMIT 1`, c.OrgID, c.DeviceID, c.Channel, c.Profile, s.self.Process, now)
	if err != nil || len(found) == 0 {
		return Entry{}, false, err
	}
	return found[0], true, nil
}

func (s *Views) entries(ctx context.Context, where string, args ...any) (found []Entry, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Entry](tx, entryColumns+where, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for views of other processes: %w", err)
	}
	return found, nil
}
