// Package device is the camera recorders of a fleet, the vehicles that they are or were fitted to, and the faults that they report.
package device

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// What a store answers when the database refuses a change; a device that is not there, or not in scope, is store.ErrNoRow.
var (
	ErrTaken  = fault.New(fault.Conflict, "This device id is in use.")
	ErrFitted = fault.New(fault.Conflict, "This device was fitted to a vehicle after that time.")
)

// Device is a camera recorder. Its key is shown once, when it is made; only the digest is kept.
type Device struct {
	ID         string
	Model      string
	KeySHA256  string // lower-case hex
	Disabled   bool
	VehicleID  string // empty: fitted to none
	IsDefault  bool
	Firmware   string
	Components []events.Component
	Faults     []events.DeviceFault
	Configs    json.RawMessage // as the device sent it; "{}" when it never did
	StatusMs   int64           // Unix milliseconds of the newest status; 0: never
}

var deviceID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// ValidateID returns an Invalid fault unless id can be the user name and a topic level of MQTT.
func ValidateID(id string) error {
	if id == "" {
		return fault.InvalidFields("Please check the device's details.",
			fault.Field{Location: "body.device_id", Message: "This field is required."})
	}
	if !deviceID.MatchString(id) {
		return fault.InvalidFields("Please check the device's details.",
			fault.Field{Location: "body.device_id", Message: "This field must be 1 to 64 letters, digits, hyphens or underscores."})
	}
	return nil
}

// NewKey makes a device key of 256 random bits, in hex.
func NewKey() string {
	var b [32]byte
	rand.Read(b[:]) // never fails: it would end the process
	return hex.EncodeToString(b[:])
}

// KeyDigest is what is kept of a device key: the lower-case hex of its SHA-256.
func KeyDigest(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// DefaultChannels is how many cameras a device is taken to have before it said so itself.
const DefaultChannels = 4

// Channels are the cameras of a device: those of its camera component, or CH1 to CH4 while it has not told.
func Channels(components []events.Component) []events.Channel {
	for _, c := range components {
		if c.Type == "camera" && len(c.Channels) > 0 {
			return c.Channels
		}
	}
	channels := make([]events.Channel, DefaultChannels)
	for i := range channels {
		channels[i] = events.Channel{ID: i + 1, Name: fmt.Sprintf("CH%d", i+1), Enabled: true}
	}
	return channels
}

// FaultTypes are the types of faults: those that a device reports, and that of its clock, which is measured.
var FaultTypes = []string{"storage", "camera", "gps", "status", "recording", "network", FaultClock}

// FaultClock is the type of the fault of a device whose clock is ahead.
const FaultClock = "clock"

// ClockFault is the fault of a clock that is so many milliseconds ahead.
func ClockFault(skewMs int64) events.DeviceFault {
	ahead := (time.Duration(skewMs) * time.Millisecond).Round(time.Second)
	return events.DeviceFault{Type: FaultClock, Status: "error", Text: "The clock is " + ahead.String() + " ahead", Context: events.FaultContext{SkewMs: skewMs}}
}
