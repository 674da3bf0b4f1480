package speeding

import (
	"context"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin"
)

// Bands are by how many km/h a vehicle is above its limit when that is moderate, excessive, severe. An alert is raised above the first.
type Bands struct {
	ModerateKmh, ExcessiveKmh, SevereKmh float64
	Own                                  bool // the organisation's own; else its country's
}

// CountryBands are the bands of a country.
func CountryBands(countryCode string) Bands {
	units := fleet.UnitsOf(countryCode)
	bands, unit := units.DefaultBands(), units.Speed(1)
	return Bands{ModerateKmh: bands[0] / unit, ExcessiveKmh: bands[1] / unit, SevereKmh: bands[2] / unit}
}

// Source is where bands come from, as alerts tell it.
func (b Bands) Source() string {
	if b.Own {
		return "organisation"
	}
	return "country"
}

// severity is that of the band which an overspeed in km/h reaches.
func (b Bands) severity(overKmh float64) int {
	switch {
	case overKmh >= b.SevereKmh:
		return alert.Severe
	case overKmh >= b.ExcessiveKmh:
		return alert.Harsh
	}
	return alert.Moderate
}

// BandsOf are an organisation's own bands, or its country's.
func BandsOf(ctx context.Context, deciders Deciders, organisations plugin.Organisations, orgID string) (Bands, error) {
	bands, own, err := deciders.OwnBands(ctx, orgID)
	if err != nil || own {
		return bands, err
	}
	list, err := organisations.Organisations(ctx)
	if err != nil {
		return Bands{}, err
	}
	for _, o := range list {
		if o.ID == orgID {
			return CountryBands(o.CountryCode), nil
		}
	}
	return CountryBands(""), nil
}

// Deciders find the bands that organisations have chosen.
type Deciders interface {
	// OwnBands are an organisation's own; false if it has chosen none.
	OwnBands(ctx context.Context, orgID string) (Bands, bool, error)
}
