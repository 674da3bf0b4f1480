// Package view is an alert as the API, push and reports write it.
package view

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fleet"
)

const localLayout = "2006-01-02T15:04:05"

// Device is the device that raised an alert.
type Device struct {
	ID        string `json:"id"`
	VehicleID string `json:"vehicle_id"`
}

// Offsets are how local time differs from UTC, in seconds; DST is the part that is summer time.
type Offsets struct {
	TZ  int `json:"tz_offset"`
	DST int `json:"dst_offset"`
}

// Coords is a position in degrees.
type Coords struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Prediction is what a device believes that it noticed; Probability is 0 to 1.
type Prediction struct {
	Label       string  `json:"pred_label"`
	Probability float64 `json:"pred_prob"`
}

// Alert is the record. Speeds are km/h; read and archived are the texts True and False.
type Alert struct {
	AlertID          string            `json:"alert_id"`
	ID               string            `json:"id"`
	Kind             string            `json:"kind" enum:"driving,speeding,geofence"`
	AlertType        string            `json:"alert_type"`
	AlertSubtype     string            `json:"alert_subtype"`
	PredictionLabel  string            `json:"prediction_label"`
	Predictions      []Prediction      `json:"predictions" nullable:"false"`
	Severity         int               `json:"severity" doc:"0 plain, 1 moderate, 2 harsh or excessive, 3 severe"`
	Pin              int               `json:"pin" doc:"Of an input, 1 to 8"`
	PinName          string            `json:"pin_name"`
	Channel          int               `json:"channel"`
	Device           Device            `json:"device"`
	DeviceID         string            `json:"device_id"`
	VehicleID        string            `json:"vehicle_id"`
	VehicleName      string            `json:"vehicle_name"`
	DriverID         string            `json:"driver_id" doc:"Who drove at the time; empty: nobody is known"`
	DriverName       string            `json:"driver_name"`
	EventTimeUTC     string            `json:"event_time_utc"`
	EventTimeLocal   string            `json:"event_time_local"`
	Zone             string            `json:"zone" doc:"IANA name, empty while it is not known"`
	Metadata         Offsets           `json:"event_time_metadata"`
	DurationMs       *int64            `json:"duration_ms"`
	Latitude         *float64          `json:"latitude"`
	Longitude        *float64          `json:"longitude"`
	Coords           *Coords           `json:"coords"`
	Location         string            `json:"location"`
	Read             string            `json:"read" enum:"True,False"`
	Archived         string            `json:"archived" enum:"True,False"`
	ReadIndicator    bool              `json:"read_indicator"`
	ArchivedInd      bool              `json:"archived_indicator"`
	Quality          string            `json:"user_driving_quality" enum:"none,goodDriving,misdemeanour,badDriving,nonevent"`
	Flagged          bool              `json:"flagged"`
	FlagComment      string            `json:"flag_comment"`
	FilesetRequestID string            `json:"fileset_request_id"`
	EvidenceRequest  string            `json:"evidence_request" doc:"Where the request for evidence stands: created, accepted, in_progress, complete, success or canceled; empty without one"`
	EvidenceProgress int               `json:"evidence_progress" doc:"Percent"`
	IsDMS            bool              `json:"isDMS"`
	IsGeoAlert       bool              `json:"isGeoAlert"`
	SpeedKmh         *float64          `json:"speed_kmh"`
	HeadingDeg       *float64          `json:"heading_deg"`
	Limit            *float64          `json:"limit" doc:"km/h"`
	AccelG           json.RawMessage   `json:"accel_g,omitempty" doc:"{x, y, z} in g"`
	Details          json.RawMessage   `json:"details" doc:"What only alerts of this type have"`
	DisabledType     string            `json:"disabled_alert_type,omitempty" enum:"ioalert,Driving" doc:"Of DisabledAlert: whose upload was switched off"`
	Upload           *Upload           `json:"upload_settings,omitempty" doc:"In the answer of one alert that its device raised"`
	LocalizedLabel   string            `json:"localizedLabel,omitempty" doc:"What it is called in the caller's language"`
	SubHeader        string            `json:"sub_header" doc:"The name of what it is about, or the input's, else the vehicle's"`
	Information      map[string]string `json:"information,omitzero" doc:"What is known of it: label to value, in the caller's language and units"`
	*Raised
	Start *Moment `json:"start,omitempty" doc:"Of speeding"`
	End   *Moment `json:"end,omitempty"`
	Max   *Moment `json:"max,omitempty" doc:"Where it was furthest above the limit"`
}

// Upload is what is chosen now about the evidence of alerts like one.
type Upload struct {
	Attribute        string `json:"attribute" enum:"imu,io"`
	PinEnabled       bool   `json:"pin_enabled" doc:"Of an input: whether it is switched on on its vehicle; else true"`
	Enabled          bool   `json:"enabled" doc:"Whether anything is uploaded"`
	DisabledBySystem bool   `json:"disabled_by_system"`
	Snaps            bool   `json:"snaps"`
	Video            bool   `json:"video"`
	Tracking         bool   `json:"tracking"`
	IMU              bool   `json:"imu"`
}

