package fleetstatus

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

// API answers how many vehicles do what.
type API struct {
	store     *Store
	presences *presence.Store
	now       func() time.Time
}

// NewAPI answers from what vehicles did on past days and what they do now.
func NewAPI(store *Store, presences *presence.Store, now func() time.Time) *API {
	return &API{store: store, presences: presences, now: now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/status", web.Needs("getVehiclePresence"), a.fleetStatus, web.Summary("How many vehicles move, idle, are parked or offline, against the week before"))
	web.Handle(r, "POST /org/{orgId}/vehicles/senders", web.Needs("getVehiclePresence"), a.senders, web.ReadsOnly(), web.Summary("Vehicles that sent any of some readings since yesterday, UTC"))
	web.Handle(r, "POST /org/{orgId}/vehicles/known", web.Needs("getVehiclePresence"), a.known, web.ReadsOnly(), web.Summary("How many of some vehicles sent something before two moments, for other plugins"))
}

type sendersInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Fields []string `json:"fields" minItems:"1" maxItems:"20" nullable:"false" enum:"fuel_percent,fuel_l,fuel_used_l,soc_percent,energy_used_kwh,energy_regenerated_kwh,energy_charged_kwh,charge_power_kw,range_m,engine_h,coolant_c,doors_open,charging,driver_belt,passenger_belt" doc:"Readings as samples name them"`
	}
}

type sendersOutput struct {
	Body struct {
		VehicleIDs []string `json:"vehicle_ids" nullable:"false"`
		Total      int      `json:"total" doc:"Vehicles that the caller sees"`
	}
}

func (a *API) senders(ctx context.Context, in *sendersInput) (*sendersOutput, error) {
	ids, total, err := a.store.Senders(ctx, in.OrgID, scope.Of(ctx), events.SaidOf(in.Body.Fields))
	var out sendersOutput
	out.Body.VehicleIDs, out.Body.Total = ids, total
	return &out, err
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type statusOutput struct {
	Body struct {
		Total    int    `json:"total" doc:"Vehicles that are not disabled"`
		Now      Counts `json:"now" doc:"Vehicles by what they do now"`
		Last     Counts `json:"last_7_days" doc:"An average day of the last 7, today included: each vehicle counts by the most that it did on a day"`
		Previous Counts `json:"previous_7_days" doc:"An average day of the 7 before"`
	}
}

// fleetStatus counts the vehicles in scope by category: now, and on an average day of the last week and of the one before.
func (a *API) fleetStatus(ctx context.Context, in *orgInput) (*statusOutput, error) {
	past, err := a.store.FleetPast(ctx, in.OrgID, scope.Of(ctx))
	if err != nil {
		return nil, err
	}
	found, err := a.presences.Presences(ctx, in.OrgID, scope.Of(ctx))
	if err != nil {
		return nil, err
	}
	var out statusOutput
	now := a.now()
	today := Day(now)
	out.Body.Total, out.Body.Now = len(past), nowCounts(found.Devices, len(past), now)
	out.Body.Last, out.Body.Previous = Average(past, today), Average(past, today-Week)
	return &out, nil
}

// nowCounts counts vehicles by their default device; one without a device was never seen.
func nowCounts(devices []presence.Device, total int, now time.Time) (c Counts) {
	c.Never = float64(total)
	for _, d := range devices {
		if !d.IsDefault {
			continue
		}
		silent := now.Sub(time.UnixMilli(d.LastSeenMs))
		category := &c.OfflineLong
		switch status := d.At(now); {
		case status == fleet.Moving:
			category = &c.Moving
		case status == fleet.Stationary:
			category = &c.Parked
		case status != fleet.Offline:
			category = &c.Idling
		case d.LastSeenMs == 0:
			continue
		case silent < 24*time.Hour:
			category = &c.OfflineDay
		case silent <= 7*24*time.Hour:
			category = &c.OfflineWeek
		}
		*category++
		c.Never--
	}
	return c
}
