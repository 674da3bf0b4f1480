package usage

import (
	"context"
	"math"
	"net/http"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/event"
	"outrider.dev/outrider/plugins/fuel/internal/price"
	"outrider.dev/outrider/plugins/fuel/internal/quarter"
	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/outrider/plugins/fuel/internal/vehicle"
	"outrider.dev/outrider/plugins/fuel/internal/watch"
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
	needs := web.Needs("createFuelUsageReport")
	rows.Handle(r, m, "POST /org/{orgId}/fuel/report", needs, a.report, web.Summary("Rows of the fuel report"))
	web.Handle(r, "POST /org/{orgId}/fuel/usage", needs, a.usage, web.ReadsOnly(), web.Summary("What vehicles used in a time, with totals and those of the time before"))
	web.Handle(r, "GET /org/{orgId}/fuel/vehicles/{id}/tank", needs, a.tank, web.IDs("id", "vehicle"), web.Summary("The level of a tank, and what happened to it"))
	web.Handle(r, "PUT /org/{orgId}/fuel/vehicles/{id}", web.Needs("editFuelSettings"), a.setTank, web.IDs("id", "vehicle"), web.Summary("Changes the tank of a vehicle"))
	web.Handle(r, "PUT /org/{orgId}/fuel/vehicles/{id}/events/{eventId}", web.Needs("editFuelSettings"), a.dismiss, web.IDs("id", "vehicle"), web.Summary("Say that something suspected was none, or was one after all"))
}

// report streams a row a vehicle, in the order of the manifest's columns.
func (a *API) report(ctx context.Context, q rows.Query, out *rows.Writer) error {
	list, err := a.store.Rows(ctx, Range{q.From, q.To, q.VehicleIDs, q.GroupIDs, text(q.Filters["type"]), text(q.Filters["fuel"])})
	if err != nil {
		return err
	}
	for _, r := range list {
		err := out.Add(r.VehicleID, r.GroupID, rounded(r.DistanceM), value(r.UsedL), value(r.Per100), rounded(r.IdleS), rounded(r.IdleL), value(r.IdleCost), value(r.CO2Kg), value(r.LevelPercent), r.Refuels, rounded(r.RefuelledL), r.Thefts, rounded(r.StolenL))
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
		Fuel       string    `json:"fuel,omitempty" maxLength:"63" doc:"Empty: any"`
	}
}

type usageOutput struct {
	Body struct {
		Vehicles []Row         `json:"vehicles" nullable:"false"`
		Totals   Totals        `json:"totals"`
		Before   Totals        `json:"before" doc:"Of as long a time before"`
		Compared bool          `json:"compared" doc:"The time before is known of the vehicles that make up most of this one; false: the two do not compare"`
		Best     string        `json:"best" doc:"Id of the vehicle with the best economy among those of 50 km (or 30 miles) or more; empty: there are not two"`
		Worst    string        `json:"worst"`
		Prices   []price.Price `json:"prices" nullable:"false"`
		Past     minutes.Past  `json:"past"`
	}
}

const longest = 400 * 24 * time.Hour

func (a *API) usage(ctx context.Context, in *usageInput) (*usageOutput, error) {
	took := in.Body.To.Sub(in.Body.From)
	if took <= 0 || took > longest {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.to", Message: "A range is at most 400 days long."})
	}
	asked := Range{in.Body.From, in.Body.To, in.Body.VehicleIDs, in.Body.GroupIDs, in.Body.Type, in.Body.Fuel}
	list, err := a.store.Rows(ctx, asked)
	if err != nil {
		return nil, err
	}
	var out usageOutput
	if out.Body.Compared, err = a.store.compares(ctx, list, asked); err != nil {
		return nil, err
	}
	asked.From, asked.To = asked.From.Add(-took), asked.From
	before, err := a.store.Rows(ctx, asked)
	if err != nil {
		return nil, err
	}
	out.Body.Vehicles, out.Body.Totals, out.Body.Before = list, totalsOf(list), totalsOf(before)
	out.Body.Best, out.Body.Worst = extremes(list, web.Caller(ctx).Units)
	if list == nil {
		out.Body.Vehicles = []Row{}
	}
	if out.Body.Prices, err = price.Of(a.store.set, in.OrgID); err != nil {
		return nil, err
	}
	out.Body.Past, err = a.past.Past(ctx, in.OrgID)
	return &out, err
}

type tankInput struct {
	OrgID string    `path:"orgId"`
	ID    string    `path:"id"`
	From  time.Time `query:"from" required:"true"`
	To    time.Time `query:"to" required:"true" doc:"At most 31 days later"`
}

