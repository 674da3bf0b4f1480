//go:build bench

package bench_test

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

const (
	alertsGroup   = "Alerts"
	alertVehicles = 1_000
	alertDays     = 400
	neighbours    = 99    // organisations beside the one that is measured
	neighbourhood = 1_000 // alerts of each of them
	alertsInBulk  = 100_000
	alertsASecond = 100
	bulkAtOnce    = 6 // calls that a browser has under way
	searchesAsked = 300
	chunkOfAlerts = 1_000
)

var alertCounts = flag.String("alerts", "1000000,10000000", "how many alerts the organisation has, one after the other")

// archive is a host whose organisation alpha has many alerts, among others.
type archive struct {
	t    *testing.T
	host *plugintest.Host
	db   *pgx.Conn
	rows int
}

// TestAlerts measures what people and devices ask of the alerts of a large organisation.
func TestAlerts(t *testing.T) {
	a := &archive{t: t}
	a.host = plugintest.Start(t, "../plugins/alerts", plugintest.Beside("../plugins/users", "../plugins/vehicles", "../plugins/gateway", "../plugins/geo"),
		plugintest.Variable("OUTRIDER_LOG_LEVEL", "error"))
	a.db = a.host.Database(t)
	a.plantFleet()
	for _, text := range strings.Split(*alertCounts, ",") {
		rows, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		if *quick {
			rows = min(rows, 50_000)
		}
		if rows <= a.rows {
			continue
		}
		a.grow(rows)
		t.Run("search "+text, a.search)
	}
	t.Run("bulk", a.bulk)
	t.Run("event to browser", a.events)
}

func (a *archive) exec(sql string, args ...any) {
	a.t.Helper()
	if _, err := a.db.Exec(a.t.Context(), sql, args...); err != nil {
		a.t.Fatalf("%.200s: %v", sql, err)
	}
}

// plantFleet makes the vehicles and devices of alpha where the plugins keep them.
func (a *archive) plantFleet() {
	ids, digests := make([]string, alertVehicles), make([]string, alertVehicles)
	for i := range ids {
		ids[i] = device.DemoID("load", i+1)
		digests[i] = digest(device.DemoKey(secret, ids[i]))
	}
	a.exec(`INSERT INTO vehicles.vehicle (org_id, id, name, group_id) SELECT 'alpha', 'v-' || id, id, 'alpha' FROM unnest($1::text[]) id`, ids)
	a.exec(`INSERT INTO vehicles.device (org_id, device_id, key_sha256) SELECT 'alpha', id, key FROM unnest($1::text[], $2::text[]) d (id, key)`, ids, digests)
	a.exec(`INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms, is_default)
		SELECT org_id, device_id, number, 'v-' || device_id, 0, true FROM vehicles.device WHERE device_id LIKE 'load-%'`)
	a.exec(`INSERT INTO gateway.device (org_id, device_id, vehicle_id, key_sha256, disabled, deleted, sequence)
		SELECT 'alpha', id, 'v-' || id, key, false, false, 1000000 FROM unnest($1::text[], $2::text[]) d (id, key)`, ids, digests)
	a.exec(`INSERT INTO alerts.fleet_vehicle (org_id, id, name, type, group_id, sequence, deleted) SELECT 'alpha', 'v-' || id, id, 'van', 'alpha', 1000000, false FROM unnest($1::text[]) id ON CONFLICT DO NOTHING`, ids)
	a.exec(`INSERT INTO alerts.fleet_device (org_id, id, vehicle_id, model, disabled, assignments, sequence, deleted)
		SELECT 'alpha', id, 'v-' || id, 'JH8', false, jsonb_build_array(jsonb_build_object('vehicle_id', 'v-' || id, 'from_ms', 0, 'default', true)), 1000000, false FROM unnest($1::text[]) id ON CONFLICT DO NOTHING`, ids)
}

// ask sends a search as alpha's administrator and returns how long it took.
func (a *archive) ask(t *testing.T, query, body string) time.Duration {
	t.Helper()
	began := time.Now()
	answer := a.host.Do(plugintest.As("alpha", "ORG_ADMIN"), "POST /api/org/alpha/alerts/elastic?"+query, body)
	took := time.Since(began)
	if answer.Status != 200 {
		t.Fatalf("search %s: %d %s", body, answer.Status, answer.Body)
	}
	return took
}

