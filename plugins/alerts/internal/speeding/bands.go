package speeding

import (
	"context"

	"outrider.dev/sdk/fleet"
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

// source is where bands come from, as alerts tell it.
func (b Bands) source() string {
	if b.Own {
		return "organisation"
	}
	return "country"
}

// Deciders find the bands that organisations have chosen.
type Deciders interface {
	// OwnBands are an organisation's own; false if it has chosen none.
	OwnBands(ctx context.Context, orgID string) (Bands, bool, error)
}
