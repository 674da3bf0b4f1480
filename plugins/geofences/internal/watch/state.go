// Package watch decides what a vehicle does about geofences: a pure function of its positions in the order of their time. What comes in another order is
// folded again from a state of before, so that the end is the same.
//
// A vehicle is inside from the first of two consecutive positions within the fence, and has left with the first of two outside; a single one on the other
// side of the border is taken for the receiver's error, unless the way between positions leads clean through.
package watch

import (
	fastjson "github.com/goccy/go-json"
	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/events"
)

const (
	// gapMs is a silence across which nobody knows the way.
	gapMs = 5 * 60_000
	// offlineMs is a silence after which a visit is taken to have ended when the vehicle was last heard of inside.
	offlineMs = 10 * 60_000
	// leastStepM and leastChordM are how far apart positions have to be, and how much of the way between them within the fence, to drive clean through.
	leastStepM  = 50
	leastChordM = 10
	// minuteMs is how often a visit that goes on is told anew, with the way and the speed of now.
	minuteMs = 60_000
	// standsKmh is the speed below which a vehicle stands.
	standsKmh = 5
)

// Fix is a valid position of a vehicle.
type Fix struct {
	TimeMs   int64       `json:"t"`
	At       shape.Point `json:"p"`
	SpeedKmh *float64    `json:"v,omitempty"`
	Ignition *bool       `json:"i,omitempty"`
}

// FixOf is the fix of a sample; false for one without a position.
func FixOf(s events.Sample) (Fix, bool) {
	if s.Lat == nil || s.Lng == nil {
		return Fix{}, false
	}
	return Fix{TimeMs: s.Time, At: shape.Point{Lat: *s.Lat, Lng: *s.Lng}, SpeedKmh: s.SpeedKmh, Ignition: s.Ignition}, true
}

// The triggers of events.
const (
	Enter      = "enter"
	Leave      = "leave"
	SpeedAbove = "speed_above"
	SpeedBelow = "speed_below"
	ParkInside = "park_inside"
)

// Why a visit ended.
const (
	EndedLeft    = "left"    // the vehicle left
	EndedFence   = "fence"   // the geofence was disabled, deleted or redrawn
	EndedVehicle = "vehicle" // the geofence does not watch the vehicle any more
)

// Event is what a visit raised. EndMs is 0 for what does not last, or goes on.
type Event struct {
	Trigger   string      `json:"trigger"`
	AtMs      int64       `json:"at_ms"`
	EndMs     int64       `json:"end_ms,omitempty"`
	At        shape.Point `json:"at"`
	SpeedKmh  *float64    `json:"speed_kmh,omitempty"` // of what lasts, the most or, below, the least
	Threshold float64     `json:"threshold,omitempty"` // km/h, or seconds of parking
}

// Visit is a stay within a geofence.
type Visit struct {
	ID          string      `json:"id"`
	FenceID     string      `json:"fence"`
	DefinedMs   int64       `json:"defined_ms"` // which definition it began with
	ArrivalMs   int64       `json:"arrival_ms"`
	Arrival     shape.Point `json:"arrival"`
	DepartureMs int64       `json:"departure_ms,omitempty"` // 0: inside
	Ended       string      `json:"ended,omitempty"`
	Found       bool        `json:"found,omitempty"`   // it was inside when it was first looked at: nobody saw it arrive
	Through     bool        `json:"through,omitempty"` // it drove through between two positions
	DistanceM   float64     `json:"distance_m,omitempty"`
	TopKmh      *float64    `json:"top_kmh,omitempty"`
	LastMs      int64       `json:"last_ms"` // the last position inside
	Events      []Event     `json:"events,omitempty"`
}

// namespace makes ids of visits.
var namespace = uuid.MustParse("6f1d5f0a-6d2c-4f0e-9c0a-3c1f2f8b7c55")

// idOf is the id of a visit, the same whenever it is found.
func idOf(vehicleID, fenceID string, arrivalMs int64) string {
	name := vehicleID + "\x00" + fenceID + "\x00"
	for shift := range 8 {
		name += string(byte(arrivalMs >> (8 * shift) & 0xff))
	}
	return uuid.NewSHA1(namespace, []byte(name)).String()
}

// spell is how long something goes on: two samples begin it, two end it.
type spell struct {
	Count int         `json:"n,omitempty"` // consecutive samples that fit
	Since int64       `json:"s,omitempty"`
	At    shape.Point `json:"p,omitzero"`
	Most  float64     `json:"m,omitempty"`
	Off   int         `json:"o,omitempty"` // consecutive samples that do not
	OffMs int64       `json:"f,omitempty"`
	Event int         `json:"e,omitempty"` // its place among the visit's events, from 1; 0: not raised
	Done  bool        `json:"d,omitempty"` // once a visit
}

// stay is what is known of a vehicle at a geofence that it is in, or may be.
type stay struct {
	Rev    int    `json:"rev"`             // of the shape
	Inside bool   `json:"in,omitempty"`    // two positions said so
	Other  *Fix   `json:"other,omitempty"` // the one position on the other side, when there is one
	Before *Fix   `json:"before,omitempty"`
	Last   *Fix   `json:"last,omitempty"` // the last inside
	Visit  *Visit `json:"visit"`

	Above  spell `json:"above,omitzero"`
	Below  spell `json:"below,omitzero"`
	Parked spell `json:"parked,omitzero"`
}

// State is a vehicle between two positions. The zero value is one of which nothing was heard.
type State struct {
	Last  *Fix             `json:"last,omitempty"`
	Path  string           `json:"path,omitempty"` // of its group, at the last position
	Stays map[string]*stay `json:"stays,omitempty"`
}

// JSON is what json.Marshal makes of the state. It is made for each position, and the faster encoder takes a third of the time.
func (s *State) JSON() ([]byte, error) { return fastjson.Marshal(s) }

// Open are the visits that go on.
func (s *State) Open() (list []*Visit) {
	for _, one := range s.Stays {
		if one.Inside {
			list = append(list, one.Visit)
		}
	}
	return list
}

// Adopt gives visits that go on the ids under which they are kept already.
func (s *State) Adopt(ids map[string]string) {
	for _, one := range s.Stays {
		if id, known := ids[one.Visit.ID]; known {
			one.Visit.ID = id
		}
	}
}

// DueMs is when a vehicle that stays where it is raises the next parking event; 0 for never.
func (s *State) DueMs(book Fences) (due int64) {
	for id, one := range s.Stays {
		if !one.Inside || one.Parked.Since == 0 || one.Parked.Event > 0 || one.Parked.Done {
			continue
		}
		f := book.Of(id, s.Last.TimeMs)
		if f == nil || f.Triggers.ParkInsideS == nil {
			continue
		}
		if at := one.Parked.Since + int64(*f.Triggers.ParkInsideS)*1000; due == 0 || at < due {
			due = at
		}
	}
	return due
}

// Fences are the geofences of an organisation, as they were at any time that is asked about.
type Fences interface {
	// At calls found with each geofence that holds a place at a time.
	At(atMs int64, place shape.Point, found func(*Fence))
	// Along calls found, once, with each that a way may cross at a time.
	Along(atMs int64, from, to shape.Point, found func(*Fence))
	// Of is a geofence as it was at a time; nil if it was not there.
	Of(id string, atMs int64) *Fence
}

// Fence is a definition that is ready to be asked.
type Fence struct {
	fence.Definition
	Area  *shape.Area
	Clock *fence.Clock
}
