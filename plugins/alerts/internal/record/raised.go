package record

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/raised"
)

// About is what an alert is about besides its vehicle, by the name that it had then.
type About struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Raised is what only alerts have that another plugin raised. Each value of the alert is a field of the record as well, by its key, unless the record has one of that name.
type Raised struct {
	Plugin string          `json:"plugin" doc:"Whose alert type it is"`
	About  *About          `json:"about,omitempty" doc:"What it is about besides the vehicle: a geofence"`
	Values map[string]any  `json:"values,omitempty" doc:"What the type declares, by key: times in RFC 3339, speeds in km/h, distances in metres, durations in seconds"`
	Begun  string          `json:"start_time,omitempty" doc:"Of what lasts"`
	Ended  string          `json:"end_time,omitempty"`
	Shape  json.RawMessage `json:"shape,omitempty" doc:"In the answer of one alert, where what it is about was: {type: circle, center: {lat, lng}, radius_m} or {type: polygon, points: [{lat, lng}]}"`
}

// raisedOf is what the details of an alert say; nil for an alert of this plugin.
func raisedOf(a alert.Alert) *Raised {
	var d raised.Details
	if json.Unmarshal(a.Details, &d) != nil || d.Plugin == "" { // written by this plugin
		return nil
	}
	r := &Raised{Plugin: d.Plugin, Values: d.Values, Begun: utc(d.StartMs), Ended: utc(d.EndMs)}
	if d.About != nil {
		r.About = &About{d.About.ID, d.About.Name}
	}
	return r
}

// fields is an alert without its method, so that it can be written.
type fields Alert

// MarshalJSON writes the record, and the values of one that another plugin raised beside its own fields.
func (a Alert) MarshalJSON() ([]byte, error) { return a.With(nil) }

// With writes the record with fields of a push before its own.
func (a Alert) With(head map[string]any) ([]byte, error) {
	body, err := written(fields(a))
	if err != nil {
		return nil, err
	}
	more := map[string]any{}
	if a.Raised != nil && len(a.Values) > 0 {
		var own map[string]json.RawMessage
		if err := json.Unmarshal(body, &own); err != nil {
			return nil, err
		}
		for key, value := range a.Values {
			if _, taken := own[key]; !taken {
				more[key] = value
			}
		}
	}
	maps.Copy(more, head)
	if len(more) == 0 {
		return body, nil
	}
	begin, err := written(more)
	if err != nil {
		return nil, err
	}
	return slices.Concat(begin[:len(begin)-1], []byte(","), body[1:]), nil
}

// written is JSON without escapes of HTML: whoever writes the whole decides about those.
func written(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// utc is a time in Unix milliseconds; empty for none.
func utc(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}
