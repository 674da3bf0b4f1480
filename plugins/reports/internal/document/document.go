// Package document writes a report into a file: XLSX, CSV, JSON or PDF, in the reader's language, units and time.
package document

import (
	"fmt"
	"io"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/naming"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

// Table is what a file says besides its rows.
type Table struct {
	Report       manifest.ReportType
	Places       []int  // of the columns, in their order
	GroupBy      string // the column of sub-totals; empty: none
	Names        naming.Names
	Zone         *time.Location
	Language     string
	Units        fleet.Units
	Organisation string
	Logo         []byte   // PNG; nil: none
	Address      []string // lines below the organisation's name
	Covers       string   // of which vehicles and groups the report is
	From, To     time.Time
	Daily        bool     // rows of days are of single days
	Before       *Before  // nil: nothing is compared
	Unknown      *Unknown // nil: nothing was to be compared, or it is
	MadeAt       time.Time
	MadeBy       string
	exact        bool // numbers have more digits than are shown: a program adds them up
}

// Each hands over rows, one after the other, until do returns an error.
type Each func(do func(row []any) error) error

// Title is what the report is called.
func (t Table) Title() string { return t.Report.Title.In(t.Language) }

// FileName is what a file of the report is called: letters of ASCII alone.
func (t Table) FileName(format string) string {
	last := t.To.Add(-time.Second).In(t.Zone)
	return fmt.Sprintf("%s-%s-%s.%s", t.Report.ID, t.From.In(t.Zone).Format(time.DateOnly), last.Format(time.DateOnly), format)
}

// ContentType is that of a format.
func ContentType(format string) string {
	switch format {
	case "xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case "pdf":
		return "application/pdf"
	case "json":
		return "application/json"
	default:
		return "text/csv; charset=utf-8"
	}
}

// Write writes a report into w, which gets its first byte once a row or the end has come.
func Write(w io.Writer, format string, t Table, each Each) error {
	switch format {
	case "xlsx":
		return writeXLSX(w, t, each)
	case "pdf":
		return writePDF(w, t, each)
	case "json":
		return writeJSON(w, t, each)
	default:
		return writeCSV(w, t, each)
	}
}

// heads are the names of the columns with their units.
func (t Table) heads() []string {
	heads := make([]string, len(t.Places))
	for i, place := range t.Places {
		column := t.Report.Columns[place]
		heads[i] = column.Label.In(t.Language)
		if unit := t.unit(column); unit != "" {
			heads[i] += " (" + unit + ")"
		}
	}
	return heads
}

// unit is the unit in which a column's values are written.
func (t Table) unit(c manifest.Column) string {
	metric := t.Units == fleet.Metric || t.Units == ""
	switch c.Kind {
	case manifest.KindDistance:
		if metric {
			return "km"
		}
		return "mi"
	case manifest.KindSpeed:
		if metric {
			return "km/h"
		}
		return "mph"
	case manifest.KindVolume:
		if metric {
			return "l"
		}
		return "gal"
	case manifest.KindEnergy:
		return "kWh"
	case manifest.KindTemperature:
		if t.Units == fleet.ImperialUS {
			return "°F"
		}
		return "°C"
	case manifest.KindNumber:
		_, unit, _ := t.Units.Economy(c.Unit, 1)
		return unit
	case manifest.KindPercent:
		return "%"
	case manifest.KindTime:
		return t.Zone.String()
	case manifest.KindDuration:
		return "h:mm:ss"
	default:
		return c.Unit
	}
}
