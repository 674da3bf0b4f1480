package view

import (
	"encoding/json"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/raised"
)

// About is what an alert is about besides its vehicle, by the name that it had then.
type About struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Raised is what only alerts have that another plugin raised.
type Raised struct {
	Plugin string         `json:"plugin" doc:"Whose alert type it is"`
	About  *About         `json:"about,omitempty" doc:"What it is about besides the vehicle: a geofence"`
	Values map[string]any `json:"values,omitempty" doc:"What the type declares, by key: times in RFC 3339, speeds in km/h, distances in metres, durations in seconds"`
	Begun  string         `json:"start_time,omitempty" doc:"Of what lasts"`
	Ended  string         `json:"end_time,omitempty"`
	// Withdrawn says that it was none.
	Withdrawn bool            `json:"withdrawn,omitempty" doc:"What came late shows that it was none"`
	Shape     json.RawMessage `json:"shape,omitempty" doc:"In the answer of one alert, where what it is about was: {type: circle, center: {lat, lng}, radius_m} or {type: polygon, points: [{lat, lng}]}"`
	Fields
}

// Fields are those of the catalogue of calls that are values of alerts: a value of such a key is answered here, too.
type Fields struct {
	GeofenceID     string   `json:"geofence_id,omitempty"`
	EntryExit      string   `json:"entry_exit_indicator,omitempty" doc:"boundary_in or boundary_out"`
	OverUnder      string   `json:"over_under_indicator,omitempty" doc:"over or under"`
	ParkingStart   string   `json:"parking_start_time,omitempty"`
	ParkingEnd     string   `json:"parking_end_time,omitempty"`
	SpeedStart     string   `json:"speed_start_time,omitempty"`
	SpeedEnd       string   `json:"speed_end_time,omitempty"`
	SpeedThreshold *float64 `json:"speed_threshold,omitempty"`
}

// raisedOf is what the details of an alert say; nil for an alert of this plugin.
func raisedOf(a alert.Alert) *Raised {
	var d raised.Details
	if json.Unmarshal(a.Details, &d) != nil || d.Plugin == "" { // written by this plugin
		return nil
	}
	r := &Raised{Plugin: d.Plugin, Values: d.Values, Begun: utc(d.StartMs), Ended: utc(d.EndMs), Withdrawn: d.Withdrawn, Fields: fieldsOf(d.Values)}
	if d.About != nil {
		r.About = &About{d.About.ID, d.About.Name}
	}
	return r
}

// fieldsOf picks the values that are fields of the catalogue.
func fieldsOf(values map[string]any) Fields {
	text := func(key string) string {
		value, _ := values[key].(string)
		return value
	}
	f := Fields{
		GeofenceID: text("geofence_id"), EntryExit: text("entry_exit_indicator"), OverUnder: text("over_under_indicator"), ParkingStart: text("parking_start_time"),
		ParkingEnd: text("parking_end_time"), SpeedStart: text("speed_start_time"), SpeedEnd: text("speed_end_time"),
	}
	if threshold, ok := values["speed_threshold"].(float64); ok {
		f.SpeedThreshold = &threshold
	}
	return f
}

// utc is a time in Unix milliseconds; empty for none.
func utc(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}
