package document

import (
	"archive/zip"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"

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
	formatDuration = "[hh]:mm:ss" // with one h LibreOffice exports less than a day as a time of day, "01:01:01 AM"
	formatDistance = "#,##0.00"
	formatSpeed    = "#,##0.0"
	formatChange   = "+0.0%;-0.0%;0.0%"
)

// writeXLSX writes a sheet with typed cells, a head that stays in sight and filters. Rows leave as they come, behind the other parts of the file; the part that says how many
// there are is the last.
func writeXLSX(w io.Writer, t Table, each Each) error {
	t.exact = true // what a reader adds up is the total
	book, err := newBook(t)
	if err != nil {
		return fmt.Errorf("begin the sheet: %w", err)
	}
	var archive *zip.Writer
	var sheet *sheetXML
	begin := func() (err error) {
		archive = compressed(w)
		sheet, err = book.begin(archive, t)
		return err
	}
	added := t.adding()
	err = each(func(row []any) error {
		if t.Before != nil {
			added.Add(row)
		}
		if sheet == nil {
			if err := begin(); err != nil {
				return err
			}
		}
		if sheet.line > maxSheetRows {
			return errTooLong
		}
		return sheet.row(func(i int) {
			column := t.Report.Columns[t.Places[i]]
			sheet.cell(i, column.Kind, t.cell(column, row[t.Places[i]]))
		})
	})
	if err == nil && sheet == nil {
		err = begin()
	}
	if err != nil {
		return err
	}
	if err := sheet.end(true); err != nil {
		return err
	}
	if t.Before != nil {
		if err := book.compare(archive, t, added); err != nil {
			return err
		}
	}
	if err := book.end(archive, sheet.line); err != nil {
		return err
	}
	return archive.Close()
}

// compressed is an archive whose files are long and alike, so that the quickest level is hardly larger.
func compressed(w io.Writer) *zip.Writer {
	archive := zip.NewWriter(w)
	archive.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	return archive
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
