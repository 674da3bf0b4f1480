package document_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/sdk/plugin/manifest"
)

// TestSections divides rows by their sub-totals: the largest first, each with its rows in their order, what no sub-total is kept of last.
func TestSections(t *testing.T) {
	doors := table(t)
	doors.GroupBy, doors.Report.GroupBy = "vehicle", []string{"vehicle"}
	doors.Names["vehicle"] = map[string]string{"v1": "Van 1", "v2": "Van 2"}
	held := [][]any{{"v1", "", 1.0, nil, "a"}, {"v2", "", 5.0, nil, "b"}, {nil, "", 2.0, nil, "c"}, {"v1", "", 1.5, nil, "d"}}
	if got, want := document.SectionsOf(doors, held), "Van 2: b|Van 1: a d|–: c"; got != want {
		t.Errorf("sections are %q, want %q", got, want)
	}
	doors.GroupBy = ""
	if got := document.SectionsOf(doors, held); got != ": a b c d" {
		t.Errorf("without sub-totals: %q", got)
	}
}

// TestPDF_RowsBelowTheirSubTotals says each sub-total above and below its rows, and again where they go on.
func TestPDF_RowsBelowTheirSubTotals(t *testing.T) {
	for language, want := range map[string][]string{
		"en": {"By vehicle", "Sub-total, Van 2", "continued", "119 rows", "1 row", "Total, 120 rows"}, "de": {"Nach Vehicle", "Zwischensumme, Van 2", "Fortsetzung", "119 Zeilen", "1 Zeile", "Summe, 120 Zeilen"},
		"es": {"Por vehicle", "Subtotal, Van 2", "continuación", "119 filas", "1 fila", "Total, 120 filas"}, "fr": {"Par vehicle", "Sous-total, Van 2", "suite", "119 lignes", "1 ligne", "Total, 120 lignes"},
		"nl": {"Per vehicle", "Subtotaal, Van 2", "vervolg", "119 rijen", "1 rij", "Totaal, 120 rijen"},
	} {
		doors := table(t)
		doors.GroupBy, doors.Report.GroupBy, doors.Language = "vehicle", []string{"vehicle"}, language
		doors.Report.Columns[0].Label = manifest.Text{"en": "Vehicle"}
		doors.Names["vehicle"] = map[string]string{"v1": "Van 1", "v2": "Van 2"}
		var out bytes.Buffer
		if err := document.Write(&out, "pdf", doors, rows(120)); err != nil {
			t.Fatal(err)
		}
		written := linesOf(t, out.Bytes())
		for _, line := range want {
			if !slices.Contains(written, line) {
				t.Errorf("%s: %q is not in %q", language, line, written[:40])
			}
		}
		pages := bytes.Count(out.Bytes(), []byte("/Type /Page\n"))
		if again := count(written, want[2]); again != pages-1 {
			t.Errorf("%s: the rows go on %d times on %d pages", language, again, pages)
		}
		if sums := count(written, strings.Replace(want[1], "2", "1", 1)); sums != 0 {
			t.Errorf("%s: a row alone has a sub-total", language)
		}
	}
}

func count(lines []string, of string) (found int) {
	for _, line := range lines {
		if line == of {
			found++
		}
	}
	return found
}

var (
	streams = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	shown   = regexp.MustCompile(`(?s)\(((?:\\.|[^\\()])*)\) ?Tj`)
	escaped = regexp.MustCompile(`(?s)\\(.)`)
)

// linesOf are the texts of a document, as they were written.
func linesOf(t *testing.T, pdf []byte) (lines []string) {
	t.Helper()
	for _, stream := range streams.FindAllSubmatch(pdf, -1) {
		from, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // a picture or a font
		}
		raw, err := io.ReadAll(from)
		if err != nil {
			continue
		}
		for _, text := range shown.FindAllSubmatch(raw, -1) {
			wide := escaped.ReplaceAllFunc(text[1], func(one []byte) []byte {
				if one[1] == 'r' {
					return []byte{'\r'}
				}
				return one[1:]
			})
			units := make([]uint16, len(wide)/2)
			for i := range units {
				units[i] = binary.BigEndian.Uint16(wide[2*i:])
			}
			lines = append(lines, string(utf16.Decode(units)))
		}
	}
	return lines
}

