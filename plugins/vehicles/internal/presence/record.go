package presence

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

// Device is a fitted device with all that its presence record tells.
type Device struct {
	State
	DeviceID    string
	IsDefault   bool
	VehicleID   string
	VehicleName string
	VehicleType string
	GroupID     string
	Path        string // path of the vehicle's group
	Channels    []events.Channel
	Faults      int
	Driver      string // empty: nobody is assigned
	Place       string // empty: not named yet
	Country     string
	Zone        string // IANA; empty: not known yet
}

// Coordinates is a position in degrees.
type Coordinates struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Schema says that where coordinates stand there may be null: huma cannot say it of a referenced type.
func (Coordinates) Schema(huma.Registry) *huma.Schema {
	degrees := &huma.Schema{Type: huma.TypeNumber, Format: "double"}
	s := &huma.Schema{
		Type: huma.TypeObject, Nullable: true, Properties: map[string]*huma.Schema{"lat": degrees, "lng": degrees},
		Required: []string{"lat", "lng"}, AdditionalProperties: true,
	}
	s.PrecomputeMessages()
	return s
}

// Record is presence as the API and pushes show it.
type Record struct {
	ID                string           `json:"id" doc:"Device id"`
	DeviceID          string           `json:"device_id"`
	VehicleID         string           `json:"vehicle_id"`
	Name              string           `json:"name" doc:"Name of the vehicle"`
	Type              string           `json:"type" doc:"Type of the vehicle"`
	Node              string           `json:"node" doc:"Id of the vehicle's group"`
	IsDefaultDevice   bool             `json:"is_defaultdevice"`
	Coordinates       *Coordinates     `json:"coordinates" doc:"The last valid position; null before the first"`
	Colour            string           `json:"colour"`
	Direction         *float64         `json:"direction" doc:"Course in degrees from north"`
	Mileage           *float64         `json:"mileage" doc:"Odometer in kilometres"`
	Status            fleet.Presence   `json:"status" enum:"MOVING,STATIONARY,IDLING,OFFLINE,UNKNOWN"`
	StatusCode        int              `json:"status_code" doc:"moving 1, stationary 2, idling 3, offline 4, unknown 5"`
	StatusText        string           `json:"statusText"`
	Speed             *float64         `json:"speed" doc:"km/h"`
	SpeedLimit        *float64         `json:"speed_limit" doc:"km/h"`
	LastSeen          *string          `json:"last_seen" doc:"Time of the newest sample, RFC 3339 in UTC; null for never"`
	LastSeenLocalTime *string          `json:"last_seen_local_time" doc:"The same in the zone of the position, YYYY-MM-DDTHH:mm:ss"`
	Acc               *bool            `json:"acc" doc:"Ignition"`
	Faults            int              `json:"faults" doc:"How many faults the device reports"`
	NetworkSignal     *int             `json:"network_signal" doc:"0 to 5"`
	Channels          []events.Channel `json:"channels" nullable:"false"`
	Driver            *string          `json:"driver" doc:"Who drives it now by the assignments of drivers; null for nobody"`
	TripStart         *string          `json:"trip_start" doc:"When the trip of now began, RFC 3339 in UTC; null for none"`
	Place             string           `json:"place"`
	Country           string           `json:"country" doc:"ISO 3166 alpha-2, or empty"`
	Zone              string           `json:"zone" doc:"IANA time zone of the position, or empty"`
	Removed           bool             `json:"removed,omitempty" doc:"Pushed once when the device is not on this vehicle any more, or the vehicle is gone"`
}

const (
	utcLayout   = "2006-01-02T15:04:05.000Z"
	localLayout = "2006-01-02T15:04:05"
)

// Record describes the device at an instant.
func (d Device) Record(now time.Time) Record {
	status := d.At(now)
	r := Record{
		ID: d.DeviceID, DeviceID: d.DeviceID, VehicleID: d.VehicleID, Name: d.VehicleName, Type: d.VehicleType, Node: d.GroupID,
		IsDefaultDevice: d.IsDefault, Colour: status.Colour(), Direction: d.HeadingDeg, Status: status, StatusCode: status.Code(),
		StatusText: status.Text(), Speed: d.SpeedKmh, SpeedLimit: d.SpeedLimitKmh, Acc: d.Ignition, Faults: d.Faults,
		NetworkSignal: d.Signal, Channels: d.Channels, Place: d.Place, Country: d.Country, Zone: d.Zone,
	}
	if r.Place == "" {
		r.Place = fleet.PlaceNotKnown
	}
	if d.Lat != nil && d.Lng != nil {
		r.Coordinates = &Coordinates{Lat: *d.Lat, Lng: *d.Lng}
	}
	if d.OdometerM != nil {
		km := *d.OdometerM / 1000
		r.Mileage = &km
	}
	if d.LastSeenMs > 0 {
		seen := time.UnixMilli(d.LastSeenMs)
		utc, local := seen.UTC().Format(utcLayout), seen.In(Location(d.Zone)).Format(localLayout)
		r.LastSeen, r.LastSeenLocalTime = &utc, &local
	}
	if d.Driver != "" {
		r.Driver = &d.Driver
	}
	if d.TripMs > 0 && status != fleet.Offline {
		began := time.UnixMilli(d.TripMs).UTC().Format(utcLayout)
		r.TripStart = &began
	}
	return r
}
