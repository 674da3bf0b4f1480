package access

import (
	"slices"

	"outrider.dev/sdk/fleet"
)

// Locales are the locales that preferences may hold.
var Locales = []string{"en-GB", "en-IE", "en-US", "de-DE", "es-ES", "nl-NL", "fr-FR"}

// Units are the systems of measures that preferences may hold.
var Units = []string{string(fleet.Metric), string(fleet.ImperialGB), string(fleet.ImperialUS)}

// CanonicalLocale resolves the older spellings "en" and "us"; it reports false for a locale that preferences may not hold.
func CanonicalLocale(locale string) (string, bool) {
	switch locale {
	case "en":
		locale = "en-GB"
	case "us":
		locale = "en-US"
	}
	return locale, slices.Contains(Locales, locale)
}

// localeAndUnits fills what a user did not choose from the country of the organisation.
func localeAndUnits(locale, units, country string) (string, string) {
	locale, known := CanonicalLocale(locale)
	if !known {
		locale = fleet.LocaleOf(country)
	}
	if !slices.Contains(Units, units) {
		units = string(fleet.UnitsOf(country))
	}
	return locale, units
}

// LocaleOf is the locale of somebody who chose one, or of the country of the organisation.
func LocaleOf(chosen, country string) string {
	locale, _ := localeAndUnits(chosen, "", country)
	return locale
}
