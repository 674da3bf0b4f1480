package postgres

import (
	"reflect"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
)

// sampleKey is what makes a sample one: of its device there is none other at its time.
type sampleKey struct {
	deviceID string
	timeMs   int64
}

// sampleList gathers the samples of a batch: the first of a key wins, as it does in the database.
type sampleList struct {
	columns   sampleColumns
	first     map[sampleKey]events.Sample
	repeated  int
	differing int
}

func newSampleList() *sampleList {
	return &sampleList{first: map[sampleKey]events.Sample{}}
}

func (l *sampleList) add(deviceID string, receivedMs int64, s events.Sample) {
	key := sampleKey{deviceID, s.Time}
	if first, again := l.first[key]; again {
		l.repeated++
		if !reflect.DeepEqual(first, s) {
			l.differing++
		}
		return
	}
	l.first[key] = s
	l.columns.add(deviceID, receivedMs, s)
}

// parts cuts the list into pieces of at most size samples.
func (l *sampleList) parts(size int) []sampleColumns {
	var parts []sampleColumns
	for from := 0; from < len(l.columns.ids); from += size {
		parts = append(parts, l.columns.slice(from, min(from+size, len(l.columns.ids))))
	}
	return parts
}

// sampleColumns are samples as arrays, a column each: unnest is the fastest way into Postgres that row-level security and
// ON CONFLICT allow.
type sampleColumns struct {
	ids                                                                []string
	times, received                                                    []int64
	lat, lng, speed, heading, altitude, limit, odometer, fuel, battery []*float64
	ignition                                                           []*bool
	signal                                                             []*int
}

func (c *sampleColumns) add(deviceID string, receivedMs int64, s events.Sample) {
	c.ids, c.times, c.received = append(c.ids, deviceID), append(c.times, s.Time), append(c.received, receivedMs)
	lat, lng := s.Lat, s.Lng
	if lat == nil || lng == nil {
		lat, lng = nil, nil
	}
	c.lat, c.lng = append(c.lat, lat), append(c.lng, lng)
	c.speed, c.heading, c.altitude = append(c.speed, s.SpeedKmh), append(c.heading, s.HeadingDeg), append(c.altitude, s.AltitudeM)
	c.limit, c.odometer = append(c.limit, s.SpeedLimitKmh), append(c.odometer, s.OdometerM)
	c.fuel, c.battery = append(c.fuel, s.FuelPercent), append(c.battery, s.BatteryPercent)
	c.ignition, c.signal = append(c.ignition, s.Ignition), append(c.signal, s.Signal)
}

func (c *sampleColumns) slice(from, to int) sampleColumns {
	return sampleColumns{
		ids: c.ids[from:to], times: c.times[from:to], received: c.received[from:to], lat: c.lat[from:to], lng: c.lng[from:to],
		speed: c.speed[from:to], heading: c.heading[from:to], altitude: c.altitude[from:to], limit: c.limit[from:to],
		odometer: c.odometer[from:to], fuel: c.fuel[from:to], battery: c.battery[from:to], ignition: c.ignition[from:to], signal: c.signal[from:to],
	}
}

// arrays are the columns as parameters, in the order of unnestSamples.
func (c *sampleColumns) arrays() []any {
	return []any{
		&c.ids, &c.times, &c.lat, &c.lng, &c.speed, &c.heading, &c.altitude, &c.ignition, &c.limit, &c.odometer, &c.signal, &c.fuel,
		&c.battery, &c.received,
	}
}

const unnestSamples = `unnest(?::text[], ?::bigint[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::bool[], ?::float8[], ?::float8[],
	?::smallint[], ?::float8[], ?::float8[], ?::bigint[]) AS u (device_id, time_ms, lat, lng, speed_kmh, heading_deg, altitude_m, ignition,
	speed_limit_kmh, odometer_m, signal, fuel_percent, battery_percent, received_ms)`

// insert keeps the samples that are new, each with the vehicle that carried its device at its own time. It returns how
// many it kept, and how many of the others say something else than what was kept before.
func (c *sampleColumns) insert(tx *gorm.DB, orgID string) (stored, differing int, err error) {
	n, err := exec(tx, `
		INSERT INTO vehicles.sample (org_id, device_id, time_ms, vehicle_id, lat, lng, speed_kmh, heading_deg, altitude_m, ignition, speed_limit_kmh,
			odometer_m, signal, fuel_percent, battery_percent, received_ms)
		SELECT ?, u.device_id, u.time_ms, a.vehicle_id, u.lat, u.lng, u.speed_kmh, u.heading_deg, u.altitude_m, u.ignition, u.speed_limit_kmh,
			u.odometer_m, u.signal, u.fuel_percent, u.battery_percent, u.received_ms
		FROM `+unnestSamples+`
		LEFT JOIN vehicles.assignment a ON a.org_id = ? AND a.device_id = u.device_id AND a.from_ms <= u.time_ms AND (a.to_ms IS NULL OR a.to_ms > u.time_ms)
		ON CONFLICT (org_id, device_id, time_ms) DO NOTHING`, append(append([]any{orgID}, c.arrays()...), orgID)...)
	if err != nil || int(n) == len(c.ids) {
		return int(n), 0, err
	}
	differing, err = c.differing(tx, orgID)
	return int(n), differing, err
}

// differing counts the samples that are not what is kept under their key.
func (c *sampleColumns) differing(tx *gorm.DB, orgID string) (int, error) {
	return row[int](tx, `
		SELECT count(*) FROM `+unnestSamples+`
		JOIN vehicles.sample s ON s.org_id = ? AND s.device_id = u.device_id AND s.time_ms = u.time_ms
		WHERE (s.lat, s.lng, s.speed_kmh, s.heading_deg, s.altitude_m, s.ignition, s.speed_limit_kmh, s.odometer_m, s.signal, s.fuel_percent, s.battery_percent)
			IS DISTINCT FROM
			(u.lat, u.lng, u.speed_kmh, u.heading_deg, u.altitude_m, u.ignition, u.speed_limit_kmh, u.odometer_m, u.signal, u.fuel_percent, u.battery_percent)`,
		append(c.arrays(), orgID)...)
}