// search asks for pages near and far with three filters, and for the counts of the drawer.
func (a *archive) search(t *testing.T) {
	size, bound := fmt.Sprintf("%.3g M alerts", float64(a.rows)/1e6), 50*time.Millisecond
	if a.rows > 5_000_000 {
		bound = 100 * time.Millisecond
	}
	now := time.Now()
	since := func(days int) string {
		return fmt.Sprintf(`"start_timestamp":%q,"end_timestamp":%q`, now.AddDate(0, 0, -days).Format(time.RFC3339), now.Format(time.RFC3339))
	}
	searches := []string{
		`{` + since(30) + `,"filters":{"kind":"driving","severity":[2,3],"read":"False"}}`,
		`{` + since(90) + `,"filters":{"kind":"driving","alert_type":["imualert","ioalert"],"archived":"False"}}`,
		`{` + since(399) + `,"filters":{"kind":"speeding","severity":3,"archived":"False"}}`,
		`{` + since(399) + `,"filters":{"kind":"driving","user_driving_quality":"badDriving","read":"True"}}`,
		`{` + since(30) + `,"filters":{"kind":"driving","severity":3,"vehicles":["v-load-0007","v-load-0107","v-load-0207"]}}`,
	}
	var pages, counts []time.Duration
	for i := range searchesAsked + 20 {
		page := []int{1, 1, 1, 2, 3, 10, 40, 97}[i%8]
		took := a.ask(t, fmt.Sprintf("page_num=%d&rows_per_page=100", page), searches[i%len(searches)])
		if i >= 20 { // the first warm up
			pages = append(pages, took)
		}
	}
	for i := range searchesAsked {
		kind := []string{"driving", "speeding", "geofence"}[i%3]
		counts = append(counts, a.ask(t, "page_num=1&rows_per_page=25", `{`+since(7)+`,"filters":{"kind":"`+kind+`","read":"False","archived":"False"}}`))
	}
	boundRow(alertsGroup, "search with three filters, pages near and far, "+size+": p99", load.Percentile(pages, 0.99), bound)
	measured.Add(table.Row{Group: alertsGroup, What: "the same: median", Result: load.Percentile(pages, 0.5).Round(100 * time.Microsecond).String()})
	boundRow(alertsGroup, "unread counts of 7 days, "+size+": p99", load.Percentile(counts, 0.99), 20*time.Millisecond)
}

// bulk marks many alerts as read, a thousand a call, while somebody pages through the list.
func (a *archive) bulk(t *testing.T) {
	rows, err := a.db.Query(t.Context(), `SELECT id::text FROM alerts.alert WHERE org_id = 'alpha' AND NOT is_read ORDER BY event_ms DESC LIMIT $1`, alertsInBulk)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	chunks := make(chan []string, len(ids)/chunkOfAlerts+1)
	for from := 0; from < len(ids); from += chunkOfAlerts {
		chunks <- ids[from:min(from+chunkOfAlerts, len(ids))]
	}
	close(chunks)
	admin := plugintest.As("alpha", "ORG_ADMIN")
	a.host.Token(admin)
	began, done := time.Now(), make(chan struct{})
	var work sync.WaitGroup
	for range bulkAtOnce {
		work.Go(func() {
			for chunk := range chunks {
				if answer := a.host.Do(admin, "PUT /api/org/alpha/alerts/bulk", map[string]any{"alerts": chunk, "read": true}); answer.Status != 200 {
					t.Errorf("bulk: %d %s", answer.Status, answer.Body)
				}
			}
		})
	}
	go func() { work.Wait(); close(done) }()
	var lists []time.Duration
	for busy := true; busy; {
		lists = append(lists, a.ask(t, "page_num=1&rows_per_page=100", `{"filters":{"kind":"driving","archived":"False","severity":3}}`))
		select {
		case <-done:
			busy = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	boundRow(alertsGroup, fmt.Sprintf("marking %d alerts as read, %d calls at once", len(ids), bulkAtOnce), time.Since(began), 10*time.Second)
	measured.Add(table.Row{Group: alertsGroup, What: "the list meanwhile: p99 of " + strconv.Itoa(len(lists)), Result: load.Percentile(lists, 0.99).Round(time.Millisecond).String()})
}