// Moment is a place of speeding; Speed is km/h.
type Moment struct {
	Time  string   `json:"time"`
	Lat   *float64 `json:"lat"`
	Lng   *float64 `json:"lng"`
	Speed float64  `json:"speed"`
}

// moments are start, end and max as the details have them.
func moments(details json.RawMessage) (start, end, top *Moment) {
	type point struct {
		Time     int64    `json:"time_ms"`
		Lat      *float64 `json:"lat"`
		Lng      *float64 `json:"lng"`
		SpeedKmh float64  `json:"speed_kmh"`
	}
	var d struct{ Start, End, Max *point }
	if json.Unmarshal(details, &d) != nil { // written by this plugin
		return nil, nil, nil
	}
	moment := func(p *point) *Moment {
		if p == nil {
			return nil
		}
		return &Moment{Time: time.UnixMilli(p.Time).UTC().Format("2006-01-02T15:04:05.000Z"), Lat: p.Lat, Lng: p.Lng, Speed: p.SpeedKmh}
	}
	return moment(d.Start), moment(d.End), moment(d.Max)
}

// Of writes an alert down.
func Of(a alert.Alert) Alert {
	at := time.UnixMilli(a.EventMs)
	local, offsets := localTime(at, a.Zone)
	r := Alert{
		AlertID: a.ID, ID: a.ID, Kind: a.Kind, AlertType: a.AlertType, AlertSubtype: a.AlertSubtype, PredictionLabel: a.PredictionLabel, Severity: a.Severity,
		Pin: a.Pin, Channel: a.Channel, Device: Device{a.DeviceID, a.VehicleID}, DeviceID: a.DeviceID, VehicleID: a.VehicleID, VehicleName: a.VehicleName, DriverID: a.DriverID, DriverName: a.DriverName,
		EventTimeUTC: at.UTC().Format("2006-01-02T15:04:05.000Z"), EventTimeLocal: local.Format(localLayout), Zone: a.Zone, Metadata: offsets, DurationMs: a.DurationMs,
		Latitude: a.Lat, Longitude: a.Lng, Location: a.Address, Read: text(a.IsRead), Archived: text(a.Archived), ReadIndicator: a.IsRead, ArchivedInd: a.Archived,
		Quality: a.Quality, Flagged: a.Flagged, FlagComment: a.FlagComment, FilesetRequestID: a.FilesetRequestID, EvidenceRequest: a.EvidenceStatus, EvidenceProgress: a.EvidenceProgress,
		IsDMS: strings.HasPrefix(a.AlertType, "dms"), IsGeoAlert: a.Kind == alert.Geofence, SpeedKmh: a.SpeedKmh, HeadingDeg: a.HeadingDeg, Limit: a.SpeedLimitKmh,
		AccelG: a.AccelG, Details: a.Details, Predictions: []Prediction{},
	}
	if a.Lat != nil && a.Lng != nil {
		r.Coords = &Coords{*a.Lat, *a.Lng}
	}
	if r.Location == "" {
		r.Location = fleet.PlaceNotKnown
	}
	r.PinName = a.Input()
	r.SubHeader = cmp.Or(r.PinName, a.VehicleName)
	if a.AlertType == "DisabledAlert" {
		r.DisabledType = a.AlertSubtype
	}
	if len(r.Details) == 0 {
		r.Details = json.RawMessage(`{}`)
	}
	if a.Kind == alert.Speeding {
		r.Start, r.End, r.Max = moments(a.Details)
	}
	if r.Raised = raisedOf(a); r.Raised != nil && r.About != nil {
		r.SubHeader = cmp.Or(r.About.Name, r.SubHeader)
	}
	var labels []struct {
		Name        string
		Probability float64
	}
	if json.Unmarshal(a.Predictions, &labels) == nil { // written by this plugin
		for _, l := range labels {
			r.Predictions = append(r.Predictions, Prediction{l.Name, l.Probability})
		}
	}
	return r
}

func localTime(at time.Time, zone string) (time.Time, Offsets) {
	where, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		where = time.UTC
	}
	local := at.In(where)
	_, offset := local.Zone()
	o := Offsets{TZ: offset}
	if local.IsDST() {
		_, winter := time.Date(local.Year(), 1, 1, 0, 0, 0, 0, where).Zone()
		_, july := time.Date(local.Year(), 7, 1, 0, 0, 0, 0, where).Zone()
		o.TZ = min(winter, july)
		o.DST = offset - o.TZ
	}
	return local, o
}

func text(value bool) string {
	if value {
		return "True"
	}
	return "False"
}
