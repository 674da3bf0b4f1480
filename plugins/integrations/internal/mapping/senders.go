package mapping

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

type sendersInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Fields []string `json:"fields" minItems:"1" maxItems:"20" nullable:"false" enum:"fuel_percent,fuel_l,fuel_used_l,soc_percent,energy_used_kwh,energy_regenerated_kwh,energy_charged_kwh,charge_power_kw,range_m,engine_h,coolant_c,doors_open,charging,driver_belt,passenger_belt" doc:"Readings as samples name them"`
	}
}

type sendersOutput struct {
	Body struct {
		VehicleIDs []string `json:"vehicle_ids" nullable:"false" doc:"Of ours, mapped to those of the provider"`
	}
}

// newestReadings is how many readings of a vehicle are looked at: a provider sends one with all that it knows, or a few that take turns.
const newestReadings = 30

// senders are the vehicles that the caller sees of which the provider sent any of some readings since the day before today began (UTC).
func (a *API) senders(ctx context.Context, in *sendersInput) (*sendersOutput, error) {
	var out sendersOutput
	out.Body.VehicleIDs = []string{}
	seen, args := a.fleet.Seen("m.vehicle_id", web.Caller(ctx))
	since := a.now().UTC().Truncate(24 * time.Hour).Add(-24 * time.Hour).UnixMilli()
	fields := store.List(in.Body.Fields)
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		found, err := store.Rows[struct{ VehicleID string }](tx, `SELECT m.vehicle_id FROM integrations.vehicle m JOIN integrations.fleet_vehicle v ON v.org_id = m.org_id AND v.id = m.vehicle_id AND NOT v.deleted
			WHERE m.org_id = ? AND `+seen+` AND EXISTS (SELECT FROM
				(SELECT data FROM integrations.reading r WHERE r.org_id = m.org_id AND r.id = m.id AND r.time_ms >= ? ORDER BY r.time_ms DESC LIMIT ?) newest
				WHERE jsonb_exists_any(newest.data, ?::text[]) OR jsonb_exists_any(newest.data -> 'can', ?::text[]))
			ORDER BY m.vehicle_id`, append(append([]any{in.OrgID}, args...), since, newestReadings, fields, fields)...)
		for _, v := range found {
			out.Body.VehicleIDs = append(out.Body.VehicleIDs, v.VehicleID)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find of which vehicles the provider sends readings: %w", err)
	}
	return &out, nil
}
