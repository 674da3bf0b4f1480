// Package trackfile reads and writes tracking files: where a vehicle was around an event, as its recorder kept it.
package trackfile

import (
	"fmt"
	"time"

	"outrider.dev/sdk/device/samplefile"
)

// The versions. Version2 adds idling.
const (
	Version1 = "1.00"
	Version2 = "2.00"
)

// Sample is one reading.
type Sample struct {
	Time          time.Time // of the recorder's clock, millisecond precision
	ZoneMinutes   int       // east of UTC, without daylight saving
	DSTMinutes    int       // daylight saving in force
	GPSTime       time.Time // of the fix
	GPSValid      bool
	Lat, Lng      float64 // degrees north and east
	SpeedKmh      float64
	CourseDeg     float64 // clockwise from north
	DIPState      uint8   // bit n-1: digital input n is on
	Ignition      bool
	SpeedLimitKmh int  // 0: unknown
	Idling        bool // from Version2 on
}

var fields = []samplefile.Field{
	{Name: "timestamp", Precision: samplefile.Int64},
	{Name: "tz", Precision: samplefile.Int16},
	{Name: "dst", Precision: samplefile.Int16},
	{Name: "gpsTimestamp", Precision: samplefile.Int64},
	{Name: "gpsStatus", Precision: samplefile.Char},
	{Name: "lat", Precision: samplefile.Float64},
	{Name: "latDir", Precision: samplefile.Char},
	{Name: "lng", Precision: samplefile.Float64},
	{Name: "lngDir", Precision: samplefile.Char},
	{Name: "gpsSpeed", Precision: samplefile.Float32},
	{Name: "gpsCourse", Precision: samplefile.Float32},
	{Name: "dipState", Precision: samplefile.Uint8},
	{Name: "acc", Precision: samplefile.Uint8},
	{Name: "speedLimit", Precision: samplefile.Uint16},
}

// Format is the layout of tracking files.
var Format = samplefile.Format{ID: "TRACKINGDATA", Versions: map[string][]samplefile.Field{
	Version1: fields,
	Version2: append(fields[:len(fields):len(fields)], samplefile.Field{Name: "idling", Precision: samplefile.Uint8}),
}}

// Write makes a file.
func Write(version string, big bool, samples []Sample) ([]byte, error) {
	rows := make([][]float64, len(samples))
	for i, s := range samples {
		row := []float64{
			float64(s.Time.UnixMilli()), float64(s.ZoneMinutes), float64(s.DSTMinutes), float64(s.GPSTime.UnixMilli()), letter(s.GPSValid, 'A', 'V'),
			max(s.Lat, -s.Lat), letter(s.Lat >= 0, 'N', 'S'), max(s.Lng, -s.Lng), letter(s.Lng >= 0, 'E', 'W'),
			s.SpeedKmh, s.CourseDeg, float64(s.DIPState), letter(s.Ignition, 1, 0), float64(s.SpeedLimitKmh),
		}
		if version == Version2 {
			row = append(row, letter(s.Idling, 1, 0))
		}
		rows[i] = row
	}
	return Format.Write(version, big, rows)
}

func letter(yes bool, one, other float64) float64 {
	if yes {
		return one
	}
	return other
}

// Read takes a file apart; its errors wrap those of package samplefile. Fields that the file lacks are zero.
func Read(data []byte) ([]Sample, error) {
	file, err := Format.Read(data)
	if err != nil {
		return nil, fmt.Errorf("read tracking file: %w", err)
	}
	return samplefile.Convert(file, func(at func(name string) float64) Sample {
		return Sample{
			Time: time.UnixMilli(int64(at("timestamp"))).UTC(), ZoneMinutes: int(at("tz")), DSTMinutes: int(at("dst")),
			GPSTime: time.UnixMilli(int64(at("gpsTimestamp"))).UTC(), GPSValid: at("gpsStatus") == 'A',
			Lat: signed(at("lat"), at("latDir") == 'S'), Lng: signed(at("lng"), at("lngDir") == 'W'),
			SpeedKmh: at("gpsSpeed"), CourseDeg: at("gpsCourse"), DIPState: uint8(at("dipState")), Ignition: at("acc") == 1,
			SpeedLimitKmh: int(at("speedLimit")), Idling: at("idling") == 1,
		}
	}), nil
}

func signed(v float64, negative bool) float64 {
	if negative {
		return -v
	}
	return v
}
