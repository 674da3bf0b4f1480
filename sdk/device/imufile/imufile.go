// Package imufile reads and writes IMU files: the accelerations of a vehicle around an event, as its recorder kept them.
package imufile

import (
	"fmt"
	"time"

	"outrider.dev/sdk/device/samplefile"
)

// The versions. Version2 adds speed and course, Version3 the ignition.
const (
	Version1 = "1"
	Version2 = "2"
	Version3 = "3"
)

// Sample is one reading.
type Sample struct {
	Time        time.Time // of the recorder's clock, millisecond precision
	ZoneMinutes int       // east of UTC, without daylight saving
	DSTMinutes  int       // daylight saving in force
	X, Y, Z     float64   // g: forward, to the left, up
	SpeedKmh    float64   // from Version2 on
	CourseDeg   float64   // from Version2 on
	Ignition    bool      // from Version3 on
}

var (
	first = []samplefile.Field{
		{Name: "timestamp", Precision: samplefile.Int64},
		{Name: "tz", Precision: samplefile.Int16},
		{Name: "dst", Precision: samplefile.Int16},
		{Name: "x", Precision: samplefile.Float32},
		{Name: "y", Precision: samplefile.Float32},
		{Name: "z", Precision: samplefile.Float32},
	}
	second = append(first[:len(first):len(first)], samplefile.Field{Name: "speed", Precision: samplefile.Float32}, samplefile.Field{Name: "course", Precision: samplefile.Float32})
	third  = append(second[:len(second):len(second)], samplefile.Field{Name: "ignition", Precision: samplefile.Uint8})
)

// Format is the layout of IMU files.
var Format = samplefile.Format{ID: "ACCELEROMETER", Versions: map[string][]samplefile.Field{Version1: first, Version2: second, Version3: third}}

// Write makes a file.
func Write(version string, big bool, samples []Sample) ([]byte, error) {
	rows := make([][]float64, len(samples))
	for i, s := range samples {
		var ignition float64
		if s.Ignition {
			ignition = 1
		}
		row := []float64{float64(s.Time.UnixMilli()), float64(s.ZoneMinutes), float64(s.DSTMinutes), s.X, s.Y, s.Z, s.SpeedKmh, s.CourseDeg, ignition}
		rows[i] = row[:min(len(row), max(len(Format.Versions[version]), len(first)))]
	}
	return Format.Write(version, big, rows)
}

// Read takes a file apart; its errors wrap those of package samplefile. Fields that the file lacks are zero.
func Read(data []byte) ([]Sample, error) {
	file, err := Format.Read(data)
	if err != nil {
		return nil, fmt.Errorf("read IMU file: %w", err)
	}
	return samplefile.Convert(file, func(at func(name string) float64) Sample {
		return Sample{
			Time: time.UnixMilli(int64(at("timestamp"))).UTC(), ZoneMinutes: int(at("tz")), DSTMinutes: int(at("dst")),
			X: at("x"), Y: at("y"), Z: at("z"), SpeedKmh: at("speed"), CourseDeg: at("course"), Ignition: at("ignition") == 1,
		}
	}), nil
}
