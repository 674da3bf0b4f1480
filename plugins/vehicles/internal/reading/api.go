package reading

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web"
)

// API answers what vehicles said of themselves.
type API struct {
	store  *Store
	tracks Tracks
}

// NewAPI answers from a store and from tracks.
func NewAPI(store *Store, tracks Tracks) *API { return &API{store, tracks} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/readings", web.Needs("getVehiclePresence"), a.readings, web.IDs("id", "vehicle"),
		web.Summary("What the vehicle's own bus said last, each value as of the hour before its newest sample"))
	web.Handle(r, "POST /org/{orgId}/vehicles/minutes", web.Needs("TrackVehicle"), a.minutes, web.ReadsOnly(), web.TakesLong(), web.Summary("One sample a minute of vehicles, for other plugins"))
}

type readingsInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
}

// values are the fields of the manifest's vehicle data, in its units.
type values struct {
	ReadAt            *string  `json:"read_at,omitempty" doc:"RFC 3339, UTC"`
	FuelPercent       *float64 `json:"fuel_percent,omitempty"`
	FuelL             *float64 `json:"fuel_l,omitempty"`
	FuelUsedL         *float64 `json:"fuel_used_l,omitempty"`
	SocPercent        *float64 `json:"soc_percent,omitempty"`
	Charging          *bool    `json:"charging,omitempty"`
	ChargePowerKW     *float64 `json:"charge_power_kw,omitempty"`
	RangeM            *float64 `json:"range_m,omitempty"`
	EnergyUsed        *float64 `json:"energy_used_kwh,omitempty"`
	EnergyCharged     *float64 `json:"energy_charged_kwh,omitempty"`
	EnergyRegenerated *float64 `json:"energy_regenerated_kwh,omitempty"`
	DriverBelt        *string  `json:"driver_belt,omitempty" enum:"fastened,open"`
	PassengerBelt     *string  `json:"passenger_belt,omitempty" enum:"fastened,open"`
	DoorsOpen         *int     `json:"doors_open,omitempty"`
	OdometerM         *float64 `json:"odometer_m,omitempty"`
	EngineS           *float64 `json:"engine_s,omitempty" doc:"Seconds that the engine has run"`
	CoolantC          *float64 `json:"coolant_c,omitempty"`
}

type readingsOutput struct {
	Body struct {
		Values values `json:"values"`
	}
}

// readings shows what a vehicle in scope said last.
func (a *API) readings(ctx context.Context, in *readingsInput) (*readingsOutput, error) {
	n, err := a.store.Newest(ctx, in.OrgID, scope.Of(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	var out readingsOutput
	if n.AtMs == 0 {
		return &out, nil
	}
	at := time.UnixMilli(n.AtMs).UTC().Format(time.RFC3339)
	out.Body.Values = values{
		ReadAt: &at, FuelPercent: n.FuelPercent, FuelL: n.FuelL, FuelUsedL: n.FuelUsedL, SocPercent: n.SocPercent, Charging: n.Charging, ChargePowerKW: n.ChargePowerKW,
		RangeM: n.RangeM, EnergyUsed: n.EnergyUsedKWh, EnergyCharged: n.EnergyChargedKWh, EnergyRegenerated: n.EnergyRegeneratedKWh, DriverBelt: belt(n.DriverBelt),
		PassengerBelt: belt(n.PassengerBelt), DoorsOpen: n.DoorsOpen, OdometerM: n.OdometerM, CoolantC: n.CoolantC,
	}
	if n.EngineH != nil {
		seconds := *n.EngineH * 3600
		out.Body.Values.EngineS = &seconds
	}
	return &out, nil
}

func belt(fastened *bool) *string {
	if fastened == nil {
		return nil
	}
	word := "open"
	if *fastened {
		word = "fastened"
	}
	return &word
}
