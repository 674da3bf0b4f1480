package history

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// SpanMs is how long a time one packed row is about. Spans lie within days of UTC, as partitions do.
const SpanMs = dayMs / 4

// SpanOf is the first millisecond of the span that an instant lies in.
func SpanOf(atMs int64) int64 { return atMs - (atMs%SpanMs+SpanMs)%SpanMs }

// packed reads the packed readings of a vehicle's devices in a time, in the order of spans, until limit are there (0: no limit).
func (c Carrier) packed(tx *gorm.DB, fromMs, toMs int64, limit int) (list []Reading, err error) {
	err = store.Each(tx, func(found *sql.Rows) error {
		var deviceID string
		var data []byte
		if err := found.Scan(&deviceID, &data); err != nil {
			return err
		}
		if limit > 0 && len(c.Devices) == 1 && len(list) >= limit {
			return store.ErrSkipAll
		}
		span, err := Unpack(data, deviceID)
		if err != nil {
			return fmt.Errorf("device %s: %w", deviceID, err)
		}
		first, _ := slices.BinarySearchFunc(span, fromMs, ByTime)
		end, _ := slices.BinarySearchFunc(span, toMs, ByTime)
		if list == nil && first == 0 && end == len(span) {
			list = span
			return nil
		}
		list = append(list, span[first:end]...)
		return nil
	}, selectPacked, c.OrgID, store.List(c.Devices), c.VehicleID, SpanOf(fromMs), toMs)
	return list, err
}

const selectPacked = `SELECT p.device_id, p.data FROM vehicles.packed p
	WHERE p.org_id = ? AND p.device_id = ANY(?) AND p.vehicle_id = ? AND p.span_ms >= ? AND p.span_ms < ? ORDER BY p.span_ms, p.device_id`

// ByTime compares a reading to an instant, for searches.
func ByTime(r Reading, atMs int64) int { return cmp.Compare(r.TimeMs, atMs) }

// Before is the order of readings: by time, and of one instant by device.
func Before(a, b *Reading) int {
	return cmp.Or(cmp.Compare(a.TimeMs, b.TimeMs), cmp.Compare(a.DeviceID, b.DeviceID))
}

// Merge joins packed and open readings in the order of time. Of a device and an instant the packed one counts: it was first.
func Merge(packed, open []Reading) []Reading {
	if !slices.IsSortedFunc(packed, func(a, b Reading) int { return Before(&a, &b) }) { // several devices
		slices.SortStableFunc(packed, func(a, b Reading) int { return Before(&a, &b) })
	}
	if len(open) == 0 || len(packed) == 0 {
		return append(packed, open...)
	}
	all := make([]Reading, 0, len(packed)+len(open))
	for len(packed) > 0 && len(open) > 0 {
		switch order := Before(&packed[0], &open[0]); {
		case order < 0:
			all, packed = append(all, packed[0]), packed[1:]
		case order > 0:
			all, open = append(all, open[0]), open[1:]
		default:
			open = open[1:]
		}
	}
	return append(append(all, packed...), open...)
}
