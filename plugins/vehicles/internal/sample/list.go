package sample

import (
	"reflect"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/sdk/events"
)

// sampleKey is what makes a sample one: of its device there is none other at its time.
type sampleKey struct {
	deviceID string
	timeMs   int64
}

// sampleRow is a sample as it is kept. It points at the sample of the message: what is alive while messages are kept is what the collector looks
// through again and again.
type sampleRow struct {
	*events.Sample
	deviceID   *string
	vehicleID  *string // nil: its device was on no vehicle at that time
	receivedMs *int64
}

// bus is what the vehicle's bus said, in bytes; nil: nothing.
func (r *sampleRow) bus() []byte {
	if r.CAN.Empty() {
		return nil
	}
	return r.CAN.Append(nil)
}

// sampleList gathers the samples of a batch: the first of a key wins, as it does in the database.
type sampleList struct {
	rows      []sampleRow
	newest    map[string]int64
	index     map[sampleKey]int // nil while every device's samples came in their order: then none can be there already
	repeated  int
	differing int
}

func newSampleList(samples int) *sampleList {
	return &sampleList{rows: make([]sampleRow, 0, samples), newest: map[string]int64{}}
}

// add takes the samples of a message from a device that was fitted so.
func (l *sampleList) add(m *events.Telemetry, f device.Fittings) {
	newest, seen := l.newest[m.DeviceID]
	for i := range m.Samples {
		s := &m.Samples[i]
		if (s.Lat == nil) != (s.Lng == nil) {
			s = nowhere(*s)
		}
		if seen && s.Time <= newest && l.repeats(m.DeviceID, s) {
			continue
		}
		if l.index != nil {
			l.index[sampleKey{m.DeviceID, s.Time}] = len(l.rows)
		}
		l.rows = append(l.rows, sampleRow{Sample: s, deviceID: &m.DeviceID, vehicleID: f.At(s.Time), receivedMs: &m.ReceivedAt})
		newest, seen = max(newest, s.Time), true
	}
	l.newest[m.DeviceID] = newest
}

// nowhere is a sample without its position.
func nowhere(s events.Sample) *events.Sample {
	s.Lat, s.Lng = nil, nil
	return &s
}

// repeats reports whether a sample with the key of s is there.
func (l *sampleList) repeats(deviceID string, s *events.Sample) bool {
	if l.index == nil {
		l.index = make(map[sampleKey]int, len(l.rows))
		for i, r := range l.rows {
			l.index[sampleKey{*r.deviceID, r.Time}] = i
		}
	}
	first, there := l.index[sampleKey{deviceID, s.Time}]
	if !there {
		return false
	}
	l.repeated++
	if !reflect.DeepEqual(*l.rows[first].Sample, *s) {
		l.differing++
	}
	return true
}

// parts cuts the list into pieces of at most size samples.
func (l *sampleList) parts(size int) (parts [][]sampleRow) {
	for from := 0; from < len(l.rows); from += size {
		parts = append(parts, l.rows[from:min(from+size, len(l.rows))])
	}
	return parts
}
