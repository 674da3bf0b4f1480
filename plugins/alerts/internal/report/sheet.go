package report

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
)

// maxSheetRows is what a sheet holds below its head.
const maxSheetRows = 1_048_575

func writeSheet(w io.Writer, said alerttext.Catalogue, reader alerttext.Reader, alerts iter.Seq2[alert.Alert, error]) (err error) {
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
	dates, err := begin(file, sheet, head(said, reader))
	if err != nil {
		return fmt.Errorf("write the head: %w", err)
	}
	line, cells := 1, make([]any, len(columns))
	for a, err := range alerts {
		if err != nil {
			return err
		}
		if line > maxSheetRows {
			break
		}
		line++
		for i, c := range columns {
			cells[i] = c.value(said, reader, a)
			if at, ok := cells[i].(time.Time); ok {
				cells[i] = excelize.Cell{StyleID: dates, Value: wallClock(at)}
			}
		}
		if err := sheet.SetRow("A"+strconv.Itoa(line), cells); err != nil {
			return fmt.Errorf("write row %d: %w", line, err)
		}
	}
	if err := sheet.Flush(); err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	return file.Write(w)
}

// begin writes the head, which stays in sight, and returns the style of dates.
func begin(file *excelize.File, sheet *excelize.StreamWriter, names []string) (dates int, err error) {
	bold, err := file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return 0, err
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return 0, err
	}
	cells := make([]any, len(names))
	for i, name := range names {
		cells[i] = excelize.Cell{StyleID: bold, Value: name}
		if err := sheet.SetColWidth(i+1, i+1, columns[i].width); err != nil {
			return 0, err
		}
	}
	format := "yyyy-mm-dd hh:mm:ss"
	if dates, err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
		return 0, err
	}
	return dates, sheet.SetRow("A1", cells)
}

// wallClock is the time that a clock shows: cells have no zone.
func wallClock(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
}
