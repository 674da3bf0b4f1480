package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/outrider/plugins/alerts/internal/report"
)

func alerts(yield func(alert.Alert, error) bool) {
	speed, limit := 90.0, 50.0
	at := time.Date(2026, 7, 21, 14, 32, 7, 0, time.UTC).UnixMilli()
	_ = yield(alert.Alert{ID: "a1", Kind: alert.Speeding, AlertType: "speedingalert", Severity: alert.Harsh, EventMs: at, Zone: "Europe/London", Address: "near Crewe", VehicleName: "=VAN", SpeedKmh: &speed, SpeedLimitKmh: &limit, Quality: "nonevent", IsRead: true}, nil) &&
		yield(alert.Alert{ID: "a2", Kind: alert.Driving, AlertType: "ioalert", Pin: 3, EventMs: at, Quality: "none"}, nil)
}

func TestWrite_InGerman(t *testing.T) {
	german := alerttext.ReaderOf("de-DE", "Metric", "", "")
	var out bytes.Buffer
	if err := report.Write(&out, report.CSV, german, alerts); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range [][]string{
		{"Zeit,Zeitzone,Zeit (UTC),Fahrzeug,Fahrer", "Geschwindigkeit (km/h),Tempolimit (km/h)"},
		{"2026-07-21 15:32:07,Europe/London,2026-07-21 14:32:07,'=VAN,,Tempoüberschreitung", "Starke Überschreitung", "bei Crewe", ",90,50,Fehlmeldung,Ja,Nein,Nein,"},
		{",E/A: Eingang 3,", ",Eingang 3,Nicht bekannt,,,,,,Nein,"},
	} {
		for _, part := range want {
			if !strings.Contains(lines[i], part) {
				t.Errorf("line %d is %s, without %q", i, lines[i], part)
			}
		}
	}
}

func TestWrite_Sheet(t *testing.T) {
	var out bytes.Buffer
	if err := report.Write(&out, report.XLSX, alerttext.ReaderOf("en-US", "Imperial US", "", ""), alerts); err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := file.GetRows(file.GetSheetName(0))
	if err != nil || len(rows) != 3 || rows[1][0] != "2026-07-21 15:32:07" || rows[0][12] != "Speed (mph)" || rows[1][12] != "55.9" {
		t.Errorf("the sheet is %v, %v", rows, err)
	}
	if kind, err := file.GetCellType(file.GetSheetName(0), "A2"); err != nil || kind != excelize.CellTypeUnset {
		t.Errorf("a time is of type %v, %v: no number", kind, err)
	}
}
