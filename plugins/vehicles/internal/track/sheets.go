package track

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// heads are the columns of CSV and XLSX. Values are in the system's units, which the names say.
var heads = []string{"time_utc", "time_local", "latitude", "longitude", "speed_kmh", "speed_limit_kmh", "heading_deg", "altitude_m", "ignition", "odometer_m", "fuel_percent", "battery_percent"}

const localLayout = "2006-01-02T15:04:05.000-07:00"

// cells are a reading in the order of heads; nil is what the device did not say.
func cells(r *history.Reading, zone *time.Location) []any {
	at := time.UnixMilli(r.TimeMs)
	number := func(what uint16, value float64) any {
		if r.Said(what) {
			return value
		}
		return nil
	}
	row := []any{
		at.UTC().Format("2006-01-02T15:04:05.000Z"), at.In(zone).Format(localLayout), number(history.HasPosition, r.Lat), number(history.HasPosition, r.Lng),
		number(history.HasSpeed, r.SpeedKmh), number(history.HasLimit, r.SpeedLimitKmh), number(history.HasHeading, r.HeadingDeg), number(history.HasAltitude, r.AltitudeM), nil,
		number(history.HasOdometer, r.OdometerM), number(history.HasFuel, r.FuelPercent), number(history.HasBattery, r.BatteryPercent),
	}
	if r.Said(history.HasIgnition) {
		row[8] = switched(r.Ignition)
	}
	return row
}

type csvFile struct {
	out  *csv.Writer
	zone *time.Location
}

func newCSV(to io.Writer, zone *time.Location) writer { return &csvFile{csv.NewWriter(to), zone} }

func (f *csvFile) begin(string) error { return f.out.Write(heads) }

func (f *csvFile) add(list []history.Reading) error {
	texts := make([]string, len(heads))
	for i := range list {
		for n, cell := range cells(&list[i], f.zone) {
			switch value := cell.(type) {
			case string:
				texts[n] = value
			case float64:
				texts[n] = strconv.FormatFloat(value, 'f', -1, 64)
			default:
				texts[n] = ""
			}
		}
		if err := f.out.Write(texts); err != nil {
			return err
		}
	}
	f.out.Flush()
	return f.out.Error()
}

func (f *csvFile) end() error { f.out.Flush(); return f.out.Error() }

// sheetRows is how many rows a sheet of XLSX has at most; more go on in another sheet.
const sheetRows = 1_000_000

// xlsxFile is written into a temporary file of its library as it grows, and sent when it is whole: the format has its table of contents at the end of a zip.
type xlsxFile struct {
	to     io.Writer
	zone   *time.Location
	file   *excelize.File
	sheet  *excelize.StreamWriter
	sheets int
	row    int
}

func newXLSX(to io.Writer, zone *time.Location) writer {
	return &xlsxFile{to: to, zone: zone, file: excelize.NewFile()}
}

func (f *xlsxFile) begin(string) error { return f.next() }

// next begins another sheet.
func (f *xlsxFile) next() error {
	if f.sheet != nil {
		if err := f.sheet.Flush(); err != nil {
			return err
		}
	}
	f.sheets++
	name := "Track " + strconv.Itoa(f.sheets)
	if f.sheets == 1 {
		if err := f.file.SetSheetName("Sheet1", name); err != nil {
			return err
		}
	} else if _, err := f.file.NewSheet(name); err != nil {
		return err
	}
	sheet, err := f.file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	f.sheet, f.row = sheet, 1
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	head := make([]any, len(heads))
	for i, text := range heads {
		head[i] = text
	}
	return sheet.SetRow("A1", head)
}

func (f *xlsxFile) add(list []history.Reading) error {
	for i := range list {
		if f.row == sheetRows {
			if err := f.next(); err != nil {
				return err
			}
		}
		f.row++
		if err := f.sheet.SetRow("A"+strconv.Itoa(f.row), cells(&list[i], f.zone)); err != nil {
			return err
		}
	}
	return nil
}

func (f *xlsxFile) end() error {
	if err := f.sheet.Flush(); err != nil {
		return err
	}
	if _, err := f.file.WriteTo(f.to); err != nil {
		return fmt.Errorf("send the workbook: %w", err)
	}
	return f.file.Close()
}
