package mailing

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"outrider.dev/sdk/fleet"
)

//go:embed words/*.json
var catalogues embed.FS

// Languages are those that mails are written in.
var Languages = []string{"en", "en-US", "de", "es", "fr", "nl"}

// Words is the catalogue of one language.
type Words struct {
	Mail  map[string]string `json:"mail"`
	Type  map[string]string `json:"type"`
	Label map[string]string `json:"label"`
}

// ReadWords reads the catalogues of all languages.
func ReadWords() (map[string]Words, error) {
	all := map[string]Words{}
	for _, language := range Languages {
		raw, err := catalogues.ReadFile("words/" + language + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the words of %s: %w", language, err)
		}
		var w Words
		if err := json.Unmarshal(raw, &w); err != nil {
			return nil, fmt.Errorf("read the words of %s: %w", language, err)
		}
		all[language] = w
	}
	return all, nil
}

var languageOfCountry = map[string]string{"DE": "de", "AT": "de", "CH": "de", "ES": "es", "MX": "es", "FR": "fr", "NL": "nl", "BE": "nl", "US": "en-US"}

// Reader is how somebody reads.
type Reader struct {
	Language string
	Units    fleet.Units
	Zone     string // IANA
}

// readerOf is how a person with these preferences reads, each empty where it is not known, in an organisation of a country.
func readerOf(locale, units, country, zone string) Reader {
	r := Reader{Language: languageOf(locale), Units: fleet.Units(units), Zone: zone}
	if r.Language == "" {
		if r.Language = languageOfCountry[country]; r.Language == "" {
			r.Language = "en"
		}
	}
	if r.Units != fleet.Metric && r.Units != fleet.ImperialGB && r.Units != fleet.ImperialUS {
		r.Units = fleet.UnitsOf(country)
	}
	return r
}

// languageOf is the language of a locale; empty for none.
func languageOf(locale string) string {
	if locale == "en-US" || locale == "us" {
		return "en-US"
	}
	head, _, _ := strings.Cut(locale, "-")
	for _, language := range Languages {
		if language == head {
			return language
		}
	}
	return ""
}
