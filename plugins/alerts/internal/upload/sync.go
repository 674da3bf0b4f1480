package upload

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

const (
	lookEvery   = 5 * time.Second // for what another process wrote, and for what could not be sent
	commandLife = 30 * 24 * time.Hour
	commandHead = "upload-" // of the ids of this plugin's commands
	perLook     = 100
)

// Touch notes that a device has to be told its settings, once tx commits.
func (s *Store) Touch(tx *gorm.DB, orgID, deviceID string) error {
	err := tx.Exec(`INSERT INTO alerts.upload_sync AS old (org_id, device_id, wanted) VALUES (?, ?, 1)
		ON CONFLICT (org_id, device_id) DO UPDATE SET wanted = old.wanted + 1, problem = ''`, orgID, deviceID).Error
	if err != nil {
		return fmt.Errorf("note that device %s has new settings: %w", deviceID, err)
	}
	store.AfterCommit(tx, s.ring)
	return nil
}

func (s *Store) ring() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}

// Sender sends commands.
type Sender interface {
	PublishDirect(ctx context.Context, subject, id, orgID string, data any) error
}

// Sync tells devices their settings. A device that is away has one command waiting; what changes meanwhile is sent when it has taken that.
type Sync struct {
	store  *Store
	sender Sender
	log    *slog.Logger
	off    func(tx *gorm.DB, orgID, deviceID string) (map[int]bool, error)
}

// NewSync returns a sync; off are the inputs that are switched off on a device's vehicle.
func NewSync(s *Store, sender Sender, log *slog.Logger, off func(tx *gorm.DB, orgID, deviceID string) (map[int]bool, error)) *Sync {
	return &Sync{store: s, sender: sender, log: log, off: off}
}

type due struct {
	OrgID    string
	DeviceID string
}

// Run sends what is to be sent until ctx ends.
func (y *Sync) Run(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		if err := y.look(ctx); err != nil && ctx.Err() == nil {
			y.log.Warn("devices wait for their upload settings", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		case <-y.store.wake:
		}
	}
}

func (y *Sync) look(ctx context.Context) error {
	var list []due
	err := y.store.db.InAll(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT org_id, device_id FROM alerts.upload_sync WHERE wanted > sent AND until_ms < ? ORDER BY until_ms LIMIT ?`,
			y.store.now().UnixMilli(), perLook).Scan(&list).Error
	})
	if err != nil {
		return fmt.Errorf("look for devices with new settings: %w", err)
	}
	for _, one := range list {
		if err := y.send(ctx, one); err != nil {
			return fmt.Errorf("tell device %s its settings: %w", one.DeviceID, err)
		}
	}
	return nil
}

// send sends one device its newest settings. Should the transaction fail the command goes out again, with the same id.
func (y *Sync) send(ctx context.Context, d due) error {
	now := y.store.now()
	return y.store.db.InOrg(ctx, d.OrgID, func(tx *gorm.DB) error {
		var wanted []int64
		err := tx.Raw(`SELECT wanted FROM alerts.upload_sync WHERE org_id = ? AND device_id = ? AND wanted > sent AND until_ms < ? FOR UPDATE SKIP LOCKED`,
			d.OrgID, d.DeviceID, now.UnixMilli()).Scan(&wanted).Error
		if err != nil || len(wanted) == 0 {
			return err
		}
		settings, err := y.store.Of(tx, d.OrgID, d.DeviceID)
		if err != nil {
			return err
		}
		off, err := y.off(tx, d.OrgID, d.DeviceID)
		if err != nil {
			return err
		}
		data, err := json.Marshal(settings[d.DeviceID].Command(off))
		if err != nil {
			return err
		}
		until := now.Add(commandLife)
		id := fmt.Sprintf("%s%s-%d-%d", commandHead, d.DeviceID, wanted[0], now.UnixMilli())
		command := events.DeviceCommand{ID: id, DeviceID: d.DeviceID, OrgID: d.OrgID, Type: device.CommandConfigureUpload, ExpiresAt: until.UnixMilli(), Data: data}
		if err := y.sender.PublishDirect(ctx, "device.command."+d.DeviceID, id, d.OrgID, command); err != nil {
			return err
		}
		return tx.Exec(`UPDATE alerts.upload_sync SET sent = ?, command_id = ?, until_ms = ? WHERE org_id = ? AND device_id = ?`,
			wanted[0], id, until.UnixMilli(), d.OrgID, d.DeviceID).Error
	})
}

// Replied takes a device's answer, if it is to a command of this plugin: then what changed meanwhile can be sent.
func (y *Sync) Replied(ctx context.Context, e events.Event[events.DeviceReply]) error {
	r := e.Data
	if !strings.HasPrefix(r.ID, commandHead) || (r.Status != "done" && r.Status != "failed") {
		return nil
	}
	err := y.store.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		problem := ""
		if r.Status == "failed" {
			problem = r.Text
		}
		// The answer may be here before the transaction that sent the command has ended.
		if err := tx.Exec(`SELECT FROM alerts.upload_sync WHERE org_id = ? AND device_id = ? FOR UPDATE`, e.OrgID, r.DeviceID).Error; err != nil {
			return err
		}
		store.AfterCommit(tx, y.store.ring)
		return tx.Exec(`UPDATE alerts.upload_sync SET done = CASE WHEN ? = 'done' THEN sent ELSE done END, problem = ?, command_id = '', until_ms = 0
			WHERE org_id = ? AND device_id = ? AND command_id = ?`, r.Status, problem, e.OrgID, r.DeviceID, r.ID).Error
	})
	if err != nil {
		return fmt.Errorf("note what device %s says of its settings: %w", r.DeviceID, err)
	}
	return nil
}

// State is how far a device is with its newest settings.
type State struct {
	DeviceID string
	Wanted   int64
	Sent     int64
	Done     int64
	Problem  string
}

// States reads how far devices are; those that were never told anything are missing.
func (s *Store) States(tx *gorm.DB, orgID string, devices []string) (map[string]State, error) {
	var rows []State
	err := tx.Raw(`SELECT device_id, wanted, sent, done, problem FROM alerts.upload_sync WHERE org_id = ? AND device_id = ANY(?)`, orgID, &devices).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read what devices were told: %w", err)
	}
	found := map[string]State{}
	for _, r := range rows {
		found[r.DeviceID] = r
	}
	return found, nil
}
