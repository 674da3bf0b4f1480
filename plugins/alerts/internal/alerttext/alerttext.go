// Package alerttext is what alerts are called and what is said of them, in every language.
package alerttext

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"sync"

	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/texts"
)

//go:embed catalogues/*.json
var catalogues embed.FS

// Catalogue is the catalogue of one language.
type Catalogue struct {
	language string

	Mail  map[string]string `json:"mail"`
	Type  map[string]string `json:"type"`
	Label map[string]string `json:"label"`
	Info  map[string]string `json:"info"`
	Value map[string]string `json:"value"` // of Info

	Column   map[string]string `json:"column"`   // heads of an export
	Severity map[string]string `json:"severity"` // by its number
	Speeding map[string]string `json:"speeding"` // severity, where it is about speed
	Rating   map[string]string `json:"rating"`
}

// catalogue are the words of all languages, read once.
var catalogue = sync.OnceValues(readAll)

// All are the catalogues of all languages.
func All() (map[string]Catalogue, error) { return catalogue() }

// Of is the catalogue of a language; English for one that there is not.
func Of(language string) Catalogue {
	all, err := catalogue()
	if err != nil { // they are embedded, and a test reads them
		return Catalogue{}
	}
	if found, ok := all[language]; ok {
		return found
	}
	return all["en"]
}

func readAll() (map[string]Catalogue, error) {
	all := map[string]Catalogue{}
	for _, language := range texts.Languages {
		raw, err := catalogues.ReadFile("catalogues/" + language + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the words of %s: %w", language, err)
		}
		var w Catalogue
		if err := json.Unmarshal(raw, &w); err != nil {
			return nil, fmt.Errorf("read the words of %s: %w", language, err)
		}
		w.language = language
		all[language] = w
	}
	return all, nil
}

// Reader is how somebody reads.
type Reader struct {
	Language string
	Units    fleet.Units
	Zone     string // IANA
}

// ReaderOf is how a person with these preferences reads, each empty where it is not known, in an organisation of a country.
func ReaderOf(locale, units, country, zone string) Reader {
	r := Reader{Language: texts.Of(cmp.Or(locale, fleet.LocaleOf(country))), Units: fleet.Units(units), Zone: zone}
	if r.Units != fleet.Metric && r.Units != fleet.ImperialGB && r.Units != fleet.ImperialUS {
		r.Units = fleet.UnitsOf(country)
	}
	return r
}
