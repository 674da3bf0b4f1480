package quota

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Usages is what devices have sent on each day.
type Usages struct{ db *store.DB }

var _ Store = (*Usages)(nil)

// NewUsages keeps usage in db.
func NewUsages(db *store.DB) *Usages { return &Usages{db} }

type usageRow struct {
	OrgID    string `json:"org_id"`
	DeviceID string `json:"device_id"`
	Kind     string `json:"kind"`
	Messages int64  `json:"messages"`
	Bytes    int64  `json:"bytes"`
	Refused  int64  `json:"refused"`
}

// Add implements Store.
func (s *Usages) Add(ctx context.Context, day time.Time, fresh map[Key]Usage) (map[Key]Usage, error) {
	const upsert = `INSERT INTO gateway.usage AS u (day, org_id, device_id, kind, messages, bytes, refused)
		SELECT ?::date, k.* FROM jsonb_to_recordset(?::jsonb) k (org_id text, device_id text, kind text, messages bigint, bytes bigint, refused bigint) ORDER BY 2, 3, 4
		ON CONFLICT (day, org_id, device_id, kind) DO UPDATE SET messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes, refused = u.refused + excluded.refused
		RETURNING org_id, device_id, kind, messages, bytes, refused`
	more := make([]usageRow, 0, len(fresh))
	for key, u := range fresh {
		more = append(more, usageRow{key.OrgID, key.DeviceID, key.Kind, u.Messages, u.Bytes, u.Refused})
	}
	text, err := json.Marshal(more)
	if err != nil {
		return nil, fmt.Errorf("write the usage of devices: %w", err)
	}
	var rows []usageRow
	err = s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		rows, err = store.Rows[usageRow](tx, upsert, day, string(text))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store the usage of devices: %w", err)
	}
	return usagesOf(rows), nil
}

// Day implements Store.
func (s *Usages) Day(ctx context.Context, day time.Time) (map[Key]Usage, error) {
	var rows []usageRow
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		rows, err = store.Rows[usageRow](tx, `SELECT org_id, device_id, kind, messages, bytes, refused FROM gateway.usage WHERE day = ?::date`, day)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the usage of devices: %w", err)
	}
	return usagesOf(rows), nil
}

// Of is what an organisation's devices have used on a day: those with refusals first, then by how much they sent.
func (s *Usages) Of(ctx context.Context, orgID string, day time.Time, most int) (map[Key]Usage, error) {
	var rows []usageRow
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		rows, err = store.Rows[usageRow](tx, `SELECT org_id, device_id, kind, messages, bytes, refused FROM gateway.usage WHERE day = ?::date AND org_id = ?
			ORDER BY device_id <> '', refused DESC, bytes DESC LIMIT ?`, day, orgID, most)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the usage of %s: %w", orgID, err)
	}
	return usagesOf(rows), nil
}

// Forget implements Store.
func (s *Usages) Forget(ctx context.Context, before time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `DELETE FROM gateway.usage WHERE day < ?::date`, before)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget old usage: %w", err)
	}
	return nil
}

func usagesOf(rows []usageRow) map[Key]Usage {
	all := make(map[Key]Usage, len(rows))
	for _, r := range rows {
		all[Key{OrgID: r.OrgID, DeviceID: r.DeviceID, Kind: r.Kind}] = Usage{Messages: r.Messages, Bytes: r.Bytes, Refused: r.Refused}
	}
	return all
}
