// Package integration is what other companies' systems know of an organisation: its driver hours and its telematics.
package integration

import "context"

// The types of providers, as callers number them.
const (
	DriverHours = 1
	Telematics  = 2
)

// Info is one provider of an organisation.
type Info struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Type   int    `json:"type" doc:"1 driver hours, 2 telematics"`
	Status string `json:"status" enum:"connected,not_connected"`
	URL    string `json:"url" doc:"Its site; empty if none is configured"`
}

// Mapping says which of a provider's vehicles is which of ours.
type Mapping struct {
	VehicleID         string `json:"vehicle_id"`
	ProviderVehicleID string `json:"provider_vehicle_id"`
}

// Provider knows the integrations of organisations. Its errors are faults of kind unavailable.
type Provider interface {
	// Providers lists those of an organisation.
	Providers(ctx context.Context, orgID string) ([]Info, error)
	// Mapped pairs vehicles of ours, by id, with those of the provider of a type; one that it does not know is left out.
	Mapped(ctx context.Context, orgID string, providerType int, vehicleIDs []string) ([]Mapping, error)
}

// New is the provider that the settings of the plugin name: over HTTP with integration_url and integration_key, simulated without.
func New(settings map[string]string) Provider {
	if address := settings["integration_url"]; address != "" {
		return newHTTP(address, settings["integration_key"])
	}
	return Simulated{DriverHoursURL: settings["links.driverHours"], TelematicsURL: settings["links.telematics"]}
}
