// Package events carries what happened between plugins: typed envelopes on NATS JetStream, written through the outbox and read by
// durable consumers.
package events

import (
	"encoding/json"
	"time"
)

// Event is the envelope of everything that travels. ID is unique; a consumer that saw it does nothing the second time.
type Event[T any] struct {
	ID      string    `json:"id"`
	Type    string    `json:"type"` // the subject as a manifest names it, "event.vehicles.device" or "telemetry"
	Version int       `json:"version"`
	OrgID   string    `json:"org_id"`
	At      time.Time `json:"at"`
	Data    T         `json:"data"`
	// Sequence is the event's place in its stream; set on delivery, never sent.
	Sequence uint64 `json:"-"`
}

// Telemetry is one message of samples from one device, in the order in which the device sent them. Subject "telemetry".
type Telemetry struct {
	DeviceID   string   `json:"device_id"`
	OrgID      string   `json:"org_id"`
	ReceivedAt int64    `json:"received_at"` // Unix milliseconds, when the gateway took it
	Samples    []Sample `json:"samples"`
}

// Sample is one reading of a device. What the device did not send is nil; a sample without a valid position has no Lat and Lng.
type Sample struct {
	Time           int64    `json:"time"` // Unix milliseconds, by the device's clock
	Lat            *float64 `json:"lat"`  // degrees
	Lng            *float64 `json:"lng"`  // degrees
	GPSValid       bool     `json:"gps_valid"`
	SpeedKmh       *float64 `json:"speed_kmh,omitempty"`
	HeadingDeg     *float64 `json:"heading_deg,omitempty"`
	AltitudeM      *float64 `json:"altitude_m,omitempty"`
	Ignition       *bool    `json:"ignition,omitempty"`
	SpeedLimitKmh  *float64 `json:"speed_limit_kmh,omitempty"`
	OdometerM      *float64 `json:"odometer_m,omitempty"`
	Signal         *int     `json:"signal,omitempty"` // 0 to 5
	FuelPercent    *float64 `json:"fuel_percent,omitempty"`
	BatteryPercent *float64 `json:"battery_percent,omitempty"`
	CAN            *CAN     `json:"can,omitempty"` // nil: it said nothing of it
}

// DeviceStatus is what a device says about itself, the last one retained. Subject "device.status".
type DeviceStatus struct {
	DeviceID   string          `json:"device_id"`
	OrgID      string          `json:"org_id"`
	ReceivedAt int64           `json:"received_at"` // Unix milliseconds
	Model      string          `json:"model"`
	Firmware   string          `json:"firmware"`
	Components []Component     `json:"components"`
	Faults     []DeviceFault   `json:"faults"`
	Network    Network         `json:"network"`
	Configs    json.RawMessage `json:"configs,omitempty"` // as the device sent it
}

// Component is a part of a device; cameras have channels.
type Component struct {
	Type       string    `json:"type"` // "camera"
	Channels   []Channel `json:"channels"`
	DMSChannel int       `json:"dmsChannel,omitempty"` // the channel that watches the driver; 0: none
}

// Channel is one camera of a device, 1 to 8.
type Channel struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
}

// DeviceFault is something that a device reports as broken. Type is storage, camera, gps, status, recording or network.
type DeviceFault struct {
	Type    string       `json:"type"`
	Status  string       `json:"status"`
	Text    string       `json:"text"`
	Context FaultContext `json:"context"`
}

// FaultContext says what the fault is about: a storage medium and its id, a channel, or by how many milliseconds a clock is ahead.
type FaultContext struct {
	Medium  string `json:"medium,omitempty"`
	ID      string `json:"id,omitempty"`
	Channel int    `json:"channel,omitempty"`
	SkewMs  int64  `json:"skew_ms,omitempty"`
}

// Network is how a device is connected; Signal is 0 to 5.
type Network struct {
	Type   string `json:"type"`
	Signal int    `json:"signal"`
}

// DeviceConnection says that a device came or went. Subject "device.connection".
type DeviceConnection struct {
	DeviceID  string `json:"device_id"`
	OrgID     string `json:"org_id"`
	Connected bool   `json:"connected"`
	At        int64  `json:"at"`               // Unix milliseconds
	Reason    string `json:"reason,omitempty"` // why it went
}
