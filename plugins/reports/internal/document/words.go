package document

import (
	"fmt"
	"strconv"
)

// words are what a document says besides what manifests say.
type words struct {
	empty, madeBy, pageOf, totalOf string
}

var byLanguage = map[string]words{
	"en":    {"There is nothing to report in this time.", "Made on %s by %s", "Page %d of {pages}", "Total, %s rows"},
	"en-US": {"There is nothing to report in this time.", "Made on %s by %s", "Page %d of {pages}", "Total, %s rows"},
	"de":    {"In dieser Zeit gibt es nichts zu berichten.", "Erstellt am %s von %s", "Seite %d von {pages}", "Summe, %s Zeilen"},
	"es":    {"No hay datos en este período.", "Creado el %s por %s", "Página %d de {pages}", "Total, %s filas"},
	"fr":    {"Aucune donnée pour cette période.", "Créé le %s par %s", "Page %d sur {pages}", "Total, %s lignes"},
	"nl":    {"Er zijn geen gegevens in deze periode.", "Gemaakt op %s door %s", "Pagina %d van {pages}", "Totaal, %s regels"},
}

func wordsOf(language string) words {
	if found, ok := byLanguage[language]; ok {
		return found
	}
	return byLanguage["en"]
}

func (w words) made(at, by string) string { return fmt.Sprintf(w.madeBy, at, by) }
func (w words) page(number int) string    { return fmt.Sprintf(w.pageOf, number) }
func (w words) total(rows int) string     { return fmt.Sprintf(w.totalOf, strconv.Itoa(rows)) }
