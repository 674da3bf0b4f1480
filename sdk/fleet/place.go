package fleet

import "strings"

// PlaceNotKnown is what answers call a place that nobody named.
const PlaceNotKnown = "Not known"

// placeNear begins what answers call a place outside of the town that names it.
const placeNear = "near "

// placeWords are how a language says both.
var placeWords = map[string]struct{ near, notKnown string }{
	"de": {"bei ", "Nicht bekannt"},
	"es": {"cerca de ", "Desconocido"},
	"fr": {"près de ", "Inconnu"},
	"nl": {"nabij ", "Niet bekend"},
}

// Near is what answers call a place outside of the town that names it: "near Crewe".
func Near(town string) string { return placeNear + town }

// PlaceIn says a place's name, as answers have it, in a language ("de"); names are of no language.
func PlaceIn(language, name string) string {
	words, ok := placeWords[language]
	if !ok {
		return name
	}
	if name == PlaceNotKnown {
		return words.notKnown
	}
	if town, outside := strings.CutPrefix(name, placeNear); outside {
		return words.near + town
	}
	return name
}
