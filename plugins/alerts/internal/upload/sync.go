package upload

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

const (
	lookEvery = 5 * time.Second // for what another process wrote, and for what could not be sent
	// sendAgain is when the gateway is given settings once more that their device has not confirmed: it may have lost them. The gateway itself has
	// them sent on every connection.
	sendAgain   = 6 * time.Hour
	commandHead = "upload-" // of the ids of this plugin's commands
	perLook     = 100
)

// Touch notes that a device has to be told its settings, once tx commits.
func (s *Store) Touch(tx *gorm.DB, orgID, deviceID string) error {
	_, err := store.Exec(tx, `INSERT INTO alerts.upload_sync AS old (org_id, device_id, wanted) VALUES (?, ?, 1)
		ON CONFLICT (org_id, device_id) DO UPDATE SET wanted = old.wanted + 1, problem = '', until_ms = 0`, orgID, deviceID)
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

// Sync tells devices their settings until they have confirmed the newest version. The gateway keeps that version for devices that are away.
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
	err := y.store.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		list, err = store.Rows[due](tx, `SELECT org_id, device_id FROM alerts.upload_sync u WHERE wanted > done AND problem = '' AND until_ms < ?
			AND NOT EXISTS (SELECT FROM alerts.fleet_device d WHERE d.org_id = u.org_id AND d.id = u.device_id AND d.deleted)
			ORDER BY until_ms LIMIT ?`, y.store.now().UnixMilli(), perLook)
		return err
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

// send sends one device its newest settings. Should the transaction fail the command goes out again, which is harmless.
func (y *Sync) send(ctx context.Context, d due) error {
	now := y.store.now()
	return y.store.db.InOrg(ctx, d.OrgID, func(tx *gorm.DB) error {
		wanted, err := store.Rows[int64](tx, `SELECT wanted FROM alerts.upload_sync WHERE org_id = ? AND device_id = ? AND wanted > done AND problem = '' AND until_ms < ?
			FOR UPDATE SKIP LOCKED`,
			d.OrgID, d.DeviceID, now.UnixMilli())
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
		id := commandOf(d.DeviceID, wanted[0])
		command := events.DeviceCommand{ID: id, DeviceID: d.DeviceID, OrgID: d.OrgID, Type: device.CommandConfigureUpload, Version: wanted[0], Data: data}
		if err := y.sender.PublishDirect(ctx, "device.command."+d.DeviceID, fmt.Sprintf("%s-%d", id, now.UnixMilli()), d.OrgID, command); err != nil {
			return err
		}
		_, err = store.Exec(tx, `UPDATE alerts.upload_sync SET sent = ?, until_ms = ? WHERE org_id = ? AND device_id = ?`,
			wanted[0], now.Add(sendAgain).UnixMilli(), d.OrgID, d.DeviceID)
		return err
	})
}

// commandOf names the command that carries a version of a device's settings.
func commandOf(deviceID string, version int64) string {
	return fmt.Sprintf("%s%s-%d", commandHead, deviceID, version)
}

// versionOf reads the version of a device's settings from the id of a command; false: the command is none of this plugin.
func versionOf(id, deviceID string) (version int64, ok bool) {
	text, ok := strings.CutPrefix(id, commandHead+deviceID+"-")
	if !ok {
		return 0, false
	}
	version, err := strconv.ParseInt(text, 10, 64)
	return version, err == nil && version > 0
}

// Replied takes what a device, or the gateway for it, says of a version of its settings.
func (y *Sync) Replied(ctx context.Context, e events.Event[events.DeviceReply]) error {
	r := e.Data
	version, ok := versionOf(r.ID, r.DeviceID)
	if !ok {
		return nil
	}
	statement := ""
	args := []any{version, e.OrgID, r.DeviceID, version}
	switch r.Status {
	case device.ReplyDelivered:
		statement = `UPDATE alerts.upload_sync SET delivered = greatest(delivered, ?) WHERE org_id = ? AND device_id = ? AND sent >= ?`
	case "done":
		statement = `UPDATE alerts.upload_sync SET done = greatest(done, ?) WHERE org_id = ? AND device_id = ? AND sent >= ?`
	case "failed":
		statement = `UPDATE alerts.upload_sync SET delivered = greatest(delivered, ?), problem = ? WHERE org_id = ? AND device_id = ? AND wanted = ?`
		args = []any{version, cmp.Or(r.Text, "the device gives no reason"), e.OrgID, r.DeviceID, version}
	default:
		return nil
	}
	err := y.store.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		// The answer may be here before the transaction that sent the command has ended.
		if _, err := store.Exec(tx, `SELECT FROM alerts.upload_sync WHERE org_id = ? AND device_id = ? FOR UPDATE`, e.OrgID, r.DeviceID); err != nil {
			return err
		}
		_, err := store.Exec(tx, statement, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("note what device %s says of its settings: %w", r.DeviceID, err)
	}
	return nil
}

// State is how far a device is with its newest settings.
type State struct {
	DeviceID  string
	Wanted    int64
	Delivered int64
	Done      int64
	Problem   string
}

// States reads how far devices are; those that were never told anything are missing.
func (s *Store) States(tx *gorm.DB, orgID string, devices []string) (map[string]State, error) {
	rows, err := store.Rows[State](tx, `SELECT device_id, wanted, delivered, done, problem FROM alerts.upload_sync WHERE org_id = ? AND device_id = ANY(?)`, orgID, &devices)
	if err != nil {
		return nil, fmt.Errorf("read what devices were told: %w", err)
	}
	found := map[string]State{}
	for _, r := range rows {
		found[r.DeviceID] = r
	}
	return found, nil
}
