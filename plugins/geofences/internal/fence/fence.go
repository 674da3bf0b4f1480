// Package fence is geofences: what one is (fence.go, period.go, validate.go), what can be done with them (api*.go), and how they are kept (store*.go). Each
// change is kept with its time: what a vehicle did is judged by the fence as it was then.
package fence

import (
	"slices"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// The alert types that geofences raise, which e-mail lists name.
const (
	BoundaryAlert = "boundary_geo_alert"
	SpeedingAlert = "speeding_geo_alert"
	ParkingAlert  = "parking_geo_alert"
)

// AlertTypes are all of them.
var AlertTypes = []string{BoundaryAlert, SpeedingAlert, ParkingAlert}

// Triggers are what raises events.
type Triggers struct {
	Enter         bool     `json:"enter" required:"false"`
	Leave         bool     `json:"leave" required:"false"`
	SpeedAboveKmh *float64 `json:"speed_above_kmh,omitempty" required:"false" minimum:"1" maximum:"300" doc:"Faster than this inside"`
	SpeedBelowKmh *float64 `json:"speed_below_kmh,omitempty" required:"false" minimum:"1" maximum:"300" doc:"Slower than this inside, with the ignition on"`
	ParkInsideS   *int     `json:"park_inside_s,omitempty" required:"false" minimum:"60" maximum:"2592000" doc:"Parked inside for so many seconds"`
}

// None reports whether nothing raises an event.
func (t Triggers) None() bool {
	return !t.Enter && !t.Leave && t.SpeedAboveKmh == nil && t.SpeedBelowKmh == nil && t.ParkInsideS == nil
}

// Association says which vehicles a geofence watches.
type Association struct {
	All        bool     `json:"all_vehicles"`
	VehicleIDs []string `json:"vehicle_ids" nullable:"false"`
	GroupIDs   []string `json:"group_ids" nullable:"false"`
}

// Definition is what decides what a geofence raises, as it was from a time on. FromMs and ToMs are Unix milliseconds; ToMs is 0 while it is so.
type Definition struct {
	ID       string              `json:"id"`
	Name     string              `json:"name"`
	Colour   string              `json:"colour"`
	Shape    shape.Shape         `json:"shape"`
	ShapeRev int                 `json:"shape_rev"`
	Triggers Triggers            `json:"triggers"`
	Period   *Period             `json:"period,omitempty"`
	Disabled bool                `json:"disabled,omitempty"`
	Path     string              `json:"path"`
	Emails   map[string][]string `json:"emails,omitempty"` // by alert type
	Association

	FromMs int64 `json:"-"`
	ToMs   int64 `json:"-"`
}

// Watches reports whether the geofence is for a vehicle in a group with a path, "/demo/north-west/".
func (d *Definition) Watches(vehicleID, groupPath string) bool {
	if d.Disabled {
		return false
	}
	if d.All && strings.HasPrefix(groupPath, d.Path) {
		return true
	}
	return slices.Contains(d.VehicleIDs, vehicleID) ||
		slices.ContainsFunc(d.GroupIDs, func(id string) bool { return strings.Contains(groupPath, "/"+id+"/") })
}

// Holds reports whether the definition is the one of a time.
func (d *Definition) Holds(atMs int64) bool {
	return d.FromMs <= atMs && (d.ToMs == 0 || atMs < d.ToMs)
}

// Fence is a geofence as it is kept.
type Fence struct {
	Definition
	Description string
	SharedWith  []string // ids of users
	CreatedBy   string
	CreatedMs   int64
	ChangedMs   int64
	Version     int
}

// rules of fields
const (
	maxName        = 100
	maxDescription = 1000
	maxEmails      = 50
	defaultColour  = "#1976D2B3"
)

// Zones finds time zones; time.LoadLocation does.
type Zones func(name string) (*time.Location, error)
