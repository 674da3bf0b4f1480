package document_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/naming"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

func column(key, kind string) manifest.Column {
	return manifest.Column{Field: manifest.Field{Key: key, Kind: kind, Label: manifest.Text{"en": key}}}
}

func table(t *testing.T) document.Table {
	t.Helper()
	zone, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	return document.Table{
		Report: manifest.ReportType{
			ID: "doors", Title: manifest.Text{"en": "Doors"},
			Columns: []manifest.Column{column("vehicle", "vehicle"), column("at", "time"), column("far", "distance"), column("long", "duration"), column("note", "text")},
			Totals:  []manifest.Total{{Column: "far", Of: "sum"}, {Column: "long", Of: "sum"}},
		},
		Places: []int{0, 1, 2, 3, 4}, Names: naming.Names{"vehicle": {"v1": "=HYPERLINK(\"http://x\")", "v2": "Van, \"2\""}}, Zone: zone, Language: "en", Units: fleet.ImperialGB,
		Organisation: "Müller & Söhne", From: time.Date(2026, 7, 1, 0, 0, 0, 0, zone), To: time.Date(2026, 7, 2, 0, 0, 0, 0, zone), MadeAt: time.Date(2026, 7, 2, 9, 0, 0, 0, zone), MadeBy: "Ann",
	}
}

// rows are n rows: the first has what spreadsheets take for formulas.
func rows(n int) document.Each {
	return func(do func(row []any) error) error {
		for i := range n {
			row := []any{"v2", "2026-07-01T08:00:00Z", 1609.344 * float64(i+1), 3661.0, "fine"}
			if i == 0 {
				row = []any{"v1", "2026-07-01T22:30:00Z", nil, nil, "+1-2@x"}
			}
			if err := do(row); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestCSV(t *testing.T) {
	var out bytes.Buffer
	if err := document.Write(&out, "csv", table(t), rows(2)); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(out.String(), "\ufeff")
	if !marked || !strings.Contains(text, "\r\n") {
		t.Errorf("the file is %q", text)
	}
	read, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"vehicle", "at (Europe/London)", "far (mi)", "long (h:mm:ss)", "note"},
		{`'=HYPERLINK("http://x")`, "2026-07-01 23:30:00", "", "", "'+1-2@x"},
		{`Van, "2"`, "2026-07-01 09:00:00", "2", "1:01:01", "fine"},
	}
	if fmt.Sprint(read) != fmt.Sprint(want) {
		t.Errorf("read %q, want %q", read, want)
	}
}

func TestXLSX(t *testing.T) {
	var out bytes.Buffer
	if err := document.Write(&out, "xlsx", table(t), rows(3)); err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for cell, want := range map[string]string{"A1": "vehicle", "C1": "far (mi)", "A2": `=HYPERLINK("http://x")`, "B2": "2026-07-01 23:30:00", "C3": "2.00", "D3": "1:01:01", "E2": "+1-2@x"} {
		if got, err := file.GetCellValue("Doors", cell); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", cell, got, err, want)
		}
	}
	for _, cell := range []string{"A2", "E2"} {
		if formula, err := file.GetCellFormula("Doors", cell); err != nil || formula != "" {
			t.Errorf("%s is the formula %q, %v", cell, formula, err)
		}
	}
	if kind, err := file.GetCellType("Doors", "C3"); err != nil || kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString {
		t.Errorf("a distance is a cell of type %v, %v", kind, err)
	}
	if panes, err := file.GetPanes("Doors"); err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the head is not frozen: %+v, %v", panes, err)
	}
}