// Happened is what happened to a tank.
type Happened struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind" enum:"refuel,theft"`
	At        string   `json:"at" doc:"RFC 3339, UTC"`
	End       string   `json:"end"`
	Litres    float64  `json:"litres"`
	Before    float64  `json:"before_percent"`
	After     float64  `json:"after_percent"`
	Certainty float64  `json:"certainty" doc:"0 to 1"`
	Ignition  bool     `json:"ignition"`
	Lat       *float64 `json:"lat,omitempty"`
	Lng       *float64 `json:"lng,omitempty"`
	Place     string   `json:"place" doc:"Empty: not known"`
	Dismissed bool     `json:"dismissed"`
}

type tankOutput struct {
	Body struct {
		TankL   float64       `json:"tank_l"`
		Assumed bool          `json:"assumed" doc:"Nobody has said how much the tank holds"`
		Points  [][4]*float64 `json:"points" nullable:"false" doc:"Unix ms, percent as it was sent, percent without the trembling, 0 parked, 1 idling, 2 driving"`
		Events  []Happened    `json:"events" nullable:"false"`
	}
}

// tank is the curve of a vehicle in scope.
func (a *API) tank(ctx context.Context, in *tankInput) (*tankOutput, error) {
	if took := in.To.Sub(in.From); took <= 0 || took > 31*24*time.Hour {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.to", Message: "A range is at most 31 days long."})
	}
	if _, err := a.store.fleet.Vehicle(ctx, in.ID); err != nil {
		return nil, err
	}
	var out tankOutput
	var happened []event.Event
	out.Body.Points = [][4]*float64{}
	err := a.store.db.Read(ctx, func(tx *gorm.DB) error {
		t, err := vehicle.Find(tx, in.OrgID, in.ID)
		if err != nil {
			return err
		}
		out.Body.TankL, out.Body.Assumed = t.Litres()
		list, err := minutes.Of(tx, "fuel", in.OrgID, in.ID, in.From.UnixMilli(), in.To.UnixMilli())
		if err != nil {
			return err
		}
		points := watch.Points(list, out.Body.TankL)
		out.Body.Points = curve(points, tank.Steps(points, out.Body.TankL))
		happened, err = event.Of(tx, in.OrgID, in.ID, in.From.UnixMilli(), in.To.UnixMilli())
		return err
	})
	if err != nil {
		return nil, err
	}
	a.name(ctx, in.OrgID, happened)
	out.Body.Events = make([]Happened, len(happened))
	stamp := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	for i, e := range happened {
		out.Body.Events[i] = Happened{e.ID, e.Kind, stamp(e.AtMs), stamp(e.EndMs), e.Litres, e.BeforePercent, e.AfterPercent, e.Certainty, e.Ignition, e.Lat, e.Lng, e.Place, e.Dismissed}
	}
	return &out, nil
}

type setTankInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Body  struct {
		TankL float64 `json:"tank_l" minimum:"1" maximum:"3000" doc:"How many litres its tank holds"`
	}
}

func (a *API) setTank(ctx context.Context, in *setTankInput) (*struct{}, error) {
	if _, err := a.store.fleet.Vehicle(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.store.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		factor, err := vehicle.SetTank(tx, in.OrgID, in.ID, in.Body.TankL)
		if err == nil {
			err = quarter.Rescale(tx, in.OrgID, in.ID, factor)
		}
		if err != nil {
			return err
		}
		return event.Rescale(tx, in.OrgID, in.ID, factor)
	})
}

type dismissInput struct {
	OrgID   string `path:"orgId"`
	ID      string `path:"id"`
	EventID string `path:"eventId" maxLength:"300"`
	Body    struct {
		Dismissed bool `json:"dismissed"`
	}
}

func (a *API) dismiss(ctx context.Context, in *dismissInput) (*struct{}, error) {
	if _, err := a.store.fleet.Vehicle(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.store.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error { return event.Dismiss(tx, in.OrgID, in.ID, in.EventID, in.Body.Dismissed) })
}

// name says where things happened, where the geo plugin knows; without it they have no names this time.
func (a *API) name(ctx context.Context, orgID string, list []event.Event) {
	var question struct {
		Points []map[string]float64 `json:"points"`
	}
	var asked []int
	for i, e := range list {
		if e.Lat != nil && e.Lng != nil {
			asked, question.Points = append(asked, i), append(question.Points, map[string]float64{"lat": *e.Lat, "lng": *e.Lng})
		}
	}
	if len(asked) == 0 || len(asked) > 200 {
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
