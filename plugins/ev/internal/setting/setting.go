// Package setting is what an organisation has chosen for its electric vehicles: what energy costs, and below which charge one is low.
package setting

import "fmt"

// lowPercent is below which charge a vehicle is low where the manifest says nothing else.
const lowPercent = 25

// Settings tells what organisations have set; plugin.Tenants is one.
type Settings interface {
	Settings(orgID string, into any) error
}

// Setting is that of an organisation.
type Setting struct {
	PerKWh     *float64 `json:"per_kwh,omitempty" doc:"Left out: costs are not shown"`
	Currency   string   `json:"currency,omitempty" doc:"ISO 4217"`
	LowPercent float64  `json:"low_percent" doc:"A vehicle with less is low"`
}

// Of reads the setting of an organisation. A price without a currency is none.
func Of(s Settings, orgID string) (Setting, error) {
	chosen := Setting{LowPercent: lowPercent}
	if err := s.Settings(orgID, &chosen); err != nil {
		return chosen, fmt.Errorf("read the settings of %s: %w", orgID, err)
	}
	if chosen.Currency == "" {
		chosen.PerKWh = nil
	}
	return chosen, nil
}
