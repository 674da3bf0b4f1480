package trial

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Bounds of a trial.
const (
	mostVehicles = 2000
	mostVisits   = 2000 // that are told; all are counted
	mostWays     = 300  // visits that are told with where the vehicle drove
	mostInWay    = 80
	atOnce       = 3 // trials
	tellEvery    = 250 * time.Millisecond
	margin       = 0.25
)

// Fleet says which vehicles a caller sees; replica.Fleet does.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
}

// Fences are the geofences, vehicles and groups that a caller sees; fence.API knows them. Errors are fault.NotFound.
type Fences interface {
	Find(ctx context.Context, id string) (fence.Fence, error)
	Sees(ctx context.Context, vehicles, groups []string) error
}

// API answers what a geofence would have raised.
type API struct {
	db    *store.DB
	fleet Fleet
	kept  Fences
	host  Streamer
	now   func() time.Time
	cache cache
	turns chan struct{}
}

// NewAPI answers from the copy of the fleet in a database and the history of the vehicles plugin.
func NewAPI(db *store.DB, fleet Fleet, kept Fences, host Streamer, now func() time.Time) *API {
	return &API{db: db, fleet: fleet, kept: kept, host: host, now: now, turns: make(chan struct{}, atOnce)}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/geofences/trial", web.NeedsAny("createGeofence", "editGeofence"), a.try, web.ReadsOnly(), web.TakesLong(), web.MaxBody(512<<10),
		web.IDs("body.geofence_id", "geofence"), web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.Summary("What a geofence would have raised in the last days, as lines of JSON"))
}

type tryInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Shape      shape.Shape    `json:"shape"`
		Triggers   fence.Triggers `json:"triggers"`
		Period     *fence.Period  `json:"active_period,omitempty" required:"false"`
		All        bool           `json:"all_vehicles,omitempty" required:"false"`
		VehicleIDs []string       `json:"vehicle_ids,omitempty" required:"false" maxItems:"10000"`
		GroupIDs   []string       `json:"group_ids,omitempty" required:"false" maxItems:"1000"`
		GeofenceID string         `json:"geofence_id,omitempty" required:"false" maxLength:"64" doc:"The one that is changed: all_vehicles are those of its group"`
		Days       int            `json:"days,omitempty" required:"false" minimum:"1" maximum:"30" doc:"30 without it"`
	}
}

// line is one of the answer: how far it is, a visit, or the end.
type line struct {
	Progress *progress `json:"progress,omitempty"`
	Visit    *visited  `json:"visit,omitempty"`
	Done     *total    `json:"done,omitempty"`
	Problem  any       `json:"problem,omitempty"`
}

type progress struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

type visited struct {
	VehicleID   string        `json:"vehicle_id"`
	ArrivalMs   int64         `json:"arrival_ms"`
	DepartureMs int64         `json:"departure_ms"`
	Found       bool          `json:"found"`
	TopKmh      *float64      `json:"top_speed_kmh"`
	Events      []watch.Event `json:"events"`
	Way         []shape.Point `json:"way,omitempty"`
}

// total is what all of it was. Without it the answer is not whole.
type total struct {
	Vehicles int   `json:"vehicles"` // that were looked at
	Of       int   `json:"of"`       // that the geofence is for
	Visits   int   `json:"visits"`
	Events   int   `json:"events"`
	FromMs   int64 `json:"from_ms"`
	ToMs     int64 `json:"to_ms"`
	Cut      bool  `json:"cut"` // more visits than are told
}

// try streams what a geofence would have raised. It ends when the caller goes.
func (a *API) try(ctx context.Context, in *tryInput) (*huma.StreamResponse, error) {
	d, err := fence.Checked(fence.Definition{Name: fenceID, Shape: in.Body.Shape, Triggers: in.Body.Triggers, Period: in.Body.Period})
	if err != nil {
		return nil, err
	}
	vehicles, err := a.vehicles(ctx, in)
	if err != nil {
		return nil, err
	}
	days := in.Body.Days
	if days == 0 {
		days = 30
	}
	toMs := a.now().UnixMilli()
	t := &attempt{
		definition: d, book: bookOf(d), vehicles: vehicles[:min(len(vehicles), mostVehicles)], now: a.now,
		total: total{Of: len(vehicles), Vehicles: min(len(vehicles), mostVehicles), FromMs: toMs - int64(days)*24*time.Hour.Milliseconds(), ToMs: toMs},
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", rows.ContentType)
		t.out = c.BodyWriter()
		if err := a.run(web.Streaming(ctx), in.OrgID, t); err != nil && ctx.Err() == nil {
			t.tell(line{Problem: web.ProblemOf(err)})
		}
	}}, nil
}

