package upload

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// EvidenceSubject asks the footage plugin for the evidence of an alert.
const EvidenceSubject = "event.alerts.evidence"

// FilesetOf is the id of the fileset that will be an alert's evidence.
func FilesetOf(alertID string) string { return "alert-" + alertID }

// Requested is the state of evidence that was asked for.
const Requested = "created"

// Decider decides about the evidence of new alerts, within the transaction that keeps them.
type Decider struct {
	store  *Store
	oldest time.Duration
	insert func(tx *gorm.DB, orgID string, a alert.Alert) (bool, error)
	tell   func(ctx context.Context, orgID string, ids []string)
}

// NewDecider returns a decider. Of events that are older than oldest when they come nothing is asked for: it would not be on the device any more. insert
// keeps the alerts that it makes, tell is called with their ids.
func NewDecider(s *Store, oldest time.Duration, insert func(tx *gorm.DB, orgID string, a alert.Alert) (bool, error),
	tell func(ctx context.Context, orgID string, ids []string),
) *Decider {
	return &Decider{store: s, oldest: oldest, insert: insert, tell: tell}
}

// Before notes on an alert that its evidence is being asked for.
func (d *Decider) Before(tx *gorm.DB, orgID string, a *alert.Alert) (wanted bool, err error) {
	setting, err := d.setting(tx, orgID, *a)
	if err != nil {
		return false, err
	}
	files, err := d.files(tx, orgID, *a, setting)
	if err != nil {
		return false, err
	}
	if len(files) > 0 {
		a.FilesetRequestID, a.EvidenceStatus = FilesetOf(a.ID), Requested
	}
	return true, nil
}

// setting is what is chosen for alerts like a.
func (d *Decider) setting(tx *gorm.DB, orgID string, a alert.Alert) (Setting, error) {
	attribute, pin := AttributeOf(a)
	if attribute == "" || a.DeviceID == "" {
		return Setting{}, nil
	}
	settings, err := d.store.Of(tx, orgID, a.DeviceID)
	return settings[a.DeviceID].For(attribute, pin), err
}

// files are those of an alert that is to have evidence.
func (d *Decider) files(tx *gorm.DB, orgID string, a alert.Alert, setting Setting) ([]eventdata.EvidenceFile, error) {
	if a.VehicleID == "" || !setting.Wanted(a) || a.EventMs < d.store.now().Add(-d.oldest).UnixMilli() {
		return nil, nil
	}
	camera, err := d.store.Camera(tx, orgID, a.DeviceID)
	if err != nil {
		return nil, fmt.Errorf("read the cameras of device %s: %w", a.DeviceID, err)
	}
	return setting.Files(a, camera), nil
}

// After switches off what comes too often, and asks for the evidence of an alert that was kept. Of a batch that goes beyond the rate those that
// happened before that have evidence, in whatever order they stand in it.
func (d *Decider) After(tx *gorm.DB, orgID string, a alert.Alert) error {
	setting, err := d.setting(tx, orgID, a)
	if err != nil {
		return err
	}
	if counted(a) && a.DeviceID != "" && setting.Chosen() {
		atMs, yes, err := exceeded(tx, orgID, a, setting.SinceMs)
		if err != nil {
			return err
		}
		if yes && setting.Enabled() {
			if err := d.switchOff(tx, orgID, a, setting, atMs); err != nil {
				return err
			}
		}
		if yes && a.EventMs >= atMs {
			setting.DisabledMs = atMs
		} else {
			setting.DisabledMs = 0
		}
	}
	if a.FilesetRequestID == "" {
		return nil
	}
	files, err := d.files(tx, orgID, a, setting)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return d.without(tx, orgID, a)
	}
	wanted := eventdata.AlertEvidence{AlertID: a.ID, VehicleID: a.VehicleID, DeviceID: a.DeviceID, TimeMs: a.EventMs, Files: files}
	return events.Publish(tx, orgID, EvidenceSubject, wanted)
}

// without takes back that the evidence of an alert is being asked for.
func (d *Decider) without(tx *gorm.DB, orgID string, a alert.Alert) error {
	_, err := store.Exec(tx, `UPDATE alerts.alert SET fileset_request_id = '', evidence_status = '' WHERE org_id = ? AND id = ?`, orgID, a.ID)
	return err
}

// switchOff switches an upload off whose device raised too many of such alerts, the first too many at atMs.
func (d *Decider) switchOff(tx *gorm.DB, orgID string, a alert.Alert, setting Setting, atMs int64) error {
	now := d.store.now().UnixMilli()
	setting.DisabledMs = now
	if err := d.store.Touch(tx, orgID, a.DeviceID); err != nil {
		return err
	}
	if err := put(tx, orgID, a.DeviceID, setting); err != nil {
		return fmt.Errorf("switch off the upload %s of device %s: %w", setting.Key, a.DeviceID, err)
	}
	raised := disabledAlert(orgID, a, setting, atMs, now)
	isNew, err := d.insert(tx, orgID, raised)
	if err != nil || !isNew {
		return err
	}
	ctx := context.WithoutCancel(tx.Statement.Context)
	store.AfterCommit(tx, func() { d.tell(ctx, orgID, []string{raised.ID}) })
	return nil
}
