//go:build bench

package visit_test

import (
	"os"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// TestBenchVisits asks for pages of 120,000 visits of 1,000 vehicles to 1,000 of 11,000 geofences, for their sums by day, and for geofences by words.
func TestBenchVisits(t *testing.T) {
	now := time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC)
	db, asOwner := dbtest.OpenOwned(t, "plugins/geofences")
	w := fencetest.New(t, db, now)
	err := w.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		for _, sql := range []string{
			`INSERT INTO geofences.fleet_vehicle SELECT (jsonb_populate_record(v, jsonb_build_object('id', 'v' || n, 'name', 'Van ' || n))).* FROM geofences.fleet_vehicle v, generate_series(1, 1000) n WHERE v.id = 'v-north'`,
			`INSERT INTO geofences.geofence (org_id, id, name, description, colour, kind, shape, triggers, path, created_by, created_ms, changed_ms, revision, west, south, east, north)
				SELECT 'demo', 'g' || n, 'Yard ' || n, '', '#ffffff', 'circle', '{"type":"circle","center":{"lat":0,"lng":0},"radius_m":100}', '{"enter":true}', '/demo/north/', 'u', 1, 1, n, 0, 0, 1, 1 FROM generate_series(1, 11000) n`,
			`INSERT INTO geofences.revision VALUES ('demo', 11000)`,
			`INSERT INTO geofences.visit (org_id, id, geofence_id, vehicle_id, defined_ms, arrival_ms, departure_ms, ended, lat, lng, last_ms)
				SELECT 'demo', gen_random_uuid(), 'g' || (CASE WHEN n % 4 = 0 THEN 1 ELSE n % 1000 + 1 END), 'v' || (n * 7 % 1000 + 1), 1, at - 600000, at, 'left', 0, 0, at
				FROM (SELECT n, 1784642400000 - n::bigint * 21600 AS at FROM generate_series(1, 120000) n) x`,
		} {
			if _, err := store.Exec(tx, sql); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := asOwner(`ANALYZE geofences.visit, geofences.geofence, geofences.fleet_vehicle`); err != nil {
		t.Fatal(err)
	}
	admin, north := fencetest.Caller("0190c1a0-0000-7000-8000-00000000000a", "/demo/"), fencetest.Caller("0190c1a0-0000-7000-8000-00000000000b", "/demo/north/")
	for round := range 3 {
		for _, request := range []string{
			"/visits", "/visits?page_num=240", "/visits?filter=geofence_id:eq:g1", "/visits?filter=geofence_id:eq:g2", "/visits?q=van", "/visits/days", "/visits/days?geofence_id=g1", "?page_size=50", "?page_size=50&q=yard+99", "?page_size=50&q=yard",
		} {
			begun := time.Now()
			answer := webtest.Do(t, w.Router, admin, "GET /api/org/demo/geofences"+request, "", nil)
			took := time.Since(begun)
			begun = time.Now()
			webtest.Do(t, w.Router, north, "GET /api/org/demo/geofences"+request, "", nil)
			if round == 2 {
				body := answer.Body.String()
				t.Logf("%-30s %6d ms, %6d ms of a part, %d …%s", request, took.Milliseconds(), time.Since(begun).Milliseconds(), answer.Code, body[max(0, len(body)-80):])
			}
		}
	}
}
