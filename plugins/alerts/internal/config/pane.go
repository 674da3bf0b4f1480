package config

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/web"
)

// Panes says of an alert what is chosen about its evidence, from which the screen picks what it shows in place of it.
type Panes struct{ store *Store }

// NewPanes returns panes over a store.
func NewPanes(s *Store) *Panes { return &Panes{s} }

// Of is what is chosen now about the evidence of alerts like a, nil for an alert that no device raised.
func (p *Panes) Of(ctx context.Context, a alert.Alert) (shown *view.Upload, err error) {
	attribute, pin := upload.AttributeOf(a)
	if a.AlertType == upload.Disabled {
		if attribute = upload.IMU; a.AlertSubtype == "ioalert" {
			attribute, pin = upload.IO, a.Pin
		}
	}
	if attribute == "" || a.DeviceID == "" {
		return nil, nil
	}
	org := web.Caller(ctx).OrgID
	err = p.store.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		settings, err := p.store.uploads.Of(tx, org, a.DeviceID)
		if err != nil {
			return err
		}
		s := settings[a.DeviceID].For(attribute, pin)
		shown = &view.Upload{
			Attribute: attribute, PinEnabled: true, Enabled: s.Enabled(), DisabledBySystem: s.DisabledMs > 0, Snaps: s.Snaps, Video: s.Video, Tracking: s.Tracking, IMU: s.IMU,
		}
		if pin > 0 {
			shown.PinEnabled, err = PinEnabled(tx, org, a.VehicleID, pin)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what is chosen about alert %s: %w", a.ID, err)
	}
	return shown, nil
}
