package track

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// API answers about tracks.
type API struct {
	store    *Store
	zones    *presence.Zones
	manifest manifest.Manifest
	log      *slog.Logger
}

// NewAPI answers from a store; zones knows by which clock a caller means times, the manifest names the tables beside a track.
func NewAPI(store *Store, zones *presence.Zones, m manifest.Manifest, log *slog.Logger) *API {
	return &API{store, zones, m, log}
}

// cut ends an answer that has begun: a part of it must not look whole.
func (a *API) cut(vehicleID string, err error) {
	a.log.Warn("a track was cut off", "vehicle", vehicleID, "error", err.Error())
	panic(http.ErrAbortHandler)
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	aVehicle := web.IDs("id", "vehicle")
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/track", web.Needs("TrackVehicle"), a.track, aVehicle, web.TakesLong(), web.Summary("The route of a vehicle, with speed against its limit"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/track/file", web.Needs("TrackVehicle", "ViewVehicleRoutes"), a.file, aVehicle, web.TakesLong(), web.Exports(), web.Summary("The route of a vehicle as CSV, XLSX, GPX, KML or GeoJSON"))
	web.Handle(r, "POST /org/{orgId}/vehicles/positions", web.Needs("TrackVehicle"), a.positions, web.TakesLong(), web.ReadsOnly(), web.Summary("Positions of vehicles in a range of time, for other plugins"))
	rows.Handle(r, a.manifest, "POST /org/{orgId}/vehicles/tracking/ignition", web.Needs("TrackVehicle"), a.ignition, web.Summary("Rows of the tracking table of ignition"))
}

const perChunk = 4_096

type trackInput struct {
	OrgID  string `path:"orgId"`
	ID     string `path:"id"`
	Start  string `query:"start_time" required:"true" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
	End    string `query:"end_time" required:"true" doc:"Readings of before this time, at most 366 days later"`
	Points int    `query:"points" minimum:"100" maximum:"200000" default:"100000" doc:"About how many readings are enough: of a longer range one a step stays, and whatever begins or ends something"`
}

// track streams one JSON object: {"zone", "start_time", "end_time", "step_ms", "chunks": [{n, t, lat, lng, speed, limit, heading, ignition, fuel, battery}], "readings"}. A cut off
// answer is no JSON.
func (a *API) track(ctx context.Context, in *trackInput) (*huma.StreamResponse, error) {
	fromMs, toMs, zone, err := a.zones.RangeIn(ctx, in.OrgID, in.ID, "query", in.Start, in.End, times.Longest)
	if err != nil {
		return nil, err
	}
	if _, err := a.store.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.ID); err != nil {
		return nil, err
	}
	stepMs := (toMs - fromMs) / int64(in.Points)
	if stepMs < 1_000 {
		stepMs = 0
	}
	head := fmt.Sprintf(`{"zone":%q,"from_ms":%d,"to_ms":%d,"step_ms":%d,"chunks":[`, zone.String(), fromMs, toMs, stepMs)
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", "application/json")
		out := &chunks{to: c.BodyWriter(), columns: columns(), thin: thinner{stepMs: stepMs}}
		if _, err := io.WriteString(out.to, head); err != nil {
			return // the reader is gone
		}
		if err := a.store.Days(web.Streaming(ctx), in.OrgID, in.ID, fromMs, toMs, out.add); err != nil {
			a.cut(in.ID, err)
		}
		out.end()
	}}, nil
}

// chunks writes readings as chunks of columns.
type chunks struct {
	to       io.Writer
	columns  []*column
	thin     thinner
	waiting  int
	readings int
}

func (c *chunks) add(list []history.Reading) error {
	for i := range list {
		var next *history.Reading
		if i+1 < len(list) {
			next = &list[i+1]
		}
		if !c.thin.keeps(&list[i], next) {
			continue
		}
		for _, one := range c.columns {
			one.add(&list[i])
		}
		if c.waiting++; c.waiting == perChunk {
			if err := c.flush(); err != nil {
				return err
			}
		}
	}
	if last := c.thin.last; last != nil { // the list goes; what is compared with stays
		kept := *last
		c.thin.last = &kept
	}
	return nil
}

func (c *chunks) flush() error {
	if c.waiting == 0 {
		return nil
	}
	text := chunk(c.columns, c.waiting)
	if c.readings > 0 {
		text = append([]byte{','}, text...)
	}
	c.readings, c.waiting = c.readings+c.waiting, 0
	_, err := c.to.Write(text)
	return err
}

func (c *chunks) end() {
	if c.flush() == nil {
		_, _ = io.WriteString(c.to, `],"readings":`+strconv.Itoa(c.readings)+`}`) // the reader is gone if this fails
	}
}
