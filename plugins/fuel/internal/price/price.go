// Package price is what an organisation pays for fuel, and what it calls a theft: its settings for the module.
package price

import "fmt"

// Settings tells what organisations have set; plugin.Tenants is one.
type Settings interface {
	Settings(orgID string, into any) error
}

// Price is that of a fuel.
type Price struct {
	Fuel     string  `json:"fuel" enum:"diesel,petrol,lpg"`
	PerL     float64 `json:"per_l" doc:"Of a litre"`
	Currency string  `json:"currency" doc:"ISO 4217"`
}

// List are the prices of an organisation.
type List []Price

// PerL is the price of a litre of what a vehicle drives with; of an unknown fuel that of diesel. False: none was entered.
func (l List) PerL(fuel string) (float64, bool) {
	switch fuel {
	case "hybrid":
		fuel = "petrol"
	case "petrol", "lpg":
	case "electric", "hydrogen", "cng":
		return 0, false
	default:
		fuel = "diesel"
	}
	for _, p := range l {
		if p.Fuel == fuel {
			return p.PerL, true
		}
	}
	return 0, false
}

// chosen are the settings of the manifest.
type chosen struct {
	Currency    string   `json:"currency"`
	Diesel      *float64 `json:"diesel_per_l"`
	Petrol      *float64 `json:"petrol_per_l"`
	LPG         *float64 `json:"lpg_per_l"`
	LeastTheftL float64  `json:"least_theft_l"`
}

func read(s Settings, orgID string) (c chosen, err error) {
	if err := s.Settings(orgID, &c); err != nil {
		return c, fmt.Errorf("read the settings of %s: %w", orgID, err)
	}
	return c, nil
}

// Of are the prices of an organisation; without a currency there are none.
func Of(s Settings, orgID string) (List, error) {
	c, err := read(s, orgID)
	list := List{}
	if err != nil || c.Currency == "" {
		return list, err
	}
	for _, one := range []struct {
		fuel string
		perL *float64
	}{{"diesel", c.Diesel}, {"petrol", c.Petrol}, {"lpg", c.LPG}} {
		if one.perL != nil {
			list = append(list, Price{one.fuel, *one.perL, c.Currency})
		}
	}
	return list, nil
}

// LeastTheftL is how many litres are missing at least where an organisation wants to hear of a theft.
func LeastTheftL(s Settings, orgID string) (float64, error) {
	c, err := read(s, orgID)
	return c.LeastTheftL, err
}
