package presence

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web"
)

// API answers about what devices are doing.
type API struct {
	store *Store
	now   func() time.Time
}

// NewAPI answers from a store.
func NewAPI(store *Store, now func() time.Time) *API { return &API{store: store, now: now} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/presence", web.Needs("getVehiclePresence"), a.presence, web.Summary("Where vehicles are and what they do"))
}

type presenceOutput struct {
	Body struct {
		Presences []Record `json:"Presences" nullable:"false"`
	}
}

type presenceInput struct {
	OrgID      string   `path:"orgId"`
	VehicleIDs []string `query:"vehicle_ids" maxItems:"500" doc:"Only of these vehicles, separated by commas; without it, of all"`
}

// presence shows what fitted devices in scope are doing: all, or those of some vehicles.
func (a *API) presence(ctx context.Context, in *presenceInput) (*presenceOutput, error) {
	found, err := a.store.Presences(ctx, in.OrgID, scope.Of(ctx), in.VehicleIDs...)
	if err != nil {
		return nil, err
	}
	var out presenceOutput
	now := a.now()
	out.Body.Presences = make([]Record, len(found.Devices))
	for i, d := range found.Devices {
		out.Body.Presences[i] = d.Record(now)
	}
	return &out, nil
}
