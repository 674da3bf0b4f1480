package api

import (
	"context"

	"outrider.dev/sdk/events"
)

type replicaOutput struct{ Body events.FleetSnapshot }

// replica is the fleet as other plugins copy it.
func (a *API) replica(ctx context.Context, in *orgInput) (*replicaOutput, error) {
	fleet, err := a.store.Snapshot(ctx, in.OrgID, scope(ctx))
	if err != nil {
		return nil, explain(err)
	}
	return &replicaOutput{Body: fleet}, nil
}
