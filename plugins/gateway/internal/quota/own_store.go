package quota

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// OwnLimits is what support has set.
type OwnLimits struct{ db *store.DB }

// NewOwnLimits keeps limits in db.
func NewOwnLimits(db *store.DB) *OwnLimits { return &OwnLimits{db} }

type ownRow struct {
	OrgID, DeviceID, Kind string
	PerSecond             *float64
	Day, DayBytes         *int64
}

// Owns are all that is set, of all organisations; what was set for a device that is deleted is none of them.
func (s *OwnLimits) Owns(ctx context.Context) (map[Key]Own, error) {
	return s.read(ctx, `SELECT o.org_id, o.device_id, o.kind, o.per_second, o.day, o.day_bytes FROM gateway.own_limit o
		LEFT JOIN gateway.device d ON d.org_id = o.org_id AND d.device_id = o.device_id WHERE NOT COALESCE(d.deleted, false)`)
}

// Of is what is set for an organisation and its devices.
func (s *OwnLimits) Of(ctx context.Context, orgID string) (map[Key]Own, error) {
	return s.read(ctx, `SELECT o.org_id, o.device_id, o.kind, o.per_second, o.day, o.day_bytes FROM gateway.own_limit o
		LEFT JOIN gateway.device d ON d.org_id = o.org_id AND d.device_id = o.device_id WHERE o.org_id = ? AND NOT COALESCE(d.deleted, false)`, orgID)
}

func (s *OwnLimits) read(ctx context.Context, query string, args ...any) (map[Key]Own, error) {
	var rows []ownRow
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		rows, err = store.Rows[ownRow](tx, query, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read limits that were set: %w", err)
	}
	owns := make(map[Key]Own, len(rows))
	for _, r := range rows {
		owns[Key{r.OrgID, r.DeviceID, r.Kind}] = Own{r.PerSecond, r.Day, r.DayBytes}
	}
	return owns, nil
}

// Put sets a limit and returns what was set before; an empty one takes it away.
func (s *OwnLimits) Put(ctx context.Context, key Key, o Own) (before Own, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		rows, err := store.Rows[ownRow](tx, `SELECT per_second, day, day_bytes FROM gateway.own_limit WHERE org_id = ? AND device_id = ? AND kind = ? FOR UPDATE`, key.OrgID, key.DeviceID, key.Kind)
		if err != nil {
			return err
		}
		for _, r := range rows {
			before = Own{r.PerSecond, r.Day, r.DayBytes}
		}
		if o.Empty() {
			_, err = store.Exec(tx, `DELETE FROM gateway.own_limit WHERE org_id = ? AND device_id = ? AND kind = ?`, key.OrgID, key.DeviceID, key.Kind)
			return err
		}
		_, err = store.Exec(tx, `INSERT INTO gateway.own_limit (org_id, device_id, kind, per_second, day, day_bytes) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, device_id, kind) DO UPDATE SET per_second = excluded.per_second, day = excluded.day, day_bytes = excluded.day_bytes`,
			key.OrgID, key.DeviceID, key.Kind, o.PerSecond, o.Day, o.DayBytes)
		return err
	})
	if err != nil {
		return before, fmt.Errorf("set the limit of %s: %w", key.Kind, err)
	}
	return before, nil
}
