package sample

import (
	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// unnestSamples are rows as arrays, a column each.
const unnestSamples = `unnest(?::text[], ?::bigint[], ?::text[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::bool[], ?::float8[], ?::float8[],
	?::smallint[], ?::float8[], ?::float8[], ?::bytea[], ?::bigint[]) AS u (device_id, time_ms, vehicle_id, lat, lng, speed_kmh, heading_deg, altitude_m, ignition,
	speed_limit_kmh, odometer_m, signal, fuel_percent, battery_percent, can, received_ms)`

// bytesPerRow is how many bytes a row takes as parameters, about.
const bytesPerRow = 200

// sampleArrays are the rows as parameters, in the order of unnestSamples.
func sampleArrays(list []sampleRow) []any {
	columns, rows := store.NewColumns(bytesPerRow*len(list)+512), len(list)
	float := func(field func(r *sampleRow) *float64) any {
		return columns.Floats(rows, func(i int) *float64 { return field(&list[i]) })
	}
	return []any{
		columns.Texts(rows, func(i int) *string { return list[i].deviceID }),
		columns.Longs(rows, func(i int) int64 { return list[i].Time }),
		columns.Texts(rows, func(i int) *string { return list[i].vehicleID }),
		float(func(r *sampleRow) *float64 { return r.Lat }),
		float(func(r *sampleRow) *float64 { return r.Lng }),
		float(func(r *sampleRow) *float64 { return r.SpeedKmh }),
		float(func(r *sampleRow) *float64 { return r.HeadingDeg }),
		float(func(r *sampleRow) *float64 { return r.AltitudeM }),
		columns.Bools(rows, func(i int) *bool { return list[i].Ignition }),
		float(func(r *sampleRow) *float64 { return r.SpeedLimitKmh }),
		float(func(r *sampleRow) *float64 { return r.OdometerM }),
		columns.Shorts(rows, func(i int) *int { return list[i].Signal }),
		float(func(r *sampleRow) *float64 { return r.FuelPercent }),
		float(func(r *sampleRow) *float64 { return r.BatteryPercent }),
		columns.Bytes(rows, func(i int) []byte { return list[i].bus() }),
		columns.Longs(rows, func(i int) int64 { return *list[i].receivedMs }),
	}
}

// insertSamples has the arrays unnested side by side where the rows are made: the fastest way into Postgres that row-level security allows. As
// tables, in FROM, each array would be written down row by row before the first is read.
const insertSamples = `
	INSERT INTO vehicles.sample (org_id, device_id, time_ms, vehicle_id, lat, lng, speed_kmh, heading_deg, altitude_m, ignition, speed_limit_kmh,
		odometer_m, signal, fuel_percent, battery_percent, can, received_ms)
	SELECT ?, unnest(?::text[]), unnest(?::bigint[]), unnest(?::text[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]),
		unnest(?::float8[]), unnest(?::bool[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::smallint[]), unnest(?::float8[]), unnest(?::float8[]),
		unnest(?::bytea[]), unnest(?::bigint[])`

// insertNew keeps samples that are all new. One that is not is a violation (store.Repeats) and ends the transaction.
func insertNew(tx *gorm.DB, orgID string, rows []sampleRow) error {
	_, err := store.Exec(tx, insertSamples, append([]any{orgID}, sampleArrays(rows)...)...)
	return err
}

// insertMissing keeps the samples that are new. It returns how many it kept, and how many of the others say something else than what was
// kept before. It costs half as much again as insertNew: every row is looked for, and marked as tried before it is there.
func insertMissing(tx *gorm.DB, orgID string, rows []sampleRow) (stored, differing int, err error) {
	n, err := store.Exec(tx, insertSamples+` ON CONFLICT (org_id, device_id, time_ms) DO NOTHING`, append([]any{orgID}, sampleArrays(rows)...)...)
	if err != nil || int(n) == len(rows) {
		return int(n), 0, err
	}
	differing, err = countDiffering(tx, orgID, rows)
	return int(n), differing, err
}

// countDiffering counts the samples that are not what is kept under their key.
func countDiffering(tx *gorm.DB, orgID string, rows []sampleRow) (int, error) {
	return store.One[int](tx, `
		SELECT count(*) FROM `+unnestSamples+`
		JOIN vehicles.sample s ON s.org_id = ? AND s.device_id = u.device_id AND s.time_ms = u.time_ms
		WHERE (s.lat, s.lng, s.speed_kmh, s.heading_deg, s.altitude_m, s.ignition, s.speed_limit_kmh, s.odometer_m, s.signal, s.fuel_percent, s.battery_percent, s.can)
			IS DISTINCT FROM
			(u.lat, u.lng, u.speed_kmh, u.heading_deg, u.altitude_m, u.ignition, u.speed_limit_kmh, u.odometer_m, u.signal, u.fuel_percent, u.battery_percent, u.can)`,
		append(sampleArrays(rows), orgID)...)
}
