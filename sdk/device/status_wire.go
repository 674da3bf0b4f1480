package device

import (
	"encoding/json"
	"reflect"

	"outrider.dev/sdk/events"
)

// wireStatus is a status as devices send it, where it differs from what is kept of it.
type wireStatus struct {
	Model      string               `json:"model"`
	Firmware   string               `json:"firmware"`
	Components []wireComponent      `json:"components"`
	Faults     []events.DeviceFault `json:"faults"`
	Network    events.Network       `json:"network"`
	Configs    json.RawMessage      `json:"configs"`
}

type wireComponent struct {
	Type       string        `json:"type"`
	Channels   []wireChannel `json:"channels"`
	DMSChannel int           `json:"dmsChannel"`
}

type wireChannel struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Enabled truth  `json:"enabled"`
}

func (w wireStatus) status() Status {
	s := Status{Model: w.Model, Firmware: w.Firmware, Faults: w.Faults, Network: w.Network, Configs: w.Configs}
	for _, c := range w.Components {
		component := events.Component{Type: c.Type, Channels: make([]events.Channel, len(c.Channels)), DMSChannel: c.DMSChannel}
		for i, channel := range c.Channels {
			component.Channels[i] = events.Channel{ID: channel.ID, Name: channel.Name, Enabled: bool(channel.Enabled)}
		}
		s.Components = append(s.Components, component)
	}
	return s
}

// truth is true or false, also as the texts "true" and "false", which some models send.
type truth bool

// UnmarshalJSON reads a truth. The error is a *json.UnmarshalTypeError, to which the decoder adds the field.
func (t *truth) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case `true`, `"true"`:
		*t = true
	case `false`, `"false"`, `null`:
		*t = false
	default:
		return &json.UnmarshalTypeError{Value: valueName(raw[0]), Type: reflect.TypeFor[bool]()}
	}
	return nil
}

// valueName names a JSON value that is neither true nor false by its first byte.
func valueName(first byte) string {
	switch first {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	default:
		return "number"
	}
}
