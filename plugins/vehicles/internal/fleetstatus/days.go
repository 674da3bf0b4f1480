package fleetstatus

import (
	"sync"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/store"
)

const hourMs = 3_600_000

// dayNotes remembers what was written of each device and hour, so that a day's row is touched when it has news and not with every
// sample. By the hour, since a device may change its vehicle within a day.
type dayNotes struct {
	mu      sync.Mutex
	written map[deviceHour]told
}

// told is what samples tell of a day.
type told struct {
	did  Did
	said events.Said
}

func (t told) and(other told) told { return told{t.did | other.did, t.said | other.said} }

type deviceHour struct {
	orgID, deviceID string
	hour            int64
}

// mostNotes bounds the memory; whoever forgets writes again what is there.
const mostNotes = 500_000

func newDayNotes() *dayNotes { return &dayNotes{written: map[deviceHour]told{}} }

// look adds to news what a message tells and is not written. Samples that follow each other mostly tell the same, and are looked at once.
func (n *dayNotes) look(orgID string, m events.Telemetry, news map[deviceHour]dayNews) {
	n.mu.Lock()
	defer n.mu.Unlock()
	lastHour, last := int64(-1), told{}
	for i := range m.Samples {
		sample := &m.Samples[i]
		hour, tells := sample.Time/hourMs, told{didOf(sample), sample.Said()}
		if hour == lastHour && tells == last {
			continue
		}
		lastHour, last = hour, tells
		key := deviceHour{orgID, m.DeviceID, hour}
		if before, heard := n.written[key]; !heard || before.and(tells) != before {
			news[key] = dayNews{news[key].and(tells), sample.Time}
		}
	}
}

func (n *dayNotes) add(news map[deviceHour]dayNews) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.written) > mostNotes {
		clear(n.written)
	}
	for key, one := range news {
		n.written[key] = n.written[key].and(one.told)
	}
}

// dayNews is what a device told in an hour, and one of the times at which it did.
type dayNews struct {
	told
	timeMs int64
}

// Keep adds what the samples of a batch, of devices that live, tell to the days of their vehicles.
func (s *Store) Keep(tx *gorm.DB, orgID string, batch []events.Telemetry, lives func(deviceID string) bool) error {
	news := map[deviceHour]dayNews{}
	for _, m := range batch {
		if lives(m.DeviceID) {
			s.days.look(orgID, m, news)
		}
	}
	if len(news) == 0 {
		return nil
	}
	var ids []string
	var times []int64
	var did []int16
	var said []int32
	for key, one := range news {
		ids, times, did, said = append(ids, key.deviceID), append(times, one.timeMs), append(did, int16(one.did)), append(said, int32(one.said))
	}
	_, err := store.Exec(tx, `
		INSERT INTO vehicles.vehicle_day AS d (org_id, vehicle_id, day, did, said)
		SELECT ?, a.vehicle_id, (to_timestamp(u.time_ms / 1000.0) AT TIME ZONE 'UTC')::date AS day, bit_or(u.did), bit_or(u.said)
		FROM unnest(?::text[], ?::bigint[], ?::smallint[], ?::int[]) AS u (device_id, time_ms, did, said)
		JOIN vehicles.assignment a ON a.org_id = ? AND a.device_id = u.device_id AND a.from_ms <= u.time_ms AND (a.to_ms IS NULL OR a.to_ms > u.time_ms)
		GROUP BY a.vehicle_id, day ORDER BY a.vehicle_id, day
		ON CONFLICT (org_id, vehicle_id, day) DO UPDATE SET did = d.did | excluded.did, said = d.said | excluded.said
			WHERE (d.did | excluded.did, d.said | excluded.said) IS DISTINCT FROM (d.did, d.said)`,
		orgID, &ids, &times, &did, &said, orgID)
	store.AfterCommit(tx, func() { s.days.add(news) })
	return err
}

// didOf is what one sample tells.
func didOf(sample *events.Sample) Did {
	switch {
	case sample.SpeedKmh != nil && *sample.SpeedKmh >= fleet.MovingSpeedKmh:
		return Moved
	case sample.Ignition == nil:
		return 0
	case *sample.Ignition:
		return Idled
	default:
		return Stood
	}
}
