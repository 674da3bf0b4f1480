package usage

import (
	"context"
	"math"
	"net/http"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/ev/internal/session"
	"outrider.dev/outrider/plugins/ev/internal/setting"
	"outrider.dev/outrider/plugins/ev/internal/vehicle"
	"outrider.dev/outrider/plugins/ev/internal/watch"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// API answers about use.
type API struct {
	store *Store
	host  plugin.Host
	past  Past
}

// Past tells how much is there of what vehicles said before; minutes.Follower is one.
type Past interface {
	Past(ctx context.Context, orgID string) (minutes.Past, error)
}

// NewAPI answers from a store; host names places.
func NewAPI(store *Store, host plugin.Host, past Past) *API { return &API{store, host, past} }

// Register lists the operations.
func (a *API) Register(r *web.Router, m manifest.Manifest) {
	needs := web.Needs("createEvUsageReport")
	rows.Handle(r, m, "POST /org/{orgId}/ev/report", needs, a.report)
	web.Handle(r, "POST /org/{orgId}/ev/usage", needs, a.usage, web.ReadsOnly(), web.Summary("What electric vehicles used in a time, how full they are, and whether that is enough"))
	web.Handle(r, "GET /org/{orgId}/ev/sessions", needs, a.sessions, web.Summary("When and where vehicles were charged, the newest first"))
	web.Handle(r, "GET /org/{orgId}/ev/vehicles/{id}/curve", needs, a.curve, web.IDs("id", "vehicle"), web.Summary("Power and state of charge over time"))
	web.Handle(r, "PUT /org/{orgId}/ev/vehicles/{id}", web.Needs("editEvSettings"), a.setNeed, web.IDs("id", "vehicle"))
}

// report streams a row a vehicle, in the order of the manifest's columns.
func (a *API) report(ctx context.Context, q rows.Query, out *rows.Writer) error {
	list, err := a.store.Rows(ctx, Range{q.From, q.To, q.VehicleIDs, q.GroupIDs, text(q.Filters["type"])})
	if err != nil {
		return err
	}
	for _, r := range list {
		err := out.Add(r.VehicleID, r.GroupID, rounded(r.DistanceM), value(r.UsedKWh), value(r.Per100), rounded(r.RegainedKWh), r.Sessions, rounded(r.AddedKWh), value(r.Cost), value(r.SocPercent), value(r.RangeM))
		if err != nil {
			return err
		}
	}
	return nil
}

// text is a filter that was chosen; empty: any.
func text(filter any) string {
	chosen, _ := filter.(string)
	return chosen
}

// value is a number, or nil for none.
func value(number *float64) any {
	if number == nil {
		return nil
	}
	return rounded(*number)
}

// rounded has two digits after the point, which no reading has more of.
func rounded(number float64) float64 { return math.Round(100*number) / 100 }

type usageInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleIDs []string  `json:"vehicle_ids,omitempty" maxItems:"20000" nullable:"false"`
		GroupIDs   []string  `json:"group_ids,omitempty" maxItems:"1000" nullable:"false"`
		From       time.Time `json:"from"`
		To         time.Time `json:"to" doc:"At most 400 days later"`
		Type       string    `json:"type,omitempty" maxLength:"63" doc:"Of vehicle; empty: any"`
	}
}

type usageOutput struct {
	Body struct {
		Vehicles []Row           `json:"vehicles" nullable:"false"`
		Totals   Totals          `json:"totals"`
		Before   Totals          `json:"before" doc:"Of as long a time before"`
		Best     string          `json:"best" doc:"Id of the vehicle with the best efficiency among those of 50 km (or 30 miles) or more; empty: there are not two"`
		Worst    string          `json:"worst"`
		Setting  setting.Setting `json:"setting"`
		Past     minutes.Past    `json:"past"`
	}
}

const longest = 400 * 24 * time.Hour

