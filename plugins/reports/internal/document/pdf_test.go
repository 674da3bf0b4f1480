package document_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/sdk/plugin/manifest"
)

// TestPDF_LettersChartAndSubTotals writes names in many alphabets, a chart and sub-totals. OUTRIDER_PDF names a file to look at it.
func TestPDF_LettersChartAndSubTotals(t *testing.T) {
	doors := table(t)
	doors.Organisation, doors.GroupBy = "Żółw Łódź · Ελλάδα · Україна · ישראל · شركة النقل · 東京 运输 운송 \U0001F69A", "vehicle"
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

func TestTicksOf_AreRoundAndReachOverTheHighest(t *testing.T) {
	for most, want := range map[float64]string{5920: "[0 2000 4000 6000]", 48_175: "[0 20000 40000 60000]", 4000: "[0 1000 2000 3000 4000]", 0.9: "[0 0.25 0.5 0.75 1]", 3: "[0 1 2 3]"} {
		if got := fmt.Sprint(document.TicksOf(most)); got != want {
			t.Errorf("up to %g: %s, want %s", most, got, want)
		}
	}
}

// TestPieces: what is read from right to left stands in its order, and Arabic letters in the forms that join them.
func TestPieces(t *testing.T) {
	for text, want := range map[string]string{
		"HGV-007":          "HGV-007",
		"שלום":             "םולש",
		"Van שלום 12":      "Van 12 םולש",
		"سلام":             "م\ufefc\ufeb3", // the ligature of lam and alef
		"بيت 12":           "12 \ufe96\ufef4\ufe91",
		"Depot (شاحنة)":    "Depot (\ufe94\ufee8\ufea3\ufe8e\ufeb7)",
		"ישראל · بيت":      "\ufe96\ufef4\ufe91 · לארשי",
		"two\nlines\x7f":   "two lines ",
		"truck \U0001F69A": "truck □",
	} {
		if got := document.FromLeft(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// TestPDF_LettersOfTheMachinesFont takes a font that is named, and only those of its letters that are used; one that is none is refused.
func TestPDF_LettersOfTheMachinesFont(t *testing.T) {
	if _, err := document.UseFont(filepath.Join(t.TempDir(), "none.ttf")); err == nil {
		t.Error("a font that is not there is taken")
	}
	if found, err := document.UseFont(""); err != nil {
		t.Fatal(err)
	} else if !found {
		t.Skip("this machine has no font with the letters of Chinese, Japanese and Korean")
	}
	shown := table(t)
	shown.Names["vehicle"]["v2"] = "東京トラック 卡车 트럭 한국어 貨車"
	if got := document.FromLeft(shown.Names["vehicle"]["v2"]); got != shown.Names["vehicle"]["v2"] {
		t.Errorf("the font has %q", got)
	}
	var with bytes.Buffer
	if err := document.Write(&with, "pdf", shown, rows(200)); err != nil {
		t.Fatal(err)
	}
	if with.Len() > 300_000 {
		t.Errorf("%d bytes: a document takes along the letters that it uses alone", with.Len())
	}
	if name := os.Getenv("OUTRIDER_PDF"); name != "" {
		if err := os.WriteFile(name+".other.pdf", with.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
