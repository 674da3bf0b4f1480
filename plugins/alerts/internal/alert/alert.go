// Package alert is what an alert is: its kinds and types, how grave it is, and the id that makes the same event one alert.
package alert

import (
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/google/uuid"
)

// The kinds of alerts: each has a list of its own, and an entry in the drawer with its own count.
const (
	Driving  = "driving"
	Speeding = "speeding"
	Geofence = "geofence"
)

// Types are the plugin's own alert types: what devices notice, and what it finds out itself. Those of other plugins are in their manifests: see Contributed.
var Types = []string{
	"collision", "imualert", "speedingalert", "dmsdistractionalert",
	"dmsocclusionalert", "dmsfatiguealert", "dmssmokingalert", "dmsmobileuseagealert", "adas_ldw_alert", "adas_fcw_alert", "adas_fpw_alert",
	"adas_pcw_alert", "low_speed_potential_impact", "ioalert", "DisabledAlert",
}

// Qualities are how a person may judge the driving of an alert.
var Qualities = []string{"none", "goodDriving", "misdemeanour", "badDriving", "nonevent"}

// KindOf is the kind that one of Types belongs to. Everything but speeding is about driving.
func KindOf(alertType string) string {
	if alertType == "speedingalert" {
		return Speeding
	}
	return Driving
}

// Severities: how grave an alert is.
const (
	Plain    = 0 // nobody is in danger: an input was switched
	Moderate = 1
	Harsh    = 2 // excessive, where it is about speed
	Severe   = 3
)

// Alert is something that happened. Times are Unix milliseconds, speeds km/h; what is not known is nil or empty.
type Alert struct {
	ID               string
	Kind             string
	AlertType        string
	AlertSubtype     string
	PredictionLabel  string
	Predictions      json.RawMessage // [{"name", "probability"}], the surest first
	Severity         int
	Pin              int
	Channel          int
	DeviceID         string
	VehicleID        string // empty: the device was on none
	EventMs          int64
	DurationMs       *int64
	Lat, Lng         *float64
	Zone             string // IANA name; empty while it is not known
	Address          string
	Placed           bool // zone and address were asked for and answered
	SpeedKmh         *float64
	HeadingDeg       *float64
	SpeedLimitKmh    *float64
	AccelG           json.RawMessage
	Details          json.RawMessage // an object: what only alerts of this type have
	Shape            json.RawMessage // of what it is about, when it is taken in; kept apart, since it may be long
	IsRead           bool
	Archived         bool
	Quality          string
	Flagged          bool
	FlagComment      string
	FilesetRequestID string
	EvidenceStatus   string // empty: nobody asked for any
	EvidenceProgress int    // percent
	ReceivedMs       int64
	DeviceMs         int64 // the event's time by the device's clock, where that is ahead of what EventMs says; 0: it is the same. Not kept: see Details
	// Of the alert's time, as it is known now; empty for nobody; set when read.
	DriverID, DriverName string
	// Of the vehicle as it is now; set when read.
	VehicleName string
	GroupPath   string
	PinName     string // empty: nobody has named the input
	// Emails are mailed besides those that lists and rules name, and Withdrawn says that it was none; both are said by the plugin that raises it.
	Emails    []string `gorm:"-"`
	Withdrawn bool     `gorm:"-"`
	// Declared is what another plugin's manifest says of the type; nil for the plugin's own types, and while it is not known. Set when taken in and when read.
	Declared *Type `gorm:"-"`
}

// Input is what the input of an alert is called; empty for an alert of no input.
func (a Alert) Input() string {
	if a.Pin == 0 {
		return ""
	}
	return cmp.Or(a.PinName, NameOfPin(a.Pin))
}

// NameOfPin is what an input is called that nobody has named.
func NameOfPin(pin int) string { return "Input " + strconv.Itoa(pin) }

// space is the namespace of the ids of alerts.
var space = uuid.MustParse("5b0d3f9e-6f0c-5d7e-9a43-2b1f6f6f7a11")

// IDOfEvent is the id of the alert of a device's event: the same event, sent twice or over two connections, is one alert.
func IDOfEvent(orgID, deviceID, eventID string) string {
	return uuid.NewSHA1(space, []byte(orgID+"\x00"+deviceID+"\x00"+eventID)).String()
}

// IDOfRule is the id of an alert that the server raised: of a rule, a device and when it began in Unix milliseconds.
func IDOfRule(orgID, rule, deviceID string, startMs int64) string {
	return uuid.NewSHA1(space, []byte(orgID+"\x00"+deviceID+"\x00\x00"+rule+"\x00"+strconv.FormatInt(startMs, 10))).String()
}
