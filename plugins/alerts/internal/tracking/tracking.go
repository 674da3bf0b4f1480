// Package tracking serves the tables of alerts that stand beside a vehicle's track: driving events, inputs and speeding.
package tracking

import (
	"context"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// Store finds alerts that the caller of a context sees, the newest first.
type Store interface {
	Rows(ctx context.Context, q postgres.Query) ([]alert.Alert, error)
}

// API answers the tables.
type API struct {
	store    Store
	manifest manifest.Manifest
}

// NewAPI answers from a store; the manifest names the tables.
func NewAPI(store Store, m manifest.Manifest) *API { return &API{store, m} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	rows.Handle(r, a.manifest, "POST /org/{orgId}/alerts/tracking/driving", web.Needs("listAlerts"), a.driving, web.Summary("Rows of the tracking table of driving events"))
	rows.Handle(r, a.manifest, "POST /org/{orgId}/alerts/tracking/inputs", web.Needs("listAlerts"), a.inputs, web.Summary("Rows of the tracking table of I/O events"))
	rows.Handle(r, a.manifest, "POST /org/{orgId}/alerts/tracking/speeding", web.Needs("listAlerts"), a.speeding, web.Summary("Rows of the tracking table of speeding"))
}

const (
	input = "ioalert"
	// most is how many alerts one table has at most: of a vehicle and a month nobody reads more.
	most = 5_000
)

const textMany = "There are more than 5,000 alerts. Please choose a shorter time."

// each gives the alerts of a query that match, the oldest first.
func (a *API) each(ctx context.Context, q rows.Query, kind string, types []string, give func(one alert.Alert) error) error {
	if len(q.VehicleIDs) == 0 {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.vehicle_ids", Message: "Please choose a vehicle."})
	}
	found, err := a.store.Rows(ctx, postgres.Query{FromMs: q.From.UnixMilli(), ToMs: q.To.UnixMilli(), Kinds: []string{kind}, Types: types, Vehicles: q.VehicleIDs, Page: 1, Size: most + 1})
	if err != nil {
		return err
	}
	if len(found) > most {
		return fault.InvalidFields(textMany, fault.Field{Location: "body.to", Message: textMany})
	}
	slices.Reverse(found)
	for _, one := range found {
		if err := give(one); err != nil {
			return err
		}
	}
	return nil
}

func (a *API) driving(ctx context.Context, q rows.Query, out *rows.Writer) error {
	said := alerttext.Of(texts.Of(web.Caller(ctx).Locale))
	return a.each(ctx, q, alert.Driving, nil, func(one alert.Alert) error {
		if one.AlertType == input {
			return nil
		}
		return out.Add(at(one), said.Title(one), grave[min(max(one.Severity, 0), len(grave)-1)], known(one.SpeedKmh), place(one), one.ID)
	})
}

func (a *API) inputs(ctx context.Context, q rows.Query, out *rows.Writer) error {
	return a.each(ctx, q, alert.Driving, []string{input}, func(one alert.Alert) error {
		return out.Add(at(one), one.Input(), known(one.SpeedKmh), place(one), one.ID)
	})
}

func (a *API) speeding(ctx context.Context, q rows.Query, out *rows.Writer) error {
	return a.each(ctx, q, alert.Speeding, nil, func(one alert.Alert) error {
		var over, lasted any
		if one.SpeedKmh != nil && one.SpeedLimitKmh != nil {
			over = *one.SpeedKmh - *one.SpeedLimitKmh
		}
		if one.DurationMs != nil {
			lasted = *one.DurationMs / 1000
		}
		return out.Add(at(one), lasted, known(one.SpeedKmh), known(one.SpeedLimitKmh), over, place(one), one.ID)
	})
}

// grave are the severities as the tables name them.
var grave = []string{"plain", "moderate", "harsh", "severe"}

func at(one alert.Alert) time.Time { return time.UnixMilli(one.EventMs) }

func known(value *float64) any {
	if value == nil {
		return nil
	}
	return *value
}

// place is where an alert was, as a value of the kind place; nil: not known.
func place(one alert.Alert) any {
	if one.Lat == nil || one.Lng == nil {
		return nil
	}
	where := map[string]any{"lat": *one.Lat, "lng": *one.Lng}
	if one.Address != "" && one.Address != fleet.PlaceNotKnown {
		where["label"] = one.Address
	}
	return where
}
