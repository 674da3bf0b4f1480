package fleetstatus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/store"
)

type knownInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleIDs []string  `json:"vehicle_ids" maxItems:"20000" nullable:"false"`
		Since      time.Time `json:"since"`
		Until      time.Time `json:"until" doc:"The first moment that is too late"`
	}
}

type knownOutput struct {
	Body Known
}

// Known is how many of some vehicles sent something.
type Known struct {
	Sent  int `json:"sent" doc:"Before until"`
	Known int `json:"known" doc:"Before the day of since, UTC"`
}

func (a *API) known(ctx context.Context, in *knownInput) (*knownOutput, error) {
	found, err := a.store.Known(ctx, in.OrgID, scope.Of(ctx), in.Body.VehicleIDs, in.Body.Since, in.Body.Until)
	return &knownOutput{found}, err
}

const selectKnown = `
SELECT count(*) FILTER (WHERE heard.first <= ?::date) AS sent, count(*) FILTER (WHERE heard.first < ?::date) AS known
FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
CROSS JOIN LATERAL (SELECT min(d.day) AS first FROM vehicles.vehicle_day d WHERE d.org_id = v.org_id AND d.vehicle_id = v.id) heard
WHERE v.org_id = ? AND v.id = ANY(?) AND v.deleted_at IS NULL AND `

// Known counts those of some vehicles in visible that sent something before until, and before the UTC day of since.
func (s *Store) Known(ctx context.Context, orgID string, visible scope.Scope, ids []string, since, until time.Time) (known Known, err error) {
	condition, args := visible.Vehicles()
	last := until.Add(-time.Nanosecond).UTC().Format(time.DateOnly)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[Known](tx, selectKnown+condition, append([]any{last, since.UTC().Format(time.DateOnly), orgID, store.List(ids)}, args...)...)
		if err == nil && len(found) == 1 {
			known = found[0]
		}
		return err
	})
	if err != nil {
		return Known{}, fmt.Errorf("find since when vehicles are known: %w", err)
	}
	return known, nil
}
