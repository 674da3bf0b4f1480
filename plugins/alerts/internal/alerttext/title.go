package alerttext

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

// Title is what an alert is called.
func (w Catalogue) Title(a alert.Alert) string {
	name := w.TypeOf(a)
	if label := w.Label[a.PredictionLabel]; label != "" && a.AlertType == "imualert" {
		name = label
	}
	if a.AlertType == "ioalert" {
		name += ": " + w.Input(a)
	}
	return name
}

// TypeOf is what the type of an alert is called.
func (w Catalogue) TypeOf(a alert.Alert) string {
	if a.Declared != nil {
		return a.Declared.Title.In(w.language)
	}
	return cmp.Or(w.Type[a.AlertType], a.AlertType)
}

// SeverityOf is what the severity of an alert is called.
func (w Catalogue) SeverityOf(a alert.Alert) string {
	if a.Kind == alert.Speeding {
		return w.Speeding[strconv.Itoa(a.Severity)]
	}
	return w.Severity[strconv.Itoa(a.Severity)]
}

// Input is what the input of an alert is called; empty for an alert of no input.
func (w Catalogue) Input(a alert.Alert) string {
	if a.Pin == 0 || a.PinName != "" {
		return a.PinName
	}
	return w.Info["input"] + " " + strconv.Itoa(a.Pin)
}

// YesNo says a truth.
func (w Catalogue) YesNo(is bool) string {
	if is {
		return w.Value["yes"]
	}
	return w.Value["no"]
}

// About is the name of what an alert of another plugin is about besides its vehicle, and what such a thing is called; empty where there is none.
func (w Catalogue) About(a alert.Alert) (label, name string) {
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
	return strconv.Itoa(int(math.Round(r.Units.Speed(*kmh)))) + " " + r.SpeedUnit()
}

// SpeedUnit is the unit in which the reader reads speeds.
func (r Reader) SpeedUnit() string {
	if r.Units != fleet.Metric {
		return "mph"
	}
	return "km/h"
}

// Information is what is known of an alert, by label: what an operator reads beside its pictures. Times are those of the place.
func (w Catalogue) Information(r Reader, a alert.Alert, facts Facts) map[string]string {
	known := map[string]string{}
	add := func(name, value string) {
		if value != "" {
			known[w.Info[name]] = value
		}
	}
	add("location", fleet.PlaceIn(r.Language, a.Address))
	add("driver", a.DriverName)
	add("input", w.Input(a))
	if t := a.Declared; t != nil {
		if label := t.About.In(w.language); label != "" && facts.About != "" {
			known[label] = facts.About
		}
		for _, v := range w.values(r, t.Values, facts.Values, a.Zone) {
			known[v.Label] = v.Text
		}
	}
	add("start", facts.Start)
	add("end", facts.End)
	add("duration", w.Duration(a))
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

// Value is what an alert says of something that its type declares.
type Value struct{ Label, Text string }

// Values are what an alert of another plugin says, in the order that its type declares, times by the reader's clock. Ids say nothing to a reader.
func (w Catalogue) Values(r Reader, a alert.Alert) []Value {
	var d struct {
		Values map[string]any `json:"values"`
	}
	if a.Declared == nil || json.Unmarshal(a.Details, &d) != nil { // written by this plugin
		return nil
	}
	isID := func(f manifest.Field) bool { return strings.HasSuffix(f.Key, "_id") }
	return w.values(r, slices.DeleteFunc(slices.Clone(a.Declared.Values), isID), d.Values, r.Zone)
}

func (w Catalogue) values(r Reader, fields []manifest.Field, said map[string]any, zone string) (list []Value) {
	for _, f := range fields {
		if text := w.value(r, f, said[f.Key], zone); text != "" {
			list = append(list, Value{f.Label.In(w.language), text})
		}
	}
	return list
}

// Duration is how long an alert lasted, as 0:01:05; empty where that is not known.
func (w Catalogue) Duration(a alert.Alert) string {
	if a.DurationMs == nil {
		return ""
	}
	return clock(*a.DurationMs / 1000)
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
