// Package words is what alerts are called and what is said of them, in every language.
package words

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"outrider.dev/sdk/fleet"
)

//go:embed catalogues/*.json
var catalogues embed.FS

// Languages are those of the catalogues.
var Languages = []string{"en", "en-US", "de", "es", "fr", "nl"}

// Words is the catalogue of one language.
type Words struct {
	language string

	Mail  map[string]string `json:"mail"`
	Type  map[string]string `json:"type"`
	Label map[string]string `json:"label"`
	Info  map[string]string `json:"info"`
	Value map[string]string `json:"value"` // of Info
}

// catalogue are the words of all languages, read once.
var catalogue = sync.OnceValues(readAll)

// All are the catalogues of all languages.
func All() (map[string]Words, error) { return catalogue() }

// Of is the catalogue of a language; English for one that there is not.
func Of(language string) Words {
	all, err := catalogue()
	if err != nil { // they are embedded, and a test reads them
		return Words{}
	}
	if found, ok := all[language]; ok {
		return found
	}
	return all["en"]
}

func readAll() (map[string]Words, error) {
	all := map[string]Words{}
	for _, language := range Languages {
		raw, err := catalogues.ReadFile("catalogues/" + language + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the words of %s: %w", language, err)
		}
		var w Words
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
	r := Reader{Language: languageOf(locale), Units: fleet.Units(units), Zone: zone}
	if r.Language == "" {
		r.Language = languageOf(fleet.LocaleOf(country))
	}
	if r.Units != fleet.Metric && r.Units != fleet.ImperialGB && r.Units != fleet.ImperialUS {
		r.Units = fleet.UnitsOf(country)
	}
	return r
}

// LanguageOf is the language of a locale; English for none.
func LanguageOf(locale string) string { return cmp.Or(languageOf(locale), "en") }

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
