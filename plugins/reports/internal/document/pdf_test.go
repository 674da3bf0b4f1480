package document_test

import (
	"bytes"
	"os"
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/sdk/plugin/manifest"
)

// TestPDF_LettersChartAndSubTotals writes names in many alphabets, a chart and sub-totals. OUTRIDER_PDF names a file to look at it.
func TestPDF_LettersChartAndSubTotals(t *testing.T) {
	doors := table(t)
	doors.Organisation, doors.GroupBy = "Żółw Łódź · Ελλάδα · Україна · ישראל · 東京 \U0001F69A", "vehicle"
	doors.Report.GroupBy = []string{"vehicle"}
	doors.Report.Chart = &manifest.Chart{Kind: "bar", X: "vehicle", Y: []string{"far"}}
	plain := table(t)
	var with, without bytes.Buffer
	if err := document.Write(&with, "pdf", doors, rows(40)); err != nil {
		t.Fatal(err)
	}
	if err := document.Write(&without, "pdf", plain, rows(40)); err != nil {
		t.Fatal(err)
	}
	if with.Len() <= without.Len() || with.Len() > 200_000 {
		t.Errorf("%d bytes with a chart, %d without: a document takes along the letters that it uses alone", with.Len(), without.Len())
	}
	if name := os.Getenv("OUTRIDER_PDF"); name != "" {
		if err := os.WriteFile(name, with.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
