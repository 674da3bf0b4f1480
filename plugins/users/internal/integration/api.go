package integration

import (
	"context"
	"slices"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

const ownProviders = "it names the sites that the caller's own organisation uses"

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	// Vehicles lists the vehicles that the caller sees, by name.
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
}

// output is an answer with a body.
type output[T any] struct{ Body T }

// Integrations answers about other companies' systems.
type Integrations struct {
	provider Provider
	fleet    Fleet
}

// NewIntegrations answers from a provider, about the vehicles that the caller sees.
func NewIntegrations(provider Provider, fleet Fleet) *Integrations {
	return &Integrations{provider, fleet}
}

// Register lists every operation. The catalogue gives them no organisation in the path: they act in the caller's.
func (i *Integrations) Register(r *web.Router) {
	web.Handle(r, "GET /integrations", web.Needs("viewOrg"), i.integrations, web.Summary("The organisation's integrations"))
	web.Handle(r, "GET /GetProviderList", web.SignedIn(ownProviders), i.providerList, web.Summary("Names and sites of the organisation's providers"))
	web.Handle(r, "POST /GetSyncProviders", web.Needs("viewOrg"), i.syncProviders, web.Summary("Providers of a type"))
	web.Handle(r, "POST /GetMappedVehicles", web.Needs("viewOrg"), i.mappedVehicles, web.Summary("Which of a provider's vehicles are which of ours"))
}

type providersAnswer struct {
	StatusCode int    `json:"StatusCode"`
	Providers  []Info `json:"providers" nullable:"false"`
}

func (i *Integrations) integrations(ctx context.Context, _ *struct{}) (*output[providersAnswer], error) {
	all, err := i.provider.Providers(ctx, web.Caller(ctx).OrgID)
	if err != nil {
		return nil, err
	}
	return &output[providersAnswer]{providersAnswer{200, append([]Info{}, all...)}}, nil
}

type providerList struct {
	DriverHoursName string `json:"driverHoursProviderName"`
	DriverHoursURL  string `json:"driverHoursProviderUrl"`
	TelematicsName  string `json:"telematicsProviderName"`
	TelematicsURL   string `json:"telematicsProviderUrl"`
}

func (i *Integrations) providerList(ctx context.Context, _ *struct{}) (*output[providerList], error) {
	all, err := i.provider.Providers(ctx, web.Caller(ctx).OrgID)
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

func (i *Integrations) syncProviders(ctx context.Context, in *providerInput) (*output[providersAnswer], error) {
	if err := in.own(ctx); err != nil {
		return nil, err
	}
	answer, err := i.integrations(ctx, nil)
	if err != nil {
		return nil, err
	}
	answer.Body.Providers = slices.DeleteFunc(answer.Body.Providers, func(p Info) bool { return p.Type != in.Body.Type })
	return answer, nil
}

type mappedAnswer struct {
	StatusCode int       `json:"StatusCode"`
	Vehicles   []Mapping `json:"vehicles" nullable:"false"`
}

func (i *Integrations) mappedVehicles(ctx context.Context, in *providerInput) (*output[mappedAnswer], error) {
	if err := in.own(ctx); err != nil {
		return nil, err
	}
	vehicles, err := i.fleet.Vehicles(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(vehicles))
	for n, v := range vehicles {
		ids[n] = v.ID
	}
	pairs, err := i.provider.Mapped(ctx, in.Body.Company, in.Body.Type, ids)
	if err != nil {
		return nil, err
	}
	return &output[mappedAnswer]{mappedAnswer{200, append([]Mapping{}, pairs...)}}, nil
}
