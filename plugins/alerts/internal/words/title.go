package words

import (
	"math"
	"strconv"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fleet"
)

// Title is what an alert is called.
func (w Words) Title(a alert.Alert) string {
	name := w.Type[a.AlertType]
	if label := w.Label[a.PredictionLabel]; label != "" && a.AlertType == "imualert" {
		name = label
	}
	if a.AlertType == "ioalert" {
		name += ": " + a.Input()
	}
	if name == "" {
		name = a.AlertType
	}
	return name
}

// Speed is a speed in the reader's units, "56 km/h"; empty for one that is not known.
func (r Reader) Speed(kmh *float64) string {
	if kmh == nil {
		return ""
	}
	unit := "km/h"
	if r.Units != fleet.Metric {
		unit = "mph"
	}
	return strconv.Itoa(int(math.Round(r.Units.Speed(*kmh)))) + " " + unit
}

// Information is what is known of an alert, by label: what an operator reads beside its pictures. Times are those of the place.
func (w Words) Information(r Reader, a alert.Alert, facts Facts) map[string]string {
	known := map[string]string{}
	add := func(name, value string) {
		if value != "" {
			known[w.Info[name]] = value
		}
	}
	add("location", a.Address)
	add("driver", a.DriverName)
	add("input", a.Input())
	add("geofence", facts.Geofence)
	add("crossing", w.Value[facts.Crossing])
	add("start", facts.Start)
	add("end", facts.End)
	if a.DurationMs != nil {
		add("duration", clock(*a.DurationMs/1000))
	}
	add("speed", r.Speed(a.SpeedKmh))
	if limit := "limit"; a.SpeedLimitKmh != nil {
		if a.Kind == alert.Geofence {
			limit = "threshold"
		}
		add(limit, r.Speed(a.SpeedLimitKmh))
		if a.SpeedKmh != nil && *a.SpeedKmh > *a.SpeedLimitKmh {
			over := *a.SpeedKmh - *a.SpeedLimitKmh
			add("overspeed", r.Speed(&over))
		}
	}
	return known
}

// Facts are what an alert's details say, with times of the place.
type Facts struct{ Geofence, Crossing, Start, End string }

// clock writes seconds as hours, minutes and seconds: 0:01:05.
func clock(seconds int64) string {
	two := func(n int64) string {
		if n < 10 {
			return "0" + strconv.FormatInt(n, 10)
		}
		return strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(seconds/3600, 10) + ":" + two(seconds/60%60) + ":" + two(seconds%60)
}
