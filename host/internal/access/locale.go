package access

import "slices"

// Locales are the locales that preferences may hold.
var Locales = []string{"en-GB", "en-IE", "en-US", "de-DE", "es-ES", "nl-NL", "fr-FR"}

// Units are the systems of units that preferences may hold.
var Units = []string{"Metric", "Imperial GB", "Imperial US"}

var localeOfCountry = map[string]string{"GB": "en-GB", "IE": "en-IE", "US": "en-US", "DE": "de-DE", "ES": "es-ES", "NL": "nl-NL", "FR": "fr-FR"}

// localeAndUnits fills what a user did not choose from the country of the organisation. "en" and "us" are older spellings.
func localeAndUnits(locale, units, country string) (string, string) {
	switch {
	case locale == "en":
		locale = "en-GB"
	case locale == "us":
		locale = "en-US"
	case !slices.Contains(Locales, locale):
		if locale = localeOfCountry[country]; locale == "" {
			locale = "en-GB"
		}
	}
	if !slices.Contains(Units, units) {
		switch country {
		case "GB":
			units = "Imperial GB"
		case "US":
			units = "Imperial US"
		default:
			units = "Metric"
		}
	}
	return locale, units
}
