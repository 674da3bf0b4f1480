package mapping

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/reading"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// API answers about vehicles of providers.
type API struct {
	db    store.Transactor
	fleet *replica.Fleet
	host  plugin.Host
	now   func() time.Time
}

// NewAPI answers from db, about the vehicles that the caller sees; host tells their VINs and registrations.
func NewAPI(db store.Transactor, fleet *replica.Fleet, host plugin.Host, now func() time.Time) *API {
	return &API{db, fleet, host, now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	needs := web.Needs("editIntegrations")
	web.Handle(r, "GET /org/{orgId}/integrations/vehicles", needs, a.list, web.Summary("The provider's vehicles, which of ours each is, and which it seems to be"))
	web.Handle(r, "PUT /org/{orgId}/integrations/vehicles/{id}", needs, a.put, web.IDs("id", "provider-vehicle"), web.IDs("body.vehicle_id", "vehicle"),
		web.Summary("Say which of ours a vehicle of the provider is, or that it is none"))
	web.Handle(r, "POST /org/{orgId}/integrations/senders", web.Needs("viewIntegrations"), a.senders, web.ReadsOnly(),
		web.Summary("Vehicles of which the provider sent any of some readings since yesterday, UTC"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

// Vehicle is one of the provider.
type Vehicle struct {
	ID           string      `json:"id"`
	Registration string      `json:"registration"`
	VIN          string      `json:"vin"`
	Model        string      `json:"model"`
	NewestAt     *string     `json:"newest_at,omitempty" doc:"Of its readings; left out: there is none"`
	VehicleID    *string     `json:"vehicle_id,omitempty" doc:"Which of ours it is"`
	Name         string      `json:"vehicle_name" doc:"Of ours; empty: not mapped, or one that the caller does not see"`
	MappedAt     *string     `json:"mapped_at,omitempty"`
	MappedBy     string      `json:"mapped_by"`
	Suggestion   *Suggestion `json:"suggestion,omitempty"`
}

type listOutput struct {
	Body struct {
		Vehicles []Vehicle `json:"vehicles" nullable:"false"`
		Partial  bool      `json:"partial" doc:"Nothing could be suggested: what our vehicles are registered as cannot be read by the caller, or now"`
	}
}

const columns = `SELECT id, registration, vin, model, listed_ms, reading_ms, vehicle_id, mapped_ms, mapped_by FROM integrations.vehicle WHERE org_id = ?`

func (a *API) list(ctx context.Context, in *orgInput) (*listOutput, error) {
	var found []Row
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Row](tx, columns+` ORDER BY vehicle_id IS NOT NULL, registration, id`, in.OrgID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the provider's vehicles: %w", err)
	}
	var out listOutput
	out.Body.Vehicles = []Vehicle{}
	if len(found) == 0 {
		return &out, nil
	}
	ours, err := a.ours(ctx, in.OrgID)
	out.Body.Partial = err != nil // the list is of use without suggestions
	names := map[string]string{}
	for _, o := range ours {
		names[o.ID] = o.Name
	}
	suggested := Suggest(found, ours)
	for _, r := range found {
		v := Vehicle{ID: r.ID, Registration: r.Registration, VIN: r.VIN, Model: r.Model, NewestAt: stamp(r.ReadingMs), VehicleID: r.VehicleID, MappedAt: stamp(r.MappedMs), MappedBy: r.MappedBy}
		if r.VehicleID != nil {
			v.Name = names[*r.VehicleID]
		}
		if s, ok := suggested[r.ID]; ok {
			v.Suggestion = &s
		}
		out.Body.Vehicles = append(out.Body.Vehicles, v)
	}
	return &out, nil
}

// mostOurs is how many of our vehicles are compared.
const mostOurs = 20_000

// ours are the vehicles that the caller sees, as the vehicles plugin knows them.
func (a *API) ours(ctx context.Context, orgID string) (all []Ours, err error) {
	for page := 1; len(all) < mostOurs; page++ {
		var answer struct {
			Vehicles []struct {
				ID   string `json:"id"`
				Name string `json:"vehicle_name"`
				Key  string `json:"key"`
				VIN  string `json:"VIN"`
			}
			Pages int `json:"page_count"`
		}
		if err := a.host.Call(ctx, http.MethodGet, fmt.Sprintf("/api/org/%s/vehicles?page_num=%d&page_size=500", url.PathEscape(orgID), page), nil, &answer); err != nil {
			return nil, err
		}
		for _, v := range answer.Vehicles {
			all = append(all, Ours{v.ID, v.Name, v.Key, v.VIN})
		}
		if len(answer.Vehicles) == 0 || page >= answer.Pages {
			break
		}
	}
	return all, nil
}

func stamp(ms int64) *string {
	if ms == 0 {
		return nil
	}
	text := time.UnixMilli(ms).UTC().Format(time.RFC3339)
	return &text
}

type putInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"200"`
	Body  struct {
		VehicleID string `json:"vehicle_id,omitempty" maxLength:"200" doc:"Of ours; empty: none"`
	}
}

var (
	errNone  = fault.New(fault.NotFound, "The provider has no such vehicle.")
	errTaken = fault.New(fault.Conflict, "This vehicle is mapped to another one of the provider. Remove that first.")
)

func (a *API) put(ctx context.Context, in *putInput) (*struct{}, error) {
	caller := web.Caller(ctx)
	var ours *string
	if in.Body.VehicleID != "" {
		v, err := a.fleet.Vehicle(ctx, in.Body.VehicleID)
		if err != nil {
			return nil, err
		}
		ours = &v.ID
	}
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		if err := a.known(ctx, tx, in.OrgID, in.ID, caller); err != nil {
			return err
		}
		mappedMs, by := a.now().UnixMilli(), caller.UserID
		if ours == nil {
			mappedMs, by = 0, ""
		}
		_, err := store.Exec(tx, `UPDATE integrations.vehicle SET vehicle_id = ?, mapped_ms = ?, mapped_by = ? WHERE org_id = ? AND id = ?`, ours, mappedMs, by, in.OrgID, in.ID)
		if err != nil || ours == nil {
			return err
		}
		return reading.TellAgain(tx, in.OrgID, in.ID, a.now())
	})
	if store.Violates(err, "vehicle_mapped_once") {
		return nil, errTaken
	}
	return nil, err
}

// known finds a vehicle of the provider; one that is mapped to a vehicle which the caller does not see, is not the caller's to change.
func (a *API) known(ctx context.Context, tx *gorm.DB, orgID, id string, caller web.CallerInfo) error {
	found, err := store.Rows[Row](tx, columns+` AND id = ? FOR UPDATE`, orgID, id)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return errNone
	}
	if found[0].VehicleID == nil || caller.Scope.All {
		return nil
	}
	seen, args := a.fleet.Seen("v.id", caller)
	living, err := store.Rows[struct{ Seen bool }](tx, `SELECT `+seen+` AS seen FROM integrations.fleet_vehicle v WHERE v.org_id = ? AND v.id = ? AND NOT v.deleted`, append(args, orgID, *found[0].VehicleID)...)
	if err != nil {
		return err
	}
	if len(living) > 0 && !living[0].Seen {
		return errNone
	}
	return nil
}
