package document

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// words are what a document says besides what manifests say.
type words struct {
	empty, madeBy, pageOf, totalOf      string
	oneRow, manyRows, rows, continued   string
	byColumn, subTotalOf, allVehicles   string
	count, mean, max, min               string // of totals
	before, change, average, rest       string
	comparedWith, comparison, subTotals string
	changed, unknown                    string
	hour                                string // its sign
}

var byLanguage = map[string]words{
	"en": {
		"There is nothing to report in this time.", "Made on %s by %s", "Page %d of %d", "Total, %s",
		"1 row", "%s rows", "Rows", "continued", "By %s", "Sub-total, %s", "All vehicles",
		"Rows", "mean", "highest", "lowest",
		"Before", "Change", "average before", "Others", "Compared with %s", "Comparison", "Sub-totals", "%s from %s",
		"No comparison: too little is known of the time before",
		"h",
	},
	"de": {
		"In dieser Zeit gibt es nichts zu berichten.", "Erstellt am %s von %s", "Seite %d von %d", "Summe, %s",
		"1 Zeile", "%s Zeilen", "Zeilen", "Fortsetzung", "Nach %s", "Zwischensumme, %s", "Alle Fahrzeuge",
		"Zeilen", "Mittelwert", "höchster Wert", "niedrigster Wert",
		"Davor", "Änderung", "Mittelwert davor", "Übrige", "Verglichen mit %s", "Vergleich", "Zwischensummen", "%s gegenüber %s",
		"Kein Vergleich: Vom Zeitraum davor ist zu wenig bekannt",
		"h",
	},
	"es": {
		"No hay datos en este período.", "Creado el %s por %s", "Página %d de %d", "Total, %s",
		"1 fila", "%s filas", "Filas", "continuación", "Por %s", "Subtotal, %s", "Todos los vehículos",
		"Filas", "media", "máximo", "mínimo",
		"Antes", "Cambio", "media anterior", "Otros", "Comparado con %s", "Comparación", "Subtotales", "%s respecto a %s",
		"Sin comparación: se sabe muy poco del periodo anterior",
		"h",
	},
	"fr": {
		"Aucune donnée pour cette période.", "Créé le %s par %s", "Page %d sur %d", "Total, %s",
		"1 ligne", "%s lignes", "Lignes", "suite", "Par %s", "Sous-total, %s", "Tous les véhicules",
		"Lignes", "moyenne", "maximum", "minimum",
		"Avant", "Variation", "moyenne d’avant", "Autres", "Comparé à %s", "Comparaison", "Sous-totaux", "%s par rapport à %s",
		"Pas de comparaison : la période précédente est trop peu connue",
		"h",
	},
	"nl": {
		"Er zijn geen gegevens in deze periode.", "Gemaakt op %s door %s", "Pagina %d van %d", "Totaal, %s",
		"1 rij", "%s rijen", "Rijen", "vervolg", "Per %s", "Subtotaal, %s", "Alle voertuigen",
		"Rijen", "gemiddelde", "hoogste", "laagste",
		"Ervoor", "Verandering", "gemiddelde ervoor", "Overige", "Vergeleken met %s", "Vergelijking", "Subtotalen", "%s t.o.v. %s",
		"Geen vergelijking: van de periode ervoor is te weinig bekend",
		"u",
	},
}

func wordsOf(language string) words {
	if found, ok := byLanguage[language]; ok {
		return found
	}
	return byLanguage["en"]
}

func (w words) made(at, by string) string  { return fmt.Sprintf(w.madeBy, at, by) }
func (w words) page(number, of int) string { return fmt.Sprintf(w.pageOf, number, of) }

// ofRows is a number of rows, which is written already.
func (w words) ofRows(count int64, written string) string {
	if count == 1 {
		return w.oneRow
	}
	return fmt.Sprintf(w.manyRows, written)
}

func (w words) total(count int64, written string) string {
	return fmt.Sprintf(w.totalOf, w.ofRows(count, written))
}

func (w words) subTotal(label string) string { return fmt.Sprintf(w.subTotalOf, label) }

// by is the title of sub-totals by a column: "By group". Nouns of German keep their capital.
func (w words) by(language, label string) string {
	first, size := utf8.DecodeRuneInString(label)
	second, _ := utf8.DecodeRuneInString(label[size:])
	if language != "de" && !unicode.IsUpper(second) && second != '/' { // not of an abbreviation
		label = string(unicode.ToLower(first)) + label[size:]
	}
	return fmt.Sprintf(w.byColumn, label)
}
