package command

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Commands is the queue of commands that no device has acknowledged.
type Commands struct{ db *store.DB }

var _ Queue = (*Commands)(nil)

// NewCommands keeps commands in db.
func NewCommands(db *store.DB) *Commands { return &Commands{db} }

type commandRow struct {
	OrgID       string
	ID          string
	DeviceID    string
	Type        string
	Data        *string
	ExpiresAt   time.Time
	Version     int64
	DeliveredAt *time.Time
}

// Add stores the command of an event, once. The count decides within one statement, but two gateways that add at the same instant may
// pass the limit by one.
func (s *Commands) Add(ctx context.Context, e events.Event[events.DeviceCommand], c Command) (bool, error) {
	const insert = `INSERT INTO gateway.command (org_id, id, device_id, type, data, expires_at)
		SELECT ?, ?, ?, ?, ?::jsonb, ?
		WHERE (SELECT count(*) FROM gateway.command WHERE org_id = ? AND device_id = ?) < ?
		ON CONFLICT (org_id, id) DO NOTHING`
	taken := false
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		if first, err := events.Once(tx, e); err != nil || !first {
			taken = err == nil
			return err
		}
		if c.isSetting() {
			taken = true
			return keep(tx, c)
		}
		added, err := store.Exec(tx, insert, c.OrgID, c.ID, c.DeviceID, c.Type, textOf(c.Data), c.ExpiresAt, c.OrgID, c.DeviceID, MaxWaiting)
		if taken = added == 1; taken || err != nil {
			return err
		}
		taken, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM gateway.command WHERE org_id = ? AND id = ?)`, c.OrgID, c.ID)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store command %s: %w", c.ID, err)
	}
	return taken, nil
}

func textOf(data json.RawMessage) *string {
	if len(data) == 0 {
		return nil
	}
	text := string(data)
	return &text
}

// Waiting returns the settings that some devices have not answered, and then their oldest commands.
func (s *Commands) Waiting(ctx context.Context, devices []credential.Ref, now time.Time) ([]Command, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	named := make([][]any, len(devices))
	for i, d := range devices {
		named[i] = []any{d.OrgID, d.ID}
	}
	const wanted = `SELECT org_id, id, device_id, type, data::text AS data, to_timestamp(0) AS expires_at, version, delivered_at FROM gateway.setting
		WHERE (org_id, device_id) IN ? AND NOT settled`
	const oldest = `SELECT org_id, id, device_id, type, data::text AS data, expires_at FROM gateway.command
		WHERE (org_id, device_id) IN ? AND expires_at > ? ORDER BY queued_at LIMIT 1000`
	var rows []commandRow
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		settings, err := store.Rows[commandRow](tx, wanted, named)
		if err != nil {
			return err
		}
		commands, err := store.Rows[commandRow](tx, oldest, named, now)
		rows = append(settings, commands...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read waiting commands: %w", err)
	}
	waiting := make([]Command, len(rows))
	for i, r := range rows {
		waiting[i] = Command{OrgID: r.OrgID, ID: r.ID, DeviceID: r.DeviceID, Type: r.Type, ExpiresAt: r.ExpiresAt, Version: r.Version}
		if r.Data != nil {
			waiting[i].Data = []byte(*r.Data)
		}
		if r.DeliveredAt != nil {
			waiting[i].Delivered = *r.DeliveredAt
		}
	}
	return waiting, nil
}

// Acknowledged forgets a command that its device has. Of a setting it notes when, and what say says fails with it.
func (s *Commands) Acknowledged(ctx context.Context, c Command, now time.Time, say func(ctx context.Context) error) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		removed, err := store.Exec(tx, `DELETE FROM gateway.command WHERE org_id = ? AND id = ?`, c.OrgID, c.ID)
		if err != nil || removed > 0 {
			return err
		}
		noted, err := delivered(tx, c, now)
		if err != nil || !noted {
			return err
		}
		return say(ctx)
	})
	if err != nil {
		return fmt.Errorf("note that device %s has command %s: %w", c.DeviceID, c.ID, err)
	}
	return nil
}

// Expire forgets the commands whose time is over and returns how many there were.
func (s *Commands) Expire(ctx context.Context, now time.Time) (int64, error) {
	var gone int64
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		if gone, err = store.Exec(tx, `DELETE FROM gateway.command WHERE expires_at <= ?`, now); err != nil {
			return err
		}
		return forgetDeleted(tx)
	})
	if err != nil {
		return 0, fmt.Errorf("remove expired commands: %w", err)
	}
	return gone, nil
}
