package usage

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/ev/internal/session"
	"outrider.dev/outrider/plugins/ev/internal/setting"
	"outrider.dev/outrider/plugins/ev/internal/vehicle"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// charging is a session with the vehicle's name and group.
type charging struct {
	session.Session
	Name, GroupID string
}

// charged are the sessions of the vehicles of a range that the caller sees, the newest first; most 0: all, vehicleID empty: of any vehicle.
func (s *Store) charged(ctx context.Context, r Range, vehicleID string, most int) (found []charging, err error) {
	caller := web.Caller(ctx)
	seen, args := s.seen(caller, r)
	if vehicleID != "" {
		seen, args = seen+` AND v.id = ?`, append(args, vehicleID)
	}
	limit := ""
	if most > 0 {
		limit, args = ` LIMIT ?`, append(args, most)
	}
	err = s.db.Read(ctx, func(tx *gorm.DB) error {
		found, err = store.Rows[charging](tx, `SELECT `+session.Columns+`, v.name, v.group_id FROM ev.session s JOIN ev.fleet_vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id AND NOT v.deleted
			LEFT JOIN ev.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE s.org_id = ? AND s.start_ms >= ? AND s.start_ms < ? AND `+seen+` ORDER BY s.start_ms DESC, s.id`+limit,
			append([]any{caller.OrgID, r.From.UnixMilli(), r.To.UnixMilli()}, args...)...)
		if err != nil || r.Type == "" {
			return err
		}
		batteries, err := vehicle.All(tx, caller.OrgID)
		found = slices.DeleteFunc(found, func(c charging) bool { return !r.picks(batteries[c.VehicleID]) })
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find charging sessions: %w", err)
	}
	return found, nil
}

// seen is which vehicles v in groups g the caller sees among those that are asked for.
func (s *Store) seen(caller web.CallerInfo, r Range) (condition string, args []any) {
	condition, args = s.fleet.Seen("v.id", caller)
	if len(r.VehicleIDs) > 0 {
		condition, args = condition+` AND v.id = ANY(?)`, append(args, store.List(r.VehicleIDs))
	}
	if len(r.GroupIDs) > 0 {
		condition += ` AND EXISTS (SELECT FROM ev.fleet_group top WHERE top.org_id = v.org_id AND top.id = ANY(?) AND starts_with(g.path, top.path))`
		args = append(args, store.List(r.GroupIDs))
	}
	return condition, args
}

type sessionsInput struct {
	OrgID     string    `path:"orgId"`
	From      time.Time `query:"from" required:"true"`
	To        time.Time `query:"to" required:"true"`
	VehicleID string    `query:"vehicle_id" maxLength:"200"`
	Limit     int       `query:"limit" minimum:"1" maximum:"500" default:"100"`
}

// Charged is a session as it is answered.
type Charged struct {
	ID        string   `json:"id"`
	VehicleID string   `json:"vehicle_id"`
	Name      string   `json:"vehicle_name"`
	Start     string   `json:"start" doc:"RFC 3339, UTC"`
	End       string   `json:"end" doc:"Of what goes on, its newest minute"`
	GoesOn    bool     `json:"goes_on"`
	EnergyKWh float64  `json:"energy_kwh"`
	PeakKW    float64  `json:"peak_kw"`
	SocBefore *float64 `json:"soc_before,omitempty"`
	SocAfter  *float64 `json:"soc_after,omitempty"`
	Cost      *float64 `json:"cost,omitempty"`
	Lat       *float64 `json:"lat,omitempty"`
	Lng       *float64 `json:"lng,omitempty"`
	Place     string   `json:"place" doc:"Empty: not known"`
}

type sessionsOutput struct {
	Body struct {
		Sessions []Charged `json:"sessions" nullable:"false"`
	}
}

func (a *API) sessions(ctx context.Context, in *sessionsInput) (*sessionsOutput, error) {
	if took := in.To.Sub(in.From); took <= 0 || took > longest {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.to", Message: "A range is at most 400 days long."})
	}
	chosen, err := setting.Of(a.store.set, in.OrgID)
	if err != nil {
		return nil, err
	}
	list, err := a.store.charged(ctx, Range{From: in.From, To: in.To}, in.VehicleID, in.Limit)
	if err != nil {
		return nil, err
	}
	a.name(ctx, list)
	var out sessionsOutput
	out.Body.Sessions = make([]Charged, len(list))
	stamp := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	for i, s := range list {
		out.Body.Sessions[i] = Charged{s.ID, s.VehicleID, s.Name, stamp(s.StartMs), stamp(s.EndMs), s.GoesOn, s.EnergyKWh, s.PeakKW, s.SocBefore, s.SocAfter, costOf(s.EnergyKWh, chosen), s.Lat, s.Lng, s.Place}
	}
	return &out, nil
}

func costOf(kwh float64, chosen setting.Setting) *float64 {
	if chosen.PerKWh == nil {
		return nil
	}
	cost := kwh * *chosen.PerKWh
	return &cost
}

const (
	askedAtOnce = 200 // places in one question to the geo plugin
	mostNamed   = 2_000
)

// spot is a place to about 100 m.
type spot struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

func (c charging) spot() spot {
	return spot{math.Round(*c.Lat*1000) / 1000, math.Round(*c.Lng*1000) / 1000}
}

// name says where vehicles were charged, where the geo plugin knows. Vehicles are charged at the same spots again and again; each is asked for once.
func (a *API) name(ctx context.Context, list []charging) {
	labels, order := map[spot]string{}, []spot{}
	for _, c := range list {
		if c.Lat == nil || c.Lng == nil || len(order) == mostNamed {
			continue
		}
		if _, known := labels[c.spot()]; !known {
			labels[c.spot()], order = "", append(order, c.spot())
		}
	}
	for batch := range slices.Chunk(order, askedAtOnce) {
		if !a.ask(ctx, batch, labels) {
			break // places have no names this time
		}
	}
	for i, c := range list {
		if c.Lat != nil && c.Lng != nil {
			list[i].Place = labels[c.spot()]
		}
	}
}

// ask adds what spots are called, and reports whether the geo plugin answered.
func (a *API) ask(ctx context.Context, spots []spot, labels map[spot]string) bool {
	var answers []struct {
		Label string `json:"label"`
	}
	asking, cancel := context.WithTimeout(web.AsPlugin(ctx, web.Caller(ctx).OrgID), 1500*time.Millisecond)
	defer cancel()
	err := a.host.Call(asking, http.MethodPost, "/api/geo/places", map[string][]spot{"points": spots}, &answers)
	if err != nil || len(answers) != len(spots) {
		return false
	}
	for i, one := range answers {
		labels[spots[i]] = one.Label
	}
	return true
}
