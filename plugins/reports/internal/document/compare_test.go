package document_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

// compared is a report of two vehicles, of which v2 drove 2 miles now and 1 before, and v3, whose name begins as a formula does, drove before alone.
func compared(t *testing.T) document.Table {
	t.Helper()
	c := table(t)
	c.Names["vehicle"]["v3"] = "=1+1"
	c.GroupBy, c.Report.GroupBy = "vehicle", []string{"vehicle"}
	c.Before = &document.Before{
		From: c.From.AddDate(0, 0, -1), To: c.From, Rows: 2, Totals: sums.Totals{1609.344 * 4, 60.0},
		Groups: []sums.Group{{Key: "v2", Rows: 1, Totals: sums.Totals{1609.344, 60.0}}, {Key: "v3", Rows: 1, Totals: sums.Totals{1609.344 * 3, nil}}},
	}
	return c
}

// TestCompare_EachFormatTellsTheTimeBefore has the sub-totals and totals of now and before, and the change, in every format.
func TestCompare_EachFormatTellsTheTimeBefore(t *testing.T) {
	written := map[string]*bytes.Buffer{}
	for _, format := range []string{"csv", "xlsx", "json", "pdf"} {
		written[format] = &bytes.Buffer{}
		if err := document.Write(written[format], format, compared(t), rows(2)); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
	}
	read, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(written["csv"].String(), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for _, line := range read {
		lines[line[0]] = line[2]
	}
	for label, want := range map[string]string{
		"Total, 2 rows": "2", "Total, 2 rows, 2026-06-30 – 2026-06-30": "4", "Total, 2 rows, Change": "−50.0%",
		"Sub-totals: Van, \"2\"": "2", "Sub-totals: Van, \"2\", Change": "100.0%", "Sub-totals: =1+1": "", "Sub-totals: =1+1, 2026-06-30 – 2026-06-30": "3",
	} {
		if got, ok := lines[label]; !ok || got != want {
			t.Errorf("CSV: %q is %q, want %q; there are %q", label, got, want, lines)
		}
	}
	var answer struct {
		Comparison struct {
			Before map[string]float64
			Groups []struct {
				Key         string
				Now, Before map[string]any
			}
		}
	}
	if err := json.Unmarshal(written["json"].Bytes(), &answer); err != nil || answer.Comparison.Before["far.sum"] != 1609.344*4 || len(answer.Comparison.Groups) != 3 {
		t.Errorf("JSON: %+v, %v", answer, err)
	}
	file, err := excelize.OpenReader(written["xlsx"])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sheet := file.GetSheetList()[1]
	for cell, want := range map[string]string{
		"A2": "Van, \"2\"", "B2": "2.00", "C2": "1.00", "D2": "+100.0%", "A5": "Total, 2 rows", "B5": "2.00", "C5": "4.00", "D5": "-50.0%", "C1": "far (mi), 2026-06-30 – 2026-06-30",
	} {
		if got, err := file.GetCellValue(sheet, cell); err != nil || got != want {
			t.Errorf("XLSX: %s is %q, %v; want %q", cell, got, err, want)
		}
	}
}

// TestCompare_SaysWhereTooLittleIsKnown has a sentence in every format, and nothing of a time of which too little is known.
func TestCompare_SaysWhereTooLittleIsKnown(t *testing.T) {
	const said = "No comparison: too little is known of the time before"
	written := map[string]*bytes.Buffer{}
	for _, format := range []string{"csv", "xlsx", "json", "pdf"} {
		written[format] = &bytes.Buffer{}
		c := compared(t)
		c.Unknown, c.Before = &document.Unknown{From: c.Before.From, To: c.Before.To}, nil
		if err := document.Write(written[format], format, c, rows(2)); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
	}
	if lines := strings.Split(strings.TrimSpace(written["csv"].String()), "\r\n"); len(lines) != 4 || lines[3] != said+",,,," {
		t.Errorf("CSV: %q", lines)
	}
	var answer struct{ Comparison map[string]any }
	if err := json.Unmarshal(written["json"].Bytes(), &answer); err != nil || answer.Comparison["known"] != false || len(answer.Comparison) != 3 {
		t.Errorf("JSON: %+v, %v", answer, err)
	}
	file, err := excelize.OpenReader(written["xlsx"])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := file.GetCellValue(file.GetSheetList()[1], "A1"); err != nil || got != said {
		t.Errorf("XLSX: %q, %v", got, err)
	}
	if !bytes.HasPrefix(written["pdf"].Bytes(), []byte("%PDF-")) {
		t.Error("PDF: it is none")
	}
}

// TestPDF_OfAMonth is a document as people get it; OUTRIDER_PDF names a file to look at it.
func TestPDF_OfAMonth(t *testing.T) {
	for _, c := range []struct{ language, organisation string }{{"en", "Demo Haulage"}, {"de", "Müller & Söhne Spedition"}, {"fr", "شركة النقل"}} {
		shown := table(t)
		shown.Language, shown.Organisation = c.language, c.organisation
		shown.Address = []string{"Unit 7, Barleycastle Lane", "Warrington WA4 4SR", "transport@demo-haulage.example"}
		shown.Report.Columns = []manifest.Column{column("vehicle", "vehicle"), column("group", "group"), column("period", "day"), column("trips", "number"), column("distance", "distance"), column("driving", "duration")}
		shown.Report.Totals = []manifest.Total{{Column: "distance", Of: "sum"}, {Column: "trips", Of: "sum"}, {Column: "driving", Of: "sum"}}
		shown.Report.Chart = &manifest.Chart{Kind: "bar", X: "period", Y: []string{"distance"}}
		shown.Report.GroupBy, shown.GroupBy = []string{"group"}, "group"
		shown.Report.Title = manifest.Text{"en": "Mileage", "de": "Kilometer"}
		shown.Places = []int{0, 1, 2, 3, 4, 5}
		shown.Names["group"] = map[string]string{"a": "Manchester depot", "b": "مستودع دبي", "c": "Depot Köln-Süd"}
		shown.Covers = "Manchester depot, مستودع دبي"
		shown.From, shown.To = time.Date(2026, 10, 1, 0, 0, 0, 0, shown.Zone), time.Date(2026, 11, 1, 0, 0, 0, 0, shown.Zone)
		shown.Before = &document.Before{
			From: shown.From.AddDate(0, -1, 0), To: shown.From, Rows: 90, Totals: sums.Totals{3.1e7, 800.0, 6e6},
			Groups: []sums.Group{{Key: "a", Totals: sums.Totals{1e7, 200.0, 1e6}}, {Key: "b", Totals: sums.Totals{1.1e7, 200.0, 1e6}}, {Key: "c", Totals: sums.Totals{1e7, 200.0, 1e6}}},
		}
		var out bytes.Buffer
		err := document.Write(&out, "pdf", shown, func(do func(row []any) error) error {
			for i := range 93 {
				day := shown.From.AddDate(0, 0, i%31)
				far := 250_000 + 90_000*float64((i*7)%5)
				if day.Weekday() == time.Sunday {
					far = 20_000
				}
				if err := do([]any{"v2", string(rune('a' + i/31)), day.Format(time.DateOnly), 9.0, far, far / 15}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || bytes.Count(out.Bytes(), []byte("/Type /Page\n")) < 2 {
			t.Errorf("%s: %d bytes, %v", c.language, out.Len(), err)
		}
		if name := os.Getenv("OUTRIDER_PDF"); name != "" {
			if err := os.WriteFile(name+"."+c.language+".pdf", out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
