package events

import "encoding/json"

// DeviceEvent is something that a device noticed. Subject "device.event". What the device did not send is nil or empty.
type DeviceEvent struct {
	DeviceID      string        `json:"device_id"`
	OrgID         string        `json:"org_id"`
	ReceivedAt    int64         `json:"received_at"` // Unix milliseconds, when the gateway took it
	ID            string        `json:"id"`          // the device's own id of the event: the same id twice is one event
	Type          string        `json:"type"`        // one of device.EventTypes
	Time          int64         `json:"time"`        // Unix milliseconds, by the device's clock
	DurationMs    *int64        `json:"duration_ms,omitempty"`
	Lat           *float64      `json:"lat"` // degrees; nil without a valid position
	Lng           *float64      `json:"lng"` // degrees
	SpeedKmh      *float64      `json:"speed_kmh,omitempty"`
	HeadingDeg    *float64      `json:"heading_deg,omitempty"`
	SpeedLimitKmh *float64      `json:"speed_limit_kmh,omitempty"`
	Labels        []EventLabel  `json:"labels,omitempty"`
	AccelG        *Acceleration `json:"accel_g,omitempty"`
	Pin           int           `json:"pin,omitempty"`     // 1 to 8, of an ioalert
	Channel       int           `json:"channel,omitempty"` // 1 to 8, the camera that saw it
}

// EventLabel is what a device believes that it noticed, and how surely: Probability is 0 to 1.
type EventLabel struct {
	Name        string  `json:"name"` // "harsh_braking"
	Probability float64 `json:"probability"`
}

// Acceleration is the peak in g: X forward, Y to the left, Z up.
type Acceleration struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// DeviceCommand asks a device to do something. Subject "device.command"; the gateway passes ID, Type, ExpiresAt and Data on.
//
// With a version it is a setting: of each type the gateway keeps the newest version for a device, never refuses it, and sends it on every connection
// until the device answers that very version with done or failed. Sending a version again is harmless, also after it was confirmed.
type DeviceCommand struct {
	ID        string          `json:"id"` // unique; the device's replies carry it
	DeviceID  string          `json:"device_id"`
	OrgID     string          `json:"org_id"`
	Type      string          `json:"type"`              // "recording_times"
	ExpiresAt int64           `json:"expires_at"`        // Unix milliseconds; afterwards it is not delivered any more. Of a setting: 0
	Version   int64           `json:"version,omitempty"` // of a setting, growing; 0: this is no setting
	Data      json.RawMessage `json:"data,omitempty"`
}

// DeviceReply is a device's answer to a command. Subject "device.reply".
type DeviceReply struct {
	DeviceID   string          `json:"device_id"`
	OrgID      string          `json:"org_id"`
	ReceivedAt int64           `json:"received_at"` // Unix milliseconds
	ID         string          `json:"id"`          // of the command
	Status     string          `json:"status"`      // accepted, progress, done or failed; of the gateway: delivered (a setting) or refused (too much waits for the device)
	Text       string          `json:"text,omitempty"`
	Progress   *float64        `json:"progress,omitempty"` // percent
	Data       json.RawMessage `json:"data,omitempty"`
}
