// Package raised makes alerts of what other plugins find out: the alert types of their manifests, raised by their event event.<plugin>.raised.
package raised

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

// Subject are the events of all plugins.
const Subject = manifest.RaisedByAll

// Details are what an alert keeps of its event. Times are Unix milliseconds, 0 while they are open.
type Details struct {
	Plugin  string             `json:"plugin"`
	About   *events.AlertAbout `json:"about,omitempty"`
	StartMs int64              `json:"start_ms,omitempty"`
	EndMs   int64              `json:"end_ms,omitempty"`
	Values  map[string]any     `json:"values,omitempty"`
	// Withdrawn says that what came late shows that it was none.
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// AlertOf is the alert of an event of a plugin, of a type that it declares. An error says what no alert can be made of.
func AlertOf(orgID, pluginID string, t alert.Type, r events.AlertRaised, receivedMs int64) (alert.Alert, error) {
	if err := check(r); err != nil {
		return alert.Alert{}, err
	}
	values, err := valuesOf(t, r.Values)
	if err != nil {
		return alert.Alert{}, fmt.Errorf("%s %s of %s: %w", r.Type, r.ID, pluginID, err)
	}
	details, err := json.Marshal(Details{Plugin: pluginID, About: r.About, StartMs: r.StartMs, EndMs: r.EndMs, Values: values})
	if err != nil {
		return alert.Alert{}, fmt.Errorf("write down %s %s: %w", r.Type, r.ID, err)
	}
	a := alert.Alert{
		ID: alert.IDOfEvent(orgID, "raised "+pluginID, r.ID), Kind: t.Kind(), AlertType: t.ID, AlertSubtype: r.Subtype, DeviceID: r.DeviceID, VehicleID: r.VehicleID,
		EventMs: r.TimeMs, Lat: r.Lat, Lng: r.Lng, SpeedKmh: r.SpeedKmh, HeadingDeg: r.HeadingDeg, SpeedLimitKmh: r.SpeedLimitKmh, Details: details, Quality: "none",
		ReceivedMs: receivedMs, Emails: r.Emails, Withdrawn: r.Withdrawn, Declared: &t,
	}
	a.Severity, _ = alert.SeverityNamed(t.Severity)
	if said, ok := alert.SeverityNamed(r.Severity); ok {
		a.Severity = said
	}
	if r.Shape != nil {
		a.Shape, _ = json.Marshal(r.Shape) // plain texts and numbers
	}
	if r.EndMs != 0 {
		lasted := r.EndMs - r.StartMs
		a.DurationMs = &lasted
	}
	return a, nil
}

// check holds an event to its schema, and to what a schema cannot say.
func check(r events.AlertRaised) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("read the alert %q: %w", r.ID, err)
	}
	s, err := schema.Raised()
	if err != nil {
		return err
	}
	if err := s.Check(raw); err != nil {
		return err
	}
	if r.EndMs != 0 && (r.StartMs == 0 || r.EndMs < r.StartMs) {
		return fmt.Errorf("%s %s ends before it begins", r.Type, r.ID)
	}
	return nil
}

// Store keeps alerts.
type Store interface {
	// Raise keeps an alert, or how it ended, and reports what that changed.
	Raise(ctx context.Context, orgID string, a alert.Alert) (created, updated bool, err error)
}

// Types knows what plugins declare.
type Types interface {
	// Of is the type of a plugin; nil for one that it does not declare.
	Of(ctx context.Context, pluginID, id string) (*alert.Type, error)
}

// Placer writes zone and address into alerts.
type Placer interface {
	Fill(ctx context.Context, orgID string, list []alert.Alert)
}

// Notifier tells open browsers.
type Notifier interface {
	Created(ctx context.Context, orgID string, ids []string)
	Updated(ctx context.Context, orgID string, ids []string)
}

// Intake takes the events.
type Intake struct {
	store    Store
	types    Types
	placer   Placer
	notifier Notifier
}

// NewIntake returns an intake.
func NewIntake(store Store, types Types, placer Placer, notifier Notifier) *Intake {
	return &Intake{store, types, placer, notifier}
}

// Take takes one event. The subject says which plugin it is from.
func (i *Intake) Take(ctx context.Context, e events.Event[events.AlertRaised]) error {
	pluginID := schema.Owner(e.Type)
	t, err := i.types.Of(ctx, pluginID, e.Data.Type)
	if err != nil {
		return err
	}
	if t == nil {
		return events.Permanent(fmt.Errorf("the manifest of %s declares no alert type %q", pluginID, strings.ToValidUTF8(e.Data.Type, "?")))
	}
	a, err := AlertOf(e.OrgID, pluginID, *t, e.Data, e.At.UnixMilli())
	if err != nil {
		return events.Permanent(err)
	}
	list := []alert.Alert{a}
	i.placer.Fill(ctx, e.OrgID, list)
	created, updated, err := i.store.Raise(ctx, e.OrgID, list[0])
	switch {
	case fault.KindOf(err) == fault.NotFound: // the organisation is gone
	case err != nil:
		return err
	case created:
		i.notifier.Created(ctx, e.OrgID, []string{a.ID})
	case updated:
		i.notifier.Updated(ctx, e.OrgID, []string{a.ID})
	}
	return nil
}
