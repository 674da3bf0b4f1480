package upload

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	InAll(ctx context.Context, do func(tx *gorm.DB) error) error
	Read(ctx context.Context, do func(tx *gorm.DB) error) error
}

// Store keeps settings and what devices were told of them.
type Store struct {
	db   DB
	now  func() time.Time
	wake chan struct{} // something is to be sent
}

// NewStore keeps settings in db.
func NewStore(db DB, now func() time.Time) *Store {
	return &Store{db: db, now: now, wake: make(chan struct{}, 1)}
}

// settingRow is how a setting is kept.
type settingRow struct {
	OrgID      string `gorm:"primaryKey"`
	DeviceID   string `gorm:"primaryKey"`
	Key        string `gorm:"primaryKey"`
	Snaps      bool
	Video      bool
	Tracking   bool
	Imu        bool
	Channels   []int `gorm:"serializer:json"`
	SinceMs    int64
	DisabledMs int64
}

// TableName is where gorm finds settings.
func (settingRow) TableName() string { return "alerts.upload_setting" }

func (r settingRow) setting() Setting {
	return Setting{
		Key: r.Key, Snaps: r.Snaps, Video: r.Video, Tracking: r.Tracking, IMU: r.Imu, Channels: r.Channels, SinceMs: r.SinceMs, DisabledMs: r.DisabledMs,
	}
}

// Of reads the settings of devices of an organisation, in one of its transactions.
func (s *Store) Of(tx *gorm.DB, orgID string, devices ...string) (map[string]Settings, error) {
	var rows []settingRow
	err := tx.Find(&rows, "org_id = ? AND device_id = ANY(?)", orgID, &devices).Error
	if err != nil {
		return nil, fmt.Errorf("read upload settings: %w", err)
	}
	found := map[string]Settings{}
	for _, id := range devices {
		found[id] = Settings{}
	}
	for _, r := range rows {
		found[r.DeviceID][r.Key] = r.setting()
	}
	return found, nil
}

// put writes a setting over what was there.
func put(tx *gorm.DB, orgID, deviceID string, s Setting) error {
	row := settingRow{
		OrgID: orgID, DeviceID: deviceID, Key: s.Key, Snaps: s.Snaps, Video: s.Video, Tracking: s.Tracking, Imu: s.IMU, Channels: s.Channels,
		SinceMs: s.SinceMs, DisabledMs: s.DisabledMs,
	}
	if row.Channels == nil {
		row.Channels = []int{}
	}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
}

// Set writes what a person chose for devices; the devices are told. A setting of every input takes those of single inputs back, but for
// those that are chosen with it.
func (s *Store) Set(tx *gorm.DB, orgID string, devices []string, chosen []Setting) error {
	now := s.now().UnixMilli()
	every := func(one Setting) bool { return one.Key == KeyOf(IO, 0) }
	if at := slices.IndexFunc(chosen, every); at > 0 {
		chosen = slices.Concat(chosen[at:at+1], chosen[:at], chosen[at+1:])
	}
	for _, id := range devices {
		if err := s.Touch(tx, orgID, id); err != nil {
			return err
		}
		for _, one := range chosen {
			if every(one) {
				if err := tx.Where("org_id = ? AND device_id = ? AND key LIKE 'io|%'", orgID, id).Delete(&settingRow{}).Error; err != nil {
					return fmt.Errorf("take back upload settings of inputs: %w", err)
				}
			}
			one.SinceMs, one.DisabledMs = now, 0
			if err := put(tx, orgID, id, one); err != nil {
				return fmt.Errorf("write upload setting %s of device %s: %w", one.Key, id, err)
			}
		}
	}
	return nil
}

// Camera reads what a device told of its cameras, in a transaction of its organisation.
func (s *Store) Camera(tx *gorm.DB, orgID, deviceID string) (c Camera, err error) {
	type row struct {
		Model      string
		Channels   json.RawMessage
		DmsChannel int
	}
	found, err := store.Rows[row](tx, `SELECT model, channels, dms_channel FROM alerts.camera WHERE org_id = ? AND device_id = ?`, orgID, deviceID)
	if err != nil || len(found) == 0 {
		return c, err
	}
	c = Camera{Model: found[0].Model, DMSChannel: found[0].DmsChannel}
	return c, json.Unmarshal(found[0].Channels, &c.Channels)
}

// StatusChanged takes what a device says about itself.
func (s *Store) StatusChanged(ctx context.Context, e events.Event[events.DeviceStatus]) error {
	c := cameraOf(e.Data)
	raw, err := json.Marshal(c.Channels)
	if err != nil {
		return err
	}
	err = s.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		if err := s.adopt(tx, e); err != nil {
			return err
		}
		_, err := store.Exec(tx, `INSERT INTO alerts.camera AS old (org_id, device_id, model, channels, dms_channel) VALUES (?, ?, ?, ?::jsonb, ?)
			ON CONFLICT (org_id, device_id) DO UPDATE SET model = excluded.model, channels = excluded.channels, dms_channel = excluded.dms_channel
			WHERE (old.model, old.channels, old.dms_channel) IS DISTINCT FROM (excluded.model, excluded.channels, excluded.dms_channel)`,
			e.OrgID, e.Data.DeviceID, c.Model, string(raw), c.DMSChannel)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the cameras of device %s: %w", e.Data.DeviceID, err)
	}
	return nil
}

func cameraOf(status events.DeviceStatus) Camera {
	c := Camera{Model: status.Model, Channels: []int{}}
	for _, component := range status.Components {
		if component.Type != "camera" {
			continue
		}
		c.DMSChannel = component.DMSChannel
		for _, channel := range component.Channels {
			if channel.Enabled && channel.ID >= 1 && channel.ID <= 8 {
				c.Channels = append(c.Channels, channel.ID)
			}
		}
	}
	return c
}