// TestPDF_CountsDifferentVehicles says how many there are by the name of the total, and not beside each of them.
func TestPDF_CountsDifferentVehicles(t *testing.T) {
	doors := table(t)
	doors.GroupBy, doors.Report.GroupBy = "vehicle", []string{"vehicle"}
	doors.Report.Totals = append(doors.Report.Totals, manifest.Total{Column: "vehicle", Of: "distinct", Where: "far", Label: manifest.Text{"en": "Vehicles driven"}})
	var out bytes.Buffer
	if err := document.Write(&out, "pdf", doors, rows(3)); err != nil {
		t.Fatal(err)
	}
	written := linesOf(t, out.Bytes())
	if at := slices.Index(written, "Vehicles driven"); at < 0 || written[at+1] != "1" || count(written, "Vehicles driven") != 1 {
		t.Errorf("the vehicles are counted wrongly in %q", written)
	}
}

// TestTotals_StandBelowTheirColumnAsOnTheScreen has the sum of a column below it, not the mean that is declared after it.
func TestTotals_StandBelowTheirColumnAsOnTheScreen(t *testing.T) {
	doors := table(t)
	doors.Report.Totals = []manifest.Total{{Column: "far", Of: "sum"}, {Column: "far", Of: "mean"}}
	doors.Before = &document.Before{From: doors.From.AddDate(0, 0, -1), To: doors.From, Rows: 1, Totals: []any{1609.344, 1609.344}}
	each := rows(4) // 2, 3 and 4 miles, and one that is not known
	var paper, text bytes.Buffer
	if err := document.Write(&paper, "pdf", doors, each); err != nil {
		t.Fatal(err)
	}
	if written := linesOf(t, paper.Bytes()); written[slices.Index(written, "Total, 4 rows")+1] != "9.00" {
		t.Errorf("below the column of the PDF is not the sum: %q", written)
	}
	if err := document.Write(&text, "csv", doors, each); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "\"Total, 4 rows\",,9,,") {
		t.Errorf("below the column of the CSV is not the sum: %s", text.String())
	}
}

// TestPDF_CutsNothing has a table of many columns with long names, in German and with times: all of it is there, in lines below each other where there is no room beside.
func TestPDF_CutsNothing(t *testing.T) {
	wide := table(t)
	wide.Language = "de"
	columns := slices.Clone(wide.Report.Columns)
	for i, label := range []string{"Fahrzeug", "Beginn der Leerlaufzeit", "Zurückgelegte Strecke", "Leerlaufzeit", "Bemerkung"} {
		columns[i].Label = manifest.Text{"de": label}
	}
	columns = append(columns, columns...)
	wide.Report.Columns, wide.Places = columns, nil
	for i := range columns {
		wide.Places = append(wide.Places, i)
	}
	wide.Report.Title = manifest.Text{"en": "A report whose title is long enough for more than one line of the page, as titles of plugins may be in other languages"}
	note := "Schulstraße 12, Unterschleißheim-Lohhof, dann Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
	var out bytes.Buffer
	err := document.Write(&out, "pdf", wide, func(do func([]any) error) error {
		row := []any{}
		for range 2 {
			row = append(row, "v2", "2026-07-01T08:00:00Z", 98_765_432.1, 360_000.0, note)
		}
		for range 30 {
			if err := do(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("OUTRIDER_PDF"); name != "" {
		if err := os.WriteFile(name+".wide.pdf", out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	written := linesOf(t, out.Bytes())
	for _, line := range written {
		if strings.Contains(line, "…") {
			t.Errorf("%q is cut", line)
		}
	}
	if times := count(written, "2026-07-01 09:00:00"); times != 2*30 {
		t.Errorf("%d times are whole, of %d: %q", times, 2*30, written[:min(80, len(written))])
	}
	for _, head := range []string{"Fahrzeug", "Leerlaufzeit", "Strecke"} {
		if !slices.Contains(written, head) {
			t.Errorf("the head %q is not whole in %q", head, written[:min(40, len(written))])
		}
	}
	if whole := strings.Join(written, ""); strings.Count(whole, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft") == 0 {
		t.Error("a word that is longer than a line does not go on in the next")
	}
}
