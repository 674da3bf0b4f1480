// Package reportrows streams the rows of the reports about alerts: driving events, speeding and inputs. They are what the lists show, archived ones included.
package reportrows

import (
	"context"
	"fmt"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// perRead is how many alerts are read at once.
const perRead = 2_000

// Store finds alerts that the caller of ctx sees.
type Store interface {
	Rows(ctx context.Context, q postgres.Query) ([]alert.Alert, error)
}

// Reports are the operations that stream rows.
type Reports struct{ store Store }

// New reads from a store.
func New(store Store) *Reports { return &Reports{store} }

// Register lists the operations; the manifest says what their rows are.
func (r *Reports) Register(router *web.Router, m manifest.Manifest) {
	rows.Handle(router, m, "POST /org/{orgId}/alerts/reports/driving-events", web.Needs("createDrivingEventsReport"), r.driving, web.Summary("Rows of the driving events report"))
	rows.Handle(router, m, "POST /org/{orgId}/alerts/reports/speeding", web.Needs("createSpeedingReport"), r.speeding, web.Summary("Rows of the speeding report"))
	rows.Handle(router, m, "POST /org/{orgId}/alerts/reports/io-events", web.Needs("createIOEventsReport"), r.inputs, web.Summary("Rows of the I/O events report"))
}

// severities are the words of a filter and of rows.
var severities = []string{"plain", "moderate", "harsh", "severe"}

const ofInputs = "ioalert"

// driving streams what devices noticed of driving, and what other plugins raise into the same list.
func (r *Reports) driving(ctx context.Context, q rows.Query, out *rows.Writer) error {
	said := alerttext.Of(texts.Of(web.Caller(ctx).Locale))
	search := searchOf(q)
	search.Kinds = []string{alert.Driving}
	return r.each(ctx, search, func(a alert.Alert) error {
		if a.AlertType == ofInputs || a.AlertType == "DisabledAlert" {
			return nil
		}
		return out.Add(at(a), a.VehicleID, said.Title(a), severity(a), a.DriverName, known(a.SpeedKmh), place(a), a.ID)
	})
}

// speeding streams the times in which vehicles were too fast; SpeedKmh is the highest speed of each.
func (r *Reports) speeding(ctx context.Context, q rows.Query, out *rows.Writer) error {
	search := searchOf(q)
	search.Kinds = []string{alert.Speeding}
	return r.each(ctx, search, func(a alert.Alert) error {
		var over, lasted any
		if a.SpeedKmh != nil && a.SpeedLimitKmh != nil {
			over = *a.SpeedKmh - *a.SpeedLimitKmh
		}
		if a.DurationMs != nil {
			lasted = float64(*a.DurationMs) / 1000
		}
		return out.Add(at(a), a.VehicleID, known(a.SpeedKmh), known(a.SpeedLimitKmh), over, lasted, severity(a), a.DriverName, place(a), a.ID)
	})
}

// inputs streams the switching of the inputs of devices.
func (r *Reports) inputs(ctx context.Context, q rows.Query, out *rows.Writer) error {
	search := searchOf(q)
	search.Types = []string{ofInputs}
	return r.each(ctx, search, func(a alert.Alert) error {
		return out.Add(at(a), a.VehicleID, a.Pin, a.Input(), a.DriverName, known(a.SpeedKmh), place(a), a.ID)
	})
}

func searchOf(q rows.Query) postgres.Query {
	search := postgres.Query{FromMs: q.From.UnixMilli(), ToMs: q.To.UnixMilli(), Vehicles: q.VehicleIDs, Groups: q.GroupIDs}
	list, _ := q.Filters["severity"].([]any)
	for _, one := range list {
		if place := slices.Index(severities, fmt.Sprint(one)); place >= 0 {
			search.Severities = append(search.Severities, place)
		}
	}
	return search
}

// each reads every alert of a search, the newest first, a stretch of time after the other.
func (r *Reports) each(ctx context.Context, q postgres.Query, do func(alert.Alert) error) error {
	q.Page, q.Size, q.Order = 1, perRead, ""
	last := map[string]bool{} // of the oldest instant of the stretch before: it is read again, for alerts of the same instant
	for {
		found, err := r.store.Rows(ctx, q)
		if err != nil {
			return err
		}
		fresh := 0
		for _, one := range found {
			if last[one.ID] {
				continue
			}
			fresh++
			if err := do(one); err != nil {
				return err
			}
		}
		if len(found) < q.Size || fresh == 0 {
			return nil
		}
		q.ToMs = found[len(found)-1].EventMs + 1
		last = map[string]bool{}
		for _, one := range found {
			if one.EventMs == q.ToMs-1 {
				last[one.ID] = true
			}
		}
	}
}

func at(a alert.Alert) time.Time { return time.UnixMilli(a.EventMs) }

func severity(a alert.Alert) string { return severities[min(max(a.Severity, 0), len(severities)-1)] }

// known is a value, or nil for one that is not known.
func known(value *float64) any {
	if value == nil {
		return nil
	}
	return *value
}

func place(a alert.Alert) any {
	if a.Lat == nil || a.Lng == nil {
		return nil
	}
	where := map[string]any{"lat": *a.Lat, "lng": *a.Lng}
	if a.Address != "" {
		where["label"] = a.Address
	}
	return where
}
