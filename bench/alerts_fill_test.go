//go:build bench

package bench_test

import (
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// alertsInserted is how many alerts are put in by one statement.
const alertsInserted = 100_000

// grow puts in alerts until alpha has so many, spread over the days, and the counts that belong to them. Only the room that it takes is
// as if they had come one by one: without triggers and indexes, which are made at the end, and without waiting for the disk.
func (a *archive) grow(rows int) {
	a.t.Helper()
	began := time.Now()
	a.hurry(true)
	indexes := a.column(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'alerts' AND tablename = 'alert' AND indexname <> 'alert_pkey'`)
	names := a.column(`SELECT 'alerts.' || indexname FROM pg_indexes WHERE schemaname = 'alerts' AND tablename = 'alert' AND indexname <> 'alert_pkey'`)
	a.exec(`ALTER TABLE alerts.alert DISABLE TRIGGER USER`)
	a.exec(`ALTER TABLE alerts.alert DROP CONSTRAINT alert_pkey`)
	a.exec(`DROP INDEX ` + strings.Join(names, ", "))
	if a.rows == 0 {
		a.insert(neighbours, neighbours*neighbourhood)
	}
	a.insert(0, rows-a.rows)
	a.rows = rows
	put := time.Since(began)
	a.exec(`SET maintenance_work_mem = '512MB'`)
	a.exec(`ALTER TABLE alerts.alert ADD CONSTRAINT alert_pkey PRIMARY KEY (org_id, id)`)
	for _, index := range indexes {
		a.exec(index)
	}
	a.exec(`TRUNCATE alerts.rollup, alerts.rollup_block, alerts.rollup_change`)
	a.exec(`INSERT INTO alerts.rollup SELECT org_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, count(*)
		FROM alerts.alert GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`)
	a.exec(`ALTER TABLE alerts.alert ENABLE TRIGGER USER`)
	a.exec(`VACUUM (ANALYZE) alerts.alert`)
	a.exec(`VACUUM (ANALYZE) alerts.rollup, alerts.rollup_block`)
	a.hurry(false)
	a.t.Logf("%d alerts were put in within %s, with indexes and counts within %s; %s", rows, put.Round(time.Second), time.Since(began).Round(time.Second),
		strings.Join(a.column(`SELECT pg_size_pretty(pg_table_size('alerts.alert')) || ' and indexes of ' || pg_size_pretty(pg_indexes_size('alerts.alert'))`), ""))
}

// insert puts in so many alerts of alpha, or of so many neighbours, the newest first, spread over the days.
func (a *archive) insert(organisations, count int) {
	a.t.Helper()
	now := time.Now().UnixMilli()
	step := float64(alertDays) * 24 * 3600 * 1000 / float64(count)
	sql := `INSERT INTO alerts.alert (org_id, id, kind, alert_type, prediction_label, severity, device_id, vehicle_id, event_ms, lat, lng, zone, address, placed, speed_kmh, details,
			is_read, archived, quality, received_ms)
		SELECT CASE $5::bigint WHEN 0 THEN 'alpha' ELSE 'n' || (n % $5) END, gen_random_uuid(), CASE type WHEN 0 THEN 'speeding' WHEN 1 THEN 'geofence' ELSE 'driving' END,
			(ARRAY['speedingalert', 'boundary_geo_alert', 'ioalert', 'dmsfatiguealert', 'adas_fcw_alert', 'imualert', 'imualert', 'imualert', 'imualert', 'imualert'])[type + 1],
			'harsh_braking', severity, 'load-' || vehicle, 'v-load-' || vehicle, $3::bigint - (n * $4::double precision)::bigint, 53.4, -2.3, 'Europe/London', 'A556, Mere', true, 60, '{}',
			seen > 0.33, filed > 0.5, CASE WHEN rating < 0.02 THEN 'badDriving' ELSE 'none' END, $3
		FROM (SELECT n, floor(random() * 10)::int AS type, floor(random() * 4)::smallint AS severity, lpad((1 + floor(random() * $6))::text, 4, '0') AS vehicle,
			random() AS seen, random() AS filed, random() AS rating FROM generate_series($1::bigint, $2::bigint - 1) n) drawn`
	work, ctx := errgroup.WithContext(a.t.Context())
	for filler := range fillers {
		db := a.host.Database(a.t)
		work.Go(func() error {
			for begin := filler * alertsInserted; begin < count; begin += fillers * alertsInserted {
				if _, err := db.Exec(ctx, sql, begin, min(begin+alertsInserted, count), now, step, organisations, alertVehicles); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		a.t.Fatalf("put in alerts: %v", err)
	}
}
