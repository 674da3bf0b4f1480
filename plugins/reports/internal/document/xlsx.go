package document

import (
	"archive/zip"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/xuri/excelize/v2"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

// maxSheetRows is what a sheet holds below its head.
const maxSheetRows = 1_048_575

var errTooLong = fault.New(fault.Invalid, "A sheet holds 1,048,575 rows. Choose a shorter time, or CSV.")

// The number formats of cells.
const (
	formatTime     = "yyyy-mm-dd hh:mm:ss"
	formatDay      = "yyyy-mm-dd"
	formatDuration = "[h]:mm:ss"
	formatDistance = "#,##0.00"
	formatSpeed    = "#,##0.0"
)

// writeXLSX writes a sheet with typed cells, a head that stays in sight and filters. Rows go to a file on the disk as they come. Texts are cells of texts: none is a formula.
func writeXLSX(w io.Writer, t Table, each Each) (err error) {
	file := excelize.NewFile()
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	sheet, err := file.NewStreamWriter(file.GetSheetName(0))
	if err != nil {
		return fmt.Errorf("begin the sheet: %w", err)
	}
	styles, err := t.begin(file, sheet)
	if err != nil {
		return fmt.Errorf("begin the sheet: %w", err)
	}
	line := 1
	cells := make([]any, len(t.Places))
	err = each(func(row []any) error {
		if line > maxSheetRows {
			return errTooLong
		}
		line++
		for i, place := range t.Places {
			cells[i] = excelize.Cell{StyleID: styles[i], Value: sheetValue(t.Report.Columns[place], t.cell(t.Report.Columns[place], row[place]))}
		}
		return sheet.SetRow("A"+strconv.Itoa(line), cells)
	})
	if err != nil {
		return err
	}
	if line > 1 { // a table, which brings the filters, has rows
		last, err := excelize.CoordinatesToCellName(len(t.Places), line)
		if err != nil {
			return fmt.Errorf("end the sheet: %w", err)
		}
		if err := sheet.AddTable(&excelize.Table{Range: "A1:" + last, Name: "Report", StyleName: "TableStyleLight1"}); err != nil {
			return fmt.Errorf("end the sheet: %w", err)
		}
	}
	if err := sheet.Flush(); err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	return file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return compressed(w) }).Write(io.Discard)
}

// compressed is an archive that goes to w as it is made: excelize would hold all of it. Sheets are long and alike, so the quickest level is hardly larger.
func compressed(w io.Writer) *zip.Writer {
	archive := zip.NewWriter(w)
	archive.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	return archive
}

// begin writes the head, and makes the styles of the columns.
func (t Table) begin(file *excelize.File, sheet *excelize.StreamWriter) (styles []int, err error) {
	head, err := file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Border: []excelize.Border{{Type: "bottom", Color: "182a47", Style: 2}}})
	if err != nil {
		return nil, err
	}
	if err := file.SetDocProps(&excelize.DocProperties{Title: t.Title(), Creator: t.Organisation}); err != nil {
		return nil, err
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	titles, styles := make([]any, len(t.Places)), make([]int, len(t.Places))
	for i, title := range t.heads() {
		column := t.Report.Columns[t.Places[i]]
		titles[i] = excelize.Cell{StyleID: head, Value: title}
		if err := sheet.SetColWidth(i+1, i+1, float64(max(len([]rune(title))+3, width(column.Kind)))); err != nil {
			return nil, err
		}
		if format := formatOf(column.Kind); format != "" {
			if styles[i], err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
				return nil, err
			}
		}
	}
	return styles, sheet.SetRow("A1", titles)
}

func width(kind string) int {
	switch kind {
	case manifest.KindPlace, manifest.KindText:
		return 32
	case manifest.KindTime, manifest.KindVehicle, manifest.KindGroup, manifest.KindDriver:
		return 21
	default:
		return 12
	}
}

func formatOf(kind string) string {
	switch kind {
	case manifest.KindTime:
		return formatTime
	case manifest.KindDay:
		return formatDay
	case manifest.KindDuration:
		return formatDuration
	case manifest.KindDistance, manifest.KindVolume, manifest.KindEnergy:
		return formatDistance
	case manifest.KindSpeed:
		return formatSpeed
	default:
		return ""
	}
}

// sheetValue is a cell as a sheet takes it: a time by the clock of its zone, a duration in days.
func sheetValue(c manifest.Column, cell any) any {
	switch v := cell.(type) {
	case time.Time: // a sheet knows no zones: what the clock shows
		return time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)
	case time.Duration:
		return v.Hours() / 24
	case string:
		if c.Kind == manifest.KindDay {
			if day, err := time.Parse(time.DateOnly, v); err == nil {
				return day
			}
		}
	}
	return cell
}
