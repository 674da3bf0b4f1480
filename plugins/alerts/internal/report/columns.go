package report

import (
	"math"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
	"outrider.dev/sdk/fleet"
)

// column is one of the table: the key of its head in the catalogue, and what stands below it; nil is an empty cell.
type column struct {
	key   string
	width float64 // in a sheet, in characters
	value func(said alerttext.Catalogue, r alerttext.Reader, a alert.Alert) any
}

var columns = []column{
	{"event_time_local", 20, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return clock(a) }},
	{"zone", 16, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.Zone }},
	{"event_time_utc", 20, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any {
		return time.UnixMilli(a.EventMs).UTC()
	}},
	{"vehicle_name", 18, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.VehicleName }},
	{"driver", 20, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.DriverName }},
	{"alert_type", 24, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.TypeOf(a) }},
	{"label", 28, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.Title(a) }},
	{"severity", 14, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.SeverityOf(a) }},
	{"pin", 14, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.Input(a) }},
	{"location", 36, func(_ alerttext.Catalogue, r alerttext.Reader, a alert.Alert) any { return place(r, a) }},
	{"latitude", 12, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return number(a.Lat, 6) }},
	{"longitude", 12, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return number(a.Lng, 6) }},
	{"speed", 12, func(_ alerttext.Catalogue, r alerttext.Reader, a alert.Alert) any { return speed(a.SpeedKmh, r.Units) }},
	{"limit", 12, func(_ alerttext.Catalogue, r alerttext.Reader, a alert.Alert) any {
		return speed(a.SpeedLimitKmh, r.Units)
	}},
	{"quality", 16, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.Rating[a.Quality] }},
	{"read", 10, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.YesNo(a.IsRead) }},
	{"archived", 10, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.YesNo(a.Archived) }},
	{"flagged", 10, func(said alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return said.YesNo(a.Flagged) }},
	{"comment", 36, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.FlagComment }},
	{"alert_id", 38, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.ID }},
	{"vehicle_id", 38, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.VehicleID }},
	{"device_id", 24, func(_ alerttext.Catalogue, _ alerttext.Reader, a alert.Alert) any { return a.DeviceID }},
}

// head is the first line.
func head(said alerttext.Catalogue, r alerttext.Reader) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = strings.ReplaceAll(said.Column[c.key], "{unit}", r.SpeedUnit())
	}
	return names
}

// clock is an alert's time by the clocks at its place.
func clock(a alert.Alert) time.Time {
	where, err := time.LoadLocation(a.Zone)
	if err != nil {
		where = time.UTC
	}
	return time.UnixMilli(a.EventMs).In(where)
}

func place(r alerttext.Reader, a alert.Alert) string {
	if a.Address == "" {
		return fleet.PlaceIn(r.Language, fleet.PlaceNotKnown)
	}
	return fleet.PlaceIn(r.Language, a.Address)
}

func speed(kmh *float64, units fleet.Units) any {
	if kmh == nil {
		return nil
	}
	converted := units.Speed(*kmh)
	return number(&converted, 1)
}

func number(value *float64, digits int) any {
	if value == nil {
		return nil
	}
	scale := math.Pow(10, float64(digits))
	return math.Round(*value*scale) / scale
}