func (a *API) usage(ctx context.Context, in *usageInput) (*usageOutput, error) {
	took := in.Body.To.Sub(in.Body.From)
	if took <= 0 || took > longest {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.to", Message: "A range is at most 400 days long."})
	}
	asked := Range{in.Body.From, in.Body.To, in.Body.VehicleIDs, in.Body.GroupIDs, in.Body.Type}
	list, err := a.store.Rows(ctx, asked)
	if err != nil {
		return nil, err
	}
	asked.From, asked.To = asked.From.Add(-took), asked.From
	before, err := a.store.Rows(ctx, asked)
	if err != nil {
		return nil, err
	}
	var out usageOutput
	out.Body.Vehicles, out.Body.Totals, out.Body.Before = list, totalsOf(list), totalsOf(before)
	out.Body.Best, out.Body.Worst = extremes(list, web.Caller(ctx).Units)
	if list == nil {
		out.Body.Vehicles = []Row{}
	}
	if out.Body.Setting, err = setting.Of(a.store.set, in.OrgID); err != nil {
		return nil, err
	}
	out.Body.Past, err = a.past.Past(ctx, in.OrgID)
	return &out, err
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
	caller := web.Caller(ctx)
	seen, args := a.store.fleet.Seen("v.id", caller)
	var found []struct {
		session.Session
		Name string
	}
	var chosen setting.Setting
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		if chosen, err = setting.Of(a.store.set, in.OrgID); err != nil {
			return err
		}
		err = tx.Raw(`SELECT `+session.Columns+`, v.name FROM ev.session s JOIN ev.fleet_vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id AND NOT v.deleted
			WHERE s.org_id = ? AND s.start_ms >= ? AND s.start_ms < ? AND (? = '' OR s.vehicle_id = ?) AND `+seen+` ORDER BY s.start_ms DESC, s.id LIMIT ?`,
			append(append([]any{caller.OrgID, in.From.UnixMilli(), in.To.UnixMilli(), in.VehicleID, in.VehicleID}, args...), in.Limit)...).Scan(&found).Error
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make([]session.Session, len(found))
	for i, f := range found {
		list[i] = f.Session
	}
	a.name(ctx, in.OrgID, list)
	var out sessionsOutput
	out.Body.Sessions = make([]Charged, len(list))
	stamp := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	for i, s := range list {
		out.Body.Sessions[i] = Charged{s.ID, s.VehicleID, found[i].Name, stamp(s.StartMs), stamp(s.EndMs), s.GoesOn, s.EnergyKWh, s.PeakKW, s.SocBefore, s.SocAfter, costOf(s.EnergyKWh, chosen), s.Lat, s.Lng, s.Place}
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

type curveInput struct {
	OrgID string    `path:"orgId"`
	ID    string    `path:"id"`
	From  time.Time `query:"from" required:"true"`
	To    time.Time `query:"to" required:"true" doc:"At most 31 days later"`
}

type curveOutput struct {
	Body struct {
		Points [][3]*float64 `json:"points" nullable:"false" doc:"Unix ms, kW of the charger, state of charge in percent"`
	}
}

// mostPoints is how many points of a curve are enough for any screen.
const mostPoints = 3_000

func (a *API) curve(ctx context.Context, in *curveInput) (*curveOutput, error) {
	if took := in.To.Sub(in.From); took <= 0 || took > 31*24*time.Hour {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.to", Message: "A range is at most 31 days long."})
	}
	if _, err := a.store.fleet.Vehicle(ctx, in.ID); err != nil {
		return nil, err
	}
	var out curveOutput
	out.Body.Points = [][3]*float64{}
	err := a.store.db.Read(ctx, func(tx *gorm.DB) error {
		list, err := minutes.Of(tx, "ev", in.OrgID, in.ID, in.From.UnixMilli(), in.To.UnixMilli())
		if err != nil {
			return err
		}
		every := len(list)/mostPoints + 1
		for i, p := range watch.Points(list) {
			if i%every == 0 {
				at := float64(p.AtMs)
				out.Body.Points = append(out.Body.Points, [3]*float64{&at, known(p.PowerKW), known(p.Soc)})
			}
		}
		return nil
	})
	return &out, err
}

func known(number float64) *float64 {
	if math.IsNaN(number) {
		return nil
	}
	return &number
}

type setNeedInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Body  struct {
		NeedM *float64 `json:"need_m,omitempty" minimum:"0" maximum:"2000000" doc:"How far it has to go in a day; left out: as its weekdays were"`
	}
}

func (a *API) setNeed(ctx context.Context, in *setNeedInput) (*struct{}, error) {
	if _, err := a.store.fleet.Vehicle(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.store.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error { return vehicle.SetNeed(tx, in.OrgID, in.ID, in.Body.NeedM) })
}

// name says where vehicles were charged, where the geo plugin knows; without it places have no names this time.
func (a *API) name(ctx context.Context, orgID string, list []session.Session) {
	var question struct {
		Points []map[string]float64 `json:"points"`
	}
	var asked []int
	for i, s := range list {
		if s.Lat != nil && s.Lng != nil && len(asked) < 200 {
			asked, question.Points = append(asked, i), append(question.Points, map[string]float64{"lat": *s.Lat, "lng": *s.Lng})
		}
	}
	if len(asked) == 0 {
		return
	}
	var answers []struct {
		Label string `json:"label"`
	}
	asking, cancel := context.WithTimeout(web.AsPlugin(ctx, orgID), 1500*time.Millisecond)
	defer cancel()
	if err := a.host.Call(asking, http.MethodPost, "/api/geo/places", question, &answers); err != nil || len(answers) != len(asked) {
		return
	}
	for n, i := range asked {
		list[i].Place = answers[n].Label
	}
}