// TestXLSX_AddsUp has cells that show two digits and come to the total, however many there are.
func TestXLSX_AddsUp(t *testing.T) {
	var out bytes.Buffer
	err := document.Write(&out, "xlsx", table(t), func(do func(row []any) error) error {
		for range 1_000 {
			if err := do([]any{"v2", "2026-07-01T08:00:00Z", 1004.4, 60.0, ""}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sum := 0.0
	for line := range 1_000 {
		text, err := file.GetCellValue("Doors", fmt.Sprintf("C%d", line+2), excelize.Options{RawCellValue: true})
		value, wrong := strconv.ParseFloat(text, 64)
		if err != nil || wrong != nil {
			t.Fatalf("%q: %v %v", text, err, wrong)
		}
		sum += value
	}
	if want := 1_004_400 / 1609.344; math.Abs(sum-want) > 0.001 {
		t.Errorf("the cells come to %g miles, want %g", sum, want)
	}
	if shown, err := file.GetCellValue("Doors", "C2"); err != nil || shown != "0.62" {
		t.Errorf("a cell shows %q, %v", shown, err)
	}
}

// TestXLSX_WhatTextsCarry has texts that are no XML, and more than a cell holds; the filters reach over all rows.
func TestXLSX_WhatTextsCarry(t *testing.T) {
	texts := map[string]string{
		"a < b & \"c\" > d": "a < b & \"c\" > d", " spaces ": " spaces ", "two\nlines": "two\nlines", "no\x00nor\x0b": "no\ufffdnor\ufffd", "cut \xff off": "cut \ufffd off",
		strings.Repeat("é", 40_000): strings.Repeat("é", 32_767), "東京 \U0001F69A": "東京 \U0001F69A",
	}
	for text, want := range texts {
		var out bytes.Buffer
		err := document.Write(&out, "xlsx", table(t), func(do func(row []any) error) error { return do([]any{"v2", nil, nil, nil, text}) })
		if err != nil {
			t.Fatal(err)
		}
		file, err := excelize.OpenReader(&out)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := file.GetCellValue("Doors", "E2"); err != nil || got != want {
			t.Errorf("%.20q is read as %.20q, %v; want %.20q", text, got, err, want)
		}
		_ = file.Close() // only reads
	}
	for n, want := range map[int]string{0: "A1:E2", 1: "A1:E2", 500: "A1:E501"} {
		var out bytes.Buffer
		if err := document.Write(&out, "xlsx", table(t), rows(n)); err != nil {
			t.Fatal(err)
		}
		file, err := excelize.OpenReader(&out)
		if err != nil {
			t.Fatal(err)
		}
		if tables, err := file.GetTables("Doors"); err != nil || len(tables) != 1 || tables[0].Range != want {
			t.Errorf("the filters of %d rows are %+v, %v; want %s", n, tables, err, want)
		}
		_ = file.Close() // only reads
	}
}

func TestJSON(t *testing.T) {
	for n, want := range map[int]int{0: 0, 3: 3} {
		var out bytes.Buffer
		if err := document.Write(&out, "json", table(t), rows(n)); err != nil {
			t.Fatal(err)
		}
		var read struct {
			Report struct{ ID string }
			Rows   []map[string]any
		}
		if err := json.Unmarshal(out.Bytes(), &read); err != nil || len(read.Rows) != want || read.Report.ID != "doors" {
			t.Errorf("%d rows are read as %+v, %v", n, read, err)
		}
		if n > 0 && read.Rows[1]["vehicle_name"] != `Van, "2"` {
			t.Errorf("a row is %v", read.Rows[1])
		}
	}
}

// TestPDF_OfManyPages has the time of the benchmark's document of 100 pages within reach.
func TestPDF_OfManyPages(t *testing.T) {
	begun := time.Now()
	for n, pages := range map[int]int{0: 1, 4_500: 90} {
		var out bytes.Buffer
		if err := document.Write(&out, "pdf", table(t), rows(n)); err != nil {
			t.Fatal(err)
		}
		if found := bytes.Count(out.Bytes(), []byte("/Type /Page\n")); found < pages || !bytes.HasPrefix(out.Bytes(), []byte("%PDF-")) {
			t.Errorf("%d rows are a document of %d pages, want %d at least", n, found, pages)
		}
	}
	t.Logf("took %v", time.Since(begun))
}

var errGone = errors.New("gone")

// TestWrite_EndsWithItsSource says what went wrong, and writes nothing for what went wrong at once.
func TestWrite_EndsWithItsSource(t *testing.T) {
	for _, format := range []string{"csv", "xlsx", "json", "pdf"} {
		var out bytes.Buffer
		err := document.Write(&out, format, table(t), func(func([]any) error) error { return errGone })
		if !errors.Is(err, errGone) || out.Len() > 0 {
			t.Errorf("%s: %d bytes, %v", format, out.Len(), err)
		}
		if err := document.Write(io.Discard, format, table(t), rows(10)); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// TestCSV_EconomyInTheReadersUnits: what is used on 100 km is how far a gallon or a kilowatt hour goes, for who reads miles.
func TestCSV_EconomyInTheReadersUnits(t *testing.T) {
	for units, want := range map[fleet.Units]string{
		fleet.Metric: "economy (l/100 km),efficiency (kWh/100 km)\r\n30,20\r\n0,\r\n", fleet.ImperialGB: "economy (mpg),efficiency (mi/kWh)\r\n9.42,3.11\r\n,\r\n",
		fleet.ImperialUS: "economy (mpg),efficiency (mi/kWh)\r\n7.84,3.11\r\n,\r\n",
	} {
		shown := table(t)
		economy, efficiency := column("economy", "number"), column("efficiency", "number")
		economy.Unit, efficiency.Unit = "l/100 km", "kWh/100 km"
		shown.Report.Columns, shown.Report.Totals, shown.Places, shown.Units = []manifest.Column{economy, efficiency}, nil, []int{0, 1}, units
		var out bytes.Buffer
		err := document.Write(&out, "csv", shown, func(do func(row []any) error) error { return errors.Join(do([]any{30.0, 20.0}), do([]any{0.0, nil})) })
		if err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("in %s: %q, %v; want %q", units, out.String(), err, want)
		}
	}
}

func TestXLSX_ASheetIsCalledAsTheReport(t *testing.T) {
	for title, want := range map[string]string{"I/O events": "I-O events", "": "Report", "Comparison": "Report", "Fahrten und Standzeiten aller Fahrzeuge": "Fahrten und Standzeiten aller F"} {
		doors := table(t)
		doors.Report.Title = manifest.Text{"en": title}
		if got := document.SheetName(doors); got != want {
			t.Errorf("%q: the sheet is called %q, want %q", title, got, want)
		}
	}
}