// vehicles are those in sight that a geofence would be for, in the order of their ids.
func (a *API) vehicles(ctx context.Context, in *tryInput) (ids []string, err error) {
	caller := web.Caller(ctx)
	seen, args := a.fleet.Seen("v.id", caller)
	path := caller.Scope.Path
	if path == "" {
		path = "/" + in.OrgID + "/"
	}
	var changed fence.Fence
	if in.Body.GeofenceID != "" {
		if changed, err = a.kept.Find(ctx, in.Body.GeofenceID); err != nil {
			return nil, err
		}
		path = changed.Path
	}
	if err := a.kept.Sees(ctx, added(in.Body.VehicleIDs, changed.VehicleIDs), added(in.Body.GroupIDs, changed.GroupIDs)); err != nil {
		return nil, err
	}
	args = append(append([]any{caller.OrgID}, args...), in.Body.All, path, store.List(in.Body.VehicleIDs), store.List(in.Body.GroupIDs))
	err = a.db.Read(ctx, func(tx *gorm.DB) error {
		ids, err = store.Rows[string](tx, `SELECT v.id FROM geofences.fleet_vehicle v LEFT JOIN geofences.fleet_group vg ON vg.org_id = v.org_id AND vg.id = v.group_id
			WHERE v.org_id = ? AND NOT v.deleted AND (`+seen+`) AND ((? AND starts_with(coalesce(vg.path, ''), ?)) OR v.id = ANY(?)
				OR EXISTS (SELECT FROM unnest(?::text[]) AS named (id) WHERE strpos(vg.path, '/' || named.id || '/') > 0)) ORDER BY v.id`, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the vehicles of a trial: %w", err)
	}
	return ids, nil
}

// added are those that are not there already: somebody with a wider view may have put them there.
func added(said, there []string) []string {
	return slices.DeleteFunc(slices.Clone(said), func(id string) bool { return slices.Contains(there, id) })
}

// attempt is one trial.
type attempt struct {
	definition fence.Definition
	book       *book.Book // of it alone
	vehicles   []string
	total      total
	out        io.Writer
	now        func() time.Time
	told       time.Time
	ways       int
	failed     error // the caller is gone
}

// run judges from what was read lately, or reads it first; few do so at the same time.
func (a *API) run(ctx context.Context, orgID string, t *attempt) error {
	if len(t.vehicles) == 0 {
		t.tell(line{Done: &t.total})
		return nil
	}
	area := shape.NewArea(t.definition.Shape)
	key := keyOf(web.Caller(ctx), orgID, t.vehicles, t.total.ToMs-t.total.FromMs)
	if p := a.cache.find(key, boxOf(area, 0), a.now()); p != nil {
		for _, id := range p.vehicles {
			t.judge(id, whole(p.of[id], p.when.fromMs), p.when.toMs)
		}
		t.total.FromMs, t.total.ToMs = p.when.fromMs, p.when.toMs
		t.tell(line{Done: &t.total})
		return t.failed
	}
	select {
	case a.turns <- struct{}{}:
		defer func() { <-a.turns }()
	case <-ctx.Done():
		return ctx.Err()
	}
	p := &past{key: key, around: boxOf(area, margin), when: span{t.total.FromMs, t.total.ToMs}, of: map[string][]small{}, read: a.now()}
	if err := a.read(ctx, orgID, t, p); err != nil {
		return err
	}
	a.cache.put(p, a.now())
	t.tell(line{Done: &t.total})
	return t.failed
}

// read reads the past, and judges each vehicle once all of it is there.
func (a *API) read(ctx context.Context, orgID string, t *attempt, p *past) error {
	current, list := "", []Position(nil)
	finish := func() {
		if current == "" {
			return
		}
		t.judge(current, list, p.when.toMs)
		p.keep(current, list)
	}
	err := positionsOf(ctx, a.host, orgID, t.vehicles, p.around, p.when, func(id string, day []Position) error {
		if id != current {
			finish()
			current, list = id, nil
		}
		list = append(list, day...)
		done, _ := slices.BinarySearch(t.vehicles, id)
		t.progress(done)
		return t.failed
	})
	if err != nil {
		return err
	}
	finish()
	return t.failed
}

// judge tells the visits of a vehicle.
func (t *attempt) judge(vehicleID string, positions []Position, nowMs int64) {
	for i := range positions {
		if positions[i].Gap && i > 0 {
			positions[i].TimeMs = positions[i-1].TimeMs
		}
	}
	for _, v := range judge(t.book, vehicleID, positions, nowMs) {
		t.total.Visits++
		t.total.Events += len(v.Events)
		if t.total.Visits > mostVisits {
			t.total.Cut = true
			continue
		}
		one := visited{VehicleID: vehicleID, ArrivalMs: v.ArrivalMs, DepartureMs: v.DepartureMs, Found: v.Found, TopKmh: v.TopKmh, Events: v.Events}
		if len(v.Events) > 0 && t.ways < mostWays {
			t.ways++
			one.Way = Way(positions, v, mostInWay)
		}
		t.tell(line{Visit: &one})
	}
}

// progress tells how far it is, a few times a second.
func (t *attempt) progress(done int) {
	if now := t.now(); now.Sub(t.told) >= tellEvery {
		t.told = now
		t.tell(line{Progress: &progress{done, len(t.vehicles)}})
		if f, ok := t.out.(http.Flusher); ok {
			f.Flush()
		}
	}
}

func (t *attempt) tell(l line) {
	if t.failed == nil {
		t.failed = json.NewEncoder(t.out).Encode(l)
	}
}

// keyOf says whose past it is.
func keyOf(caller web.CallerInfo, orgID string, vehicles []string, lengthMs int64) string {
	sum := sha256.Sum256([]byte(strings.Join(append([]string{caller.UserID, orgID, fmt.Sprint(lengthMs)}, vehicles...), "\x00")))
	return hex.EncodeToString(sum[:])
}
