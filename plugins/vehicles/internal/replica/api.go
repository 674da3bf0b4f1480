package replica

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

// API answers about the whole fleet.
type API struct{ store *Store }

// NewAPI answers from a store.
func NewAPI(store *Store) *API { return &API{store} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/replica", web.Needs("viewVehicle", "viewDeviceInfo"), a.replica, web.Summary("Vehicles, devices and assignments with the sequence up to which they hold, for other plugins"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type replicaOutput struct{ Body events.FleetSnapshot }

// replica is the fleet as other plugins copy it.
func (a *API) replica(ctx context.Context, in *orgInput) (*replicaOutput, error) {
	fleet, err := a.store.Snapshot(ctx, in.OrgID, scope.Of(ctx))
	if err != nil {
		return nil, err
	}
	return &replicaOutput{Body: fleet}, nil
}
