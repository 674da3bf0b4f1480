package samplefile_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"outrider.dev/sdk/device/imufile"
	"outrider.dev/sdk/device/samplefile"
	"outrider.dev/sdk/device/trackfile"
	"outrider.dev/sdk/web/webtest"
)

// The golden files are read by the browser's reader too (sdk/ui/src/device-files).
const golden = "../testdata/files"

func track() []trackfile.Sample {
	at := time.Date(2026, 3, 4, 9, 0, 0, 250_000_000, time.UTC)
	return []trackfile.Sample{
		{Time: at, DSTMinutes: 0, GPSTime: at.Add(-50 * time.Millisecond), GPSValid: true, Lat: 53.4808, Lng: -2.2426, SpeedKmh: 62.5, CourseDeg: 274, DIPState: 5, Ignition: true, SpeedLimitKmh: 48},
		{Time: at.Add(time.Second), ZoneMinutes: 60, DSTMinutes: 60, GPSTime: at.Add(time.Second), Lat: -33.8688, Lng: 151.2093, Idling: true},
	}
}

func imu() []imufile.Sample {
	at := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	return []imufile.Sample{
		{Time: at, X: -0.5, Y: 0.25, Z: 1, SpeedKmh: 62.5, CourseDeg: 274, Ignition: true},
		{Time: at.Add(10 * time.Millisecond), ZoneMinutes: -300, DSTMinutes: 60, X: 1.5, Y: -1, Z: 0.75},
	}
}

// files are all golden files by name.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	made := map[string][]byte{}
	write := func(name string, data []byte, err error) {
		if err != nil {
			t.Fatalf("write %s: %v", name, err)
		}
		made[name] = data
	}
	for order, big := range map[string]bool{"le": false, "be": true} {
		for _, version := range []string{trackfile.Version1, trackfile.Version2} {
			data, err := trackfile.Write(version, big, track())
			write("track-"+version+"-"+order+".bin", data, err)
		}
		for _, version := range []string{imufile.Version1, imufile.Version2, imufile.Version3} {
			data, err := imufile.Write(version, big, imu())
			write("imu-"+version+"-"+order+".bin", data, err)
		}
	}
	good := made["track-2.00-le.bin"]
	made["fault-id.bin"] = bytes.Replace(good, []byte("TRACKINGDATA"), []byte("TRACKINGDATE"), 1)
	made["fault-version.bin"] = bytes.Replace(good, []byte("2.00"), []byte("3.00"), 1)
	made["fault-endianness.bin"] = bytes.Replace(good, []byte("LE\x00"), []byte("ME\x00"), 1)
	made["fault-fields.bin"] = bytes.Replace(good, []byte(",idling"), nil, 1)
	made["fault-delimiter.bin"] = append(bytes.Clone(good), 0x7F)
	made["fault-truncated.bin"] = good[:len(good)-3]
	made["fault-precision.bin"] = bytes.Replace(good, []byte("u2,u1\x00"), []byte("u3,u1\x00"), 1)
	made["fault-one-byte.bin"] = []byte("A")
	return made
}

func TestGoldenFiles(t *testing.T) {
	for name, data := range files(t) {
		webtest.Golden(t, filepath.Join(golden, name), data)
	}
}

func TestRead_WhatWasWritten(t *testing.T) {
	made := files(t)
	for _, order := range []string{"le", "be"} {
		got, err := trackfile.Read(made["track-2.00-"+order+".bin"])
		if err != nil || !reflect.DeepEqual(got, track()) {
			t.Errorf("tracking 2.00 %s: %+v, %v", order, got, err)
		}
		old, err := trackfile.Read(made["track-1.00-"+order+".bin"])
		if err != nil || len(old) != 2 || old[1].Idling || old[1].Lat != -33.8688 {
			t.Errorf("tracking 1.00 %s: %+v, %v", order, old, err)
		}
		latest, err := imufile.Read(made["imu-3-"+order+".bin"])
		if err != nil || !reflect.DeepEqual(latest, imu()) {
			t.Errorf("IMU 3 %s: %+v, %v", order, latest, err)
		}
		first, err := imufile.Read(made["imu-1-"+order+".bin"])
		if err != nil || len(first) != 2 || first[0].X != -0.5 || first[0].SpeedKmh != 0 {
			t.Errorf("IMU 1 %s: %+v, %v", order, first, err)
		}
	}
}

func TestRead_Faults(t *testing.T) {
	made := files(t)
	for name, want := range map[string]error{
		"fault-id.bin": samplefile.ErrID, "fault-version.bin": samplefile.ErrVersion, "fault-endianness.bin": samplefile.ErrEndianness,
		"fault-fields.bin": samplefile.ErrFields, "fault-delimiter.bin": samplefile.ErrDelimiter, "fault-truncated.bin": samplefile.ErrTruncated,
		"fault-precision.bin": samplefile.ErrPrecision, "fault-one-byte.bin": samplefile.ErrID, "imu-1-le.bin": samplefile.ErrID,
	} {
		if _, err := trackfile.Read(made[name]); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if _, err := imufile.Read([]byte("A")); !errors.Is(err, samplefile.ErrID) {
		t.Errorf("an IMU file of one byte: %v", err)
	}
	if _, err := trackfile.Read(make([]byte, samplefile.MaxBytes+1)); !errors.Is(err, samplefile.ErrTooLarge) {
		t.Errorf("a file beyond the bound: %v", err)
	}
}

func TestWrite_Refusals(t *testing.T) {
	if _, err := trackfile.Write("9", false, nil); !errors.Is(err, samplefile.ErrVersion) {
		t.Errorf("an unknown version: %v", err)
	}
	if _, err := imufile.Format.Write(imufile.Version1, false, [][]float64{{1}}); err == nil {
		t.Error("a sample with too few values was written")
	}
}

// FuzzRead feeds both readers; they may refuse, and must neither panic nor make samples of nothing.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"track-2.00-le.bin", "imu-3-be.bin", "fault-truncated.bin"} {
		data, err := os.ReadFile(filepath.Join(golden, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if samples, err := trackfile.Read(data); err == nil && len(samples) > len(data) {
			t.Errorf("%d samples of %d bytes", len(samples), len(data))
		}
		if samples, err := imufile.Read(data); err == nil && len(samples) > len(data) {
			t.Errorf("%d samples of %d bytes", len(samples), len(data))
		}
	})
}
