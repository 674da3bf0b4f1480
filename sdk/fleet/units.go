package fleet

import "cmp"

// Units is the system of measures in which a person reads. Inside the system everything is metric; conversion happens on the
// screen and in exports.
type Units string

// The systems of measures, as preferences spell them.
const (
	Metric     Units = "Metric"
	ImperialGB Units = "Imperial GB"
	ImperialUS Units = "Imperial US"
)

const (
	// KmPerMile is exact: a mile is 1.609344 km.
	KmPerMile = 1.609344
	// USGallonsPerLitre converts litres to US gallons.
	USGallonsPerLitre = 0.264172
	// UKGallonsPerLitre converts litres to imperial gallons.
	UKGallonsPerLitre = 0.219969
	// DefaultSpeedLimitKmh stands in for a limit that nobody knows, in km/h.
	DefaultSpeedLimitKmh = 120.0
)

// UnitsOf returns the system that people in a country use by default, from its ISO 3166 code.
func UnitsOf(countryCode string) Units {
	switch countryCode {
	case "GB":
		return ImperialGB
	case "US":
		return ImperialUS
	default:
		return Metric
	}
}

// localeOf is the locale of countries whose people read another one than en-GB: their own, or that of their language.
var localeOf = map[string]string{
	"IE": "en-IE", "US": "en-US", "DE": "de-DE", "AT": "de-DE", "CH": "de-DE", "LI": "de-DE", "ES": "es-ES", "MX": "es-ES", "NL": "nl-NL", "BE": "nl-NL", "FR": "fr-FR", "LU": "fr-FR",
}

// LocaleOf returns the locale that people in a country use by default, from its ISO 3166 code.
func LocaleOf(countryCode string) string { return cmp.Or(localeOf[countryCode], "en-GB") }

// Distance converts kilometres to the kilometres or miles of u.
func (u Units) Distance(km float64) float64 {
	if u == Metric {
		return km
	}
	return km / KmPerMile
}

// Speed converts km/h to the km/h or miles per hour of u.
func (u Units) Speed(kmh float64) float64 { return u.Distance(kmh) }

// SpeedUnit is the name of the unit of Speed: KMH or MPH.
func (u Units) SpeedUnit() string {
	if u == Metric {
		return "KMH"
	}
	return "MPH"
}

// DistanceUnit is the name of the unit of Distance: KM, or M for miles.
func (u Units) DistanceUnit() string {
	if u == Metric {
		return "KM"
	}
	return "M"
}

// Volume converts litres to the litres or gallons of u.
func (u Units) Volume(litres float64) float64 {
	switch u {
	case ImperialGB:
		return litres * UKGallonsPerLitre
	case ImperialUS:
		return litres * USGallonsPerLitre
	default:
		return litres
	}
}

// SpeedingBands are floors of overspeed in the unit of Units.Speed: moderate, excessive, severe, and the end of the scale.
type SpeedingBands [4]float64

// DefaultBands are the bands of u before anyone changes them.
func (u Units) DefaultBands() SpeedingBands {
	switch u {
	case ImperialGB:
		return SpeedingBands{5, 10, 15, 30}
	case ImperialUS:
		return SpeedingBands{6, 11, 15, 30}
	default:
		return SpeedingBands{8, 16, 24, 50}
	}
}
