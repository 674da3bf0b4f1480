// Package report writes alerts into a table for people: CSV or XLSX, in the reader's units and the local time of each alert.
package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/alerts/internal/record"
	"outrider.dev/sdk/fleet"
)

// Format is a kind of file.
type Format struct{ Suffix, ContentType string }

// The formats.
var (
	CSV  = Format{".csv", "text/csv; charset=utf-8"}
	XLSX = Format{".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
)

// maxSheetRows is what a sheet holds below its head.
const maxSheetRows = 1_048_575

// Write writes alerts into w, speeds in units.
func Write(w io.Writer, format Format, units fleet.Units, alerts iter.Seq2[record.Alert, error]) error {
	if units == "" {
		units = fleet.Metric
	}
	if format == XLSX {
		return writeSheet(w, units, alerts)
	}
	out := csv.NewWriter(w)
	if err := out.Write(head(units)); err != nil {
		return fmt.Errorf("write the head: %w", err)
	}
	for a, err := range alerts {
		if err != nil {
			return err
		}
		cells := row(a, units)
		line := make([]string, len(cells))
		for i, c := range cells {
			line[i] = plain(c)
		}
		if err := out.Write(line); err != nil {
			return fmt.Errorf("write a line: %w", err)
		}
	}
	out.Flush()
	return out.Error()
}

func writeSheet(w io.Writer, units fleet.Units, alerts iter.Seq2[record.Alert, error]) (err error) {
	file := excelize.NewFile()
	defer func() {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}()
	sheet, err := file.NewStreamWriter(file.GetSheetName(0))
	if err != nil {
		return fmt.Errorf("begin the sheet: %w", err)
	}
	names := head(units)
	cells := make([]any, len(names))
	for i, n := range names {
		cells[i] = n
	}
	if err := sheet.SetRow("A1", cells); err != nil {
		return fmt.Errorf("write the head: %w", err)
	}
	line := 1
	for a, err := range alerts {
		if err != nil {
			return err
		}
		if line > maxSheetRows {
			break
		}
		line++
		if err := sheet.SetRow("A"+strconv.Itoa(line), row(a, units)); err != nil {
			return fmt.Errorf("write row %d: %w", line, err)
		}
	}
	if err := sheet.Flush(); err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	return file.Write(w)
}

func head(units fleet.Units) []string {
	unit := strings.ToLower(units.SpeedUnit())
	return []string{
		"alert_id", "event_time_local", "event_time_utc", "zone", "vehicle_name", "vehicle_id", "device_id", "alert_type", "label", "severity", "pin", "location",
		"latitude", "longitude", "speed_" + unit, "limit_" + unit, "read", "archived", "user_driving_quality", "flagged", "comment",
	}
}

func row(a record.Alert, units fleet.Units) []any {
	pin := any("")
	if a.Pin > 0 {
		pin = a.Pin
	}
	return []any{
		a.AlertID, a.EventTimeLocal, a.EventTimeUTC, a.Zone, a.VehicleName, a.VehicleID, a.DeviceID, a.AlertType, a.PredictionLabel, a.Severity, pin, a.Location,
		number(a.Latitude, 6), number(a.Longitude, 6), speed(a.SpeedKmh, units), speed(a.Limit, units), a.Read, a.Archived, a.Quality, a.Flagged, a.FlagComment,
	}
}

func speed(kmh *float64, units fleet.Units) any {
	if kmh == nil {
		return ""
	}
	converted := units.Speed(*kmh)
	return number(&converted, 1)
}

func number(value *float64, digits int) any {
	if value == nil {
		return ""
	}
	scale := math.Pow(10, float64(digits))
	return math.Round(*value*scale) / scale
}

// plain is a cell of a CSV file. What a spreadsheet would take for a formula is made a text.
func plain(cell any) string {
	switch c := cell.(type) {
	case string:
		if c != "" && strings.ContainsRune("=+-@\t\r", rune(c[0])) {
			return "'" + c
		}
		return c
	case float64:
		return strconv.FormatFloat(c, 'f', -1, 64)
	default:
		return fmt.Sprint(c)
	}
}
