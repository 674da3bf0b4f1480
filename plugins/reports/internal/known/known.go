// Package known says whether enough is known of a time to compare a later one with it: figures of a fleet whose data begin within the earlier time would only say that.
package known

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

const (
	knownShare   = 0.8    // of the vehicles that sent something until the later time ended
	lateShare    = 10     // this part of the earlier time may be missing at its beginning
	mostVehicles = 20_000 // that are asked about
)

// Host is the part of plugin.Host that is used.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
}

// Known asks since when vehicles are known.
type Known struct {
	host  Host
	fleet Fleet
}

// New asks a host about the vehicles of a fleet.
func New(host Host, fleet Fleet) *Known { return &Known{host, fleet} }

// Compares reports whether the time of a query is known well enough to compare one that ends at until with it: most of the vehicles that the caller of ctx asks about were known
// when it had hardly begun. A report that is not of vehicles always compares.
func (k *Known) Compares(ctx context.Context, report manifest.ReportType, earlier rows.Query, until time.Time) (bool, error) {
	if !slices.ContainsFunc(report.Columns, func(column manifest.Column) bool { return column.Kind == manifest.KindVehicle }) {
		return true, nil
	}
	ids, err := k.asked(ctx, earlier)
	if err != nil {
		return false, err
	}
	question := struct {
		VehicleIDs []string  `json:"vehicle_ids"`
		Since      time.Time `json:"since"`
		Until      time.Time `json:"until"`
	}{ids, earlier.From.Add(earlier.To.Sub(earlier.From) / lateShare), until}
	var found struct{ Sent, Known int }
	org := web.Caller(ctx).OrgID
	// As the plugin: what acts for somebody may call reports alone. The vehicles are those that the caller sees.
	if err := k.host.Call(web.AsPlugin(ctx, org), http.MethodPost, "/api/org/"+org+"/vehicles/known", question, &found); err != nil {
		return false, fmt.Errorf("find since when vehicles are known: %w", err)
	}
	return float64(found.Known) >= knownShare*float64(found.Sent), nil
}

// asked are the vehicles of a query that the caller sees.
func (k *Known) asked(ctx context.Context, q rows.Query) ([]string, error) {
	seen, err := k.fleet.Vehicles(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the vehicles of a comparison: %w", err)
	}
	ids, all, named := []string{}, len(q.VehicleIDs)+len(q.GroupIDs) == 0, map[string]bool{}
	for _, id := range q.VehicleIDs {
		named[id] = true
	}
	for _, v := range seen {
		within := func(group string) bool { return v.GroupID == group || strings.Contains(v.GroupPath, "/"+group+"/") }
		if all || named[v.ID] || slices.ContainsFunc(q.GroupIDs, within) {
			ids = append(ids, v.ID)
		}
	}
	return ids[:min(len(ids), mostVehicles)], nil
}
