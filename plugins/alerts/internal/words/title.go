package words

import (
	"encoding/json"
	"math"
	"strconv"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fleet"
)

// Title is what an alert is called.
func (w Words) Title(a alert.Alert) string {
	name := w.Type[a.AlertType]
	if a.Declared != nil {
		name = a.Declared.Title.In(w.language)
	}
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

// About is the name of what an alert of another plugin is about besides its vehicle, and what such a thing is called; empty where there is none.
func (w Words) About(a alert.Alert) (label, name string) {
	if a.Declared == nil {
		return "", ""
	}
	var d struct {
		About struct {
			Name string `json:"name"`
		} `json:"about"`
	}
	if json.Unmarshal(a.Details, &d) != nil { // written by this plugin
		return "", ""
	}
	return a.Declared.About.In(w.language), d.About.Name
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
	if t := a.Declared; t != nil {
		if label := t.About.In(w.language); label != "" && facts.About != "" {
			known[label] = facts.About
		}
		for _, field := range t.Values {
			if value := w.value(r, field, facts.Values[field.Key], a.Zone); value != "" {
				known[field.Label.In(w.language)] = value
			}
		}
	}
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

// Facts are what an alert's details say; Start and End are times of the place, Values are of an alert that another plugin raised.
type Facts struct {
	About, Start, End string
	Values            map[string]any
}

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
