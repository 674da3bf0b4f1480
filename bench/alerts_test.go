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

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/sdk/plugintest"
)

const (
	alertsGroup   = "Alerts"
	alertVehicles = 1_000
	northVehicles = 300 // of them, in the group of the administrator of a group
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
	database
	rows int
}

// TestAlerts measures what people and devices ask of the alerts of a large organisation.
func TestAlerts(t *testing.T) {
	a := &archive{}
	a.t = t
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
	t.Run("vehicles move", a.moves)
}

// plantFleet makes the vehicles and devices of alpha.
func (a *archive) plantFleet() {
	ids := a.plantVehicles(alertVehicles)
	a.exec(`INSERT INTO alerts.fleet_vehicle (org_id, id, name, type, group_id, sequence, deleted) SELECT 'alpha', 'v-' || id, id, 'van', CASE WHEN n <= $2 THEN 'alpha-north' ELSE 'alpha' END, 1000000, false
		FROM unnest($1::text[]) WITH ORDINALITY d (id, n) ON CONFLICT (org_id, id) DO UPDATE SET group_id = excluded.group_id`, ids, northVehicles)
	a.exec(`INSERT INTO alerts.fleet_device (org_id, id, vehicle_id, model, disabled, assignments, sequence, deleted)
		SELECT 'alpha', id, 'v-' || id, 'JH8', false, jsonb_build_array(jsonb_build_object('vehicle_id', 'v-' || id, 'from_ms', 0, 'default', true)), 1000000, false FROM unnest($1::text[]) id ON CONFLICT DO NOTHING`, ids)
}

// ask sends a search as somebody of alpha and returns how long it took.
func (a *archive) ask(t *testing.T, role, query, body string) time.Duration {
	t.Helper()
	began := time.Now()
	answer := a.host.Do(plugintest.As("alpha", role), "POST /api/org/alpha/alerts/elastic?"+query, body)
	took := time.Since(began)
	if answer.Status != 200 {
		t.Fatalf("search %s: %d %s", body, answer.Status, answer.Body)
	}
	return took
}

// since is the time of a search: the last days.
func since(days int) string {
	now := time.Now()
	return fmt.Sprintf(`"start_timestamp":%q,"end_timestamp":%q`, now.AddDate(0, 0, -days).Format(time.RFC3339), now.Format(time.RFC3339))
}

// pages asks for pages near and far with three filters.
func (a *archive) pages(t *testing.T, role string) (took []time.Duration) {
	t.Helper()
	searches := []string{
		`{` + since(30) + `,"filters":{"kind":"driving","severity":[2,3],"read":"False"}}`,
		`{` + since(90) + `,"filters":{"kind":"driving","alert_type":["imualert","ioalert"],"archived":"False"}}`,
		`{` + since(399) + `,"filters":{"kind":"speeding","severity":3,"archived":"False"}}`,
		`{` + since(399) + `,"filters":{"kind":"driving","user_driving_quality":"badDriving","read":"True"}}`,
		`{` + since(30) + `,"filters":{"kind":"driving","severity":3,"vehicles":["v-load-0007","v-load-0107","v-load-0207"]}}`,
	}
	const warm = 40 // each search with each page once
	for i := range warm + searchesAsked {
		page := []int{1, 1, 1, 2, 3, 10, 40, 97}[i%8]
		one := a.ask(t, role, fmt.Sprintf("page_num=%d&rows_per_page=100", page), searches[i%len(searches)])
		if i >= warm {
			took = append(took, one)
		}
	}
	return took
}

// search asks for pages, as who sees all and as who sees a part, and for the counts of the drawer.
func (a *archive) search(t *testing.T) {
	size, bound := fmt.Sprintf("%.3g M alerts", float64(a.rows)/1e6), 50*time.Millisecond
	if a.rows > 5_000_000 {
		bound = 100 * time.Millisecond
	}
	pages := a.pages(t, "ORG_ADMIN")
	boundRow(alertsGroup, "search with three filters, pages near and far, "+size+": p99", load.Percentile(pages, 0.99), bound)
	measured.Add(table.Row{Group: alertsGroup, What: "the same: median", Result: load.Percentile(pages, 0.5).Round(100 * time.Microsecond).String()})
	part := a.pages(t, "GROUP_ADMIN")
	boundRow(alertsGroup, fmt.Sprintf("the same for who sees %d of %d vehicles: p99", northVehicles, alertVehicles), load.Percentile(part, 0.99), bound)
	var counts []time.Duration
	for i := range searchesAsked {
		kind := []string{"driving", "speeding", "geofence"}[i%3]
		counts = append(counts, a.ask(t, "ORG_ADMIN", "page_num=1&rows_per_page=25", `{`+since(7)+`,"filters":{"kind":"`+kind+`","read":"False","archived":"False"}}`))
	}
	boundRow(alertsGroup, "unread counts of 7 days, "+size+": p99", load.Percentile(counts, 0.99), 20*time.Millisecond)
}

// bulk marks many alerts as read, a thousand a call, while somebody pages through the list.
func (a *archive) bulk(t *testing.T) {
	ids := a.column(`SELECT id::text FROM alerts.alert WHERE org_id = 'alpha' AND NOT is_read ORDER BY event_ms DESC LIMIT $1`, alertsInBulk)
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
		lists = append(lists, a.ask(t, "ORG_ADMIN", "page_num=1&rows_per_page=100", `{"filters":{"kind":"driving","archived":"False","severity":3}}`))
		select {
		case <-done:
			busy = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	boundRow(alertsGroup, fmt.Sprintf("marking %d alerts as read, %d calls at once", len(ids), bulkAtOnce), time.Since(began), 10*time.Second)
	measured.Add(table.Row{Group: alertsGroup, What: "the list meanwhile: p99 of " + strconv.Itoa(len(lists)), Result: load.Percentile(lists, 0.99).Round(time.Millisecond).String()})
}
