package usage

import (
	"context"
	"math"
	"time"

	"gorm.io/gorm"

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
	rows.Handle(r, m, "POST /org/{orgId}/ev/report", needs, a.report, web.Summary("Rows of the report of electric vehicles"))
	web.Handle(r, "POST /org/{orgId}/ev/usage", needs, a.usage, web.ReadsOnly(), web.Summary("What electric vehicles used in a time, how full they are, and whether that is enough"))
	web.Handle(r, "GET /org/{orgId}/ev/sessions", needs, a.sessions, web.Summary("When and where vehicles were charged, the newest first"))
	web.Handle(r, "GET /org/{orgId}/ev/vehicles/{id}/curve", needs, a.curve, web.IDs("id", "vehicle"), web.Summary("Power and state of charge over time"))
	web.Handle(r, "PUT /org/{orgId}/ev/vehicles/{id}", web.Needs("editEvSettings"), a.setNeed, web.IDs("id", "vehicle"), web.Summary("Changes the battery and the daily need of a vehicle"))
}

type usageInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleIDs []string  `json:"vehicle_ids,omitempty" maxItems:"20000" nullable:"false"`
		GroupIDs   []string  `json:"group_ids,omitempty" maxItems:"1000" nullable:"false"`
		From       time.Time `json:"from"`
		To         time.Time `json:"to" doc:"At most 400 days later"`
		Type       string    `json:"type,omitempty" maxLength:"63" doc:"Of vehicle; empty: any"`
		Zone       string    `json:"zone,omitempty" maxLength:"64" doc:"IANA: by which days are told apart; UTC without it"`
		NeedOf     string    `json:"need_of,omitempty" enum:"today,tomorrow" doc:"The day whose need ranges are held against; today without it"`
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
	zone, err := web.Zone("body.zone", in.Body.Zone)
	if err != nil {
		return nil, err
	}
	asked := Range{in.Body.From, in.Body.To, in.Body.VehicleIDs, in.Body.GroupIDs, in.Body.Type, zone, in.Body.NeedOf == "tomorrow"}
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
