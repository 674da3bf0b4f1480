// Package catalogue answers the catalogue's calls about integrations: which providers an organisation has, and which of their vehicles is which of ours.
package catalogue

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/connection"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// The types of providers, as callers number them.
const (
	DriverHours = 1
	Telematics  = 2
)

const ownProviders = "it names the sites that the caller's own organisation uses"

// API answers the calls.
type API struct {
	db          store.Transactor
	fleet       *replica.Fleet
	connections *connection.Connections
	simulated   provider.Simulated
}

// NewAPI answers about connections and the vehicles that the caller sees.
func NewAPI(db store.Transactor, fleet *replica.Fleet, connections *connection.Connections, simulated provider.Simulated) *API {
	return &API{db, fleet, connections, simulated}
}

// Register lists every operation. The catalogue gives them no organisation in the path: they act in the caller's.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /integrations", web.Needs("viewIntegrations"), a.integrations, web.Summary("The organisation's integrations"))
	web.Handle(r, "GET /GetProviderList", web.SignedIn(ownProviders), a.providerList, web.Summary("Names and sites of the organisation's providers"))
	web.Handle(r, "POST /GetSyncProviders", web.Needs("viewIntegrations"), a.syncProviders, web.Summary("Providers of a type"))
	web.Handle(r, "POST /GetMappedVehicles", web.Needs("viewIntegrations"), a.mappedVehicles, web.Summary("Which of a provider's vehicles are which of ours"))
}

// Info is one provider of an organisation.
type Info struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Type   int    `json:"type" doc:"1 driver hours, 2 telematics"`
	Status string `json:"status" enum:"connected,not_connected"`
	URL    string `json:"url" doc:"Its site; empty: it has none"`
}

type providersAnswer struct {
	StatusCode int    `json:"StatusCode"`
	Providers  []Info `json:"providers" nullable:"false"`
}

type output[T any] struct{ Body T }

// providers are those of an organisation: its own, or the simulated ones where it has set none.
func (a *API) providers(ctx context.Context, orgID string) ([]Info, error) {
	state, err := a.connections.State(ctx, orgID)
	if err != nil {
		return nil, err
	}
	if state.Kind == "simulated" {
		return []Info{
			{"simulated-driver-hours", "Simulated driver hours", DriverHours, "connected", a.simulated.DriverHoursURL},
			{"simulated-telematics", state.Name, Telematics, "connected", a.simulated.TelematicsURL},
		}, nil
	}
	status := "not_connected"
	if state.State == "connected" {
		status = "connected"
	}
	var row connection.Row
	err = a.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		row, err = connection.Find(tx, orgID, "")
		return err
	})
	list := []Info{{"telematics", state.Name, Telematics, status, row.TelematicsURL}}
	if row.DriverHoursURL != "" {
		list = append([]Info{{"driver-hours", state.Name, DriverHours, status, row.DriverHoursURL}}, list...)
	}
	return list, err
}

func (a *API) integrations(ctx context.Context, _ *struct{}) (*output[providersAnswer], error) {
	all, err := a.providers(ctx, web.Caller(ctx).OrgID)
	if err != nil {
		return nil, err
	}
	return &output[providersAnswer]{providersAnswer{200, all}}, nil
}

type providerList struct {
	DriverHoursName string `json:"driverHoursProviderName"`
	DriverHoursURL  string `json:"driverHoursProviderUrl"`
	TelematicsName  string `json:"telematicsProviderName"`
	TelematicsURL   string `json:"telematicsProviderUrl"`
}

func (a *API) providerList(ctx context.Context, _ *struct{}) (*output[providerList], error) {
	all, err := a.providers(ctx, web.Caller(ctx).OrgID)
	if err != nil {
		return nil, err
	}
	var list providerList
	for _, p := range all {
		switch p.Type {
		case DriverHours:
			list.DriverHoursName, list.DriverHoursURL = p.Name, p.URL
		case Telematics:
			list.TelematicsName, list.TelematicsURL = p.Name, p.URL
		}
	}
	return &output[providerList]{list}, nil
}

type providerInput struct {
	Body struct {
		Type    int    `json:"providerTypeId" minimum:"1" maximum:"2" doc:"1 driver hours, 2 telematics"`
		Company string `json:"companyid" minLength:"1" doc:"Id of the caller's organisation"`
	}
}

// own refuses another organisation than the one that the caller acts in.
func (in *providerInput) own(ctx context.Context) error {
	if in.Body.Company != web.Caller(ctx).OrgID {
		return fault.New(fault.NotFound, "There is no such organisation.")
	}
	return nil
}

func (a *API) syncProviders(ctx context.Context, in *providerInput) (*output[providersAnswer], error) {
	if err := in.own(ctx); err != nil {
		return nil, err
	}
	all, err := a.providers(ctx, in.Body.Company)
	if err != nil {
		return nil, err
	}
	out := &output[providersAnswer]{providersAnswer{200, []Info{}}}
	for _, p := range all {
		if p.Type == in.Body.Type {
			out.Body.Providers = append(out.Body.Providers, p)
		}
	}
	return out, nil
}

// Mapping says which of a provider's vehicles is which of ours.
type Mapping struct {
	VehicleID         string `json:"vehicle_id"`
	ProviderVehicleID string `json:"provider_vehicle_id"`
}

type mappedAnswer struct {
	StatusCode int       `json:"StatusCode"`
	Vehicles   []Mapping `json:"vehicles" nullable:"false"`
}

func (a *API) mappedVehicles(ctx context.Context, in *providerInput) (*output[mappedAnswer], error) {
	if err := in.own(ctx); err != nil {
		return nil, err
	}
	orgID := in.Body.Company
	seen, err := a.fleet.Vehicles(ctx)
	if err != nil {
		return nil, err
	}
	state, err := a.connections.State(ctx, orgID)
	if err != nil {
		return nil, err
	}
	providers, err := a.providers(ctx, orgID)
	if err != nil {
		return nil, err
	}
	hasType := slices.ContainsFunc(providers, func(p Info) bool { return p.Type == in.Body.Type }) // one provider may be of both types, by the same vehicles
	out := &output[mappedAnswer]{mappedAnswer{200, []Mapping{}}}
	var mapped []Mapping
	if state.Kind == "http" && hasType {
		err = a.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
			mapped, err = store.Rows[Mapping](tx, `SELECT vehicle_id, id AS provider_vehicle_id FROM integrations.vehicle WHERE org_id = ? AND vehicle_id IS NOT NULL`, orgID)
			return err
		})
	}
	theirs := map[string]string{}
	for _, m := range mapped {
		theirs[m.VehicleID] = m.ProviderVehicleID
	}
	for _, v := range seen {
		if state.Kind == "simulated" {
			theirs[v.ID] = a.simulated.IDOf(orgID, v.ID)
		}
		if id := theirs[v.ID]; id != "" {
			out.Body.Vehicles = append(out.Body.Vehicles, Mapping{v.ID, id})
		}
	}
	return out, err
}
