package rules_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

func caller(user, path string) web.CallerInfo {
	return web.CallerInfo{UserID: user, Email: user + "@demo.test", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: path}, Permissions: []string{"listAlerts"}, Locale: "de-DE", Units: "Metric"}
}

var (
	una   = caller("una", "/demo/")
	south = caller("sam", "/demo/south/")
)

type world struct {
	*web.Router
	t      *testing.T
	db     *store.DB
	fleet  *replica.Fleet
	alerts *postgres.Store
	rules  *rules.Store
	now    time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.Open(t, "plugins/alerts"), now: time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC), Router: web.NewRouter("Alerts", "0.1.0")}
	w.fleet = replica.New(w.db, nil, "alerts")
	for _, g := range []events.GroupChanged{{ID: "demo", Path: "/demo/"}, {ID: "north", Path: "/demo/north/"}, {ID: "south", Path: "/demo/south/"}} {
		must(t, w.fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: g}))
		if g.ID != "demo" {
			v := events.VehicleChanged{ID: "v-" + g.ID, Name: g.ID, Type: "van", GroupID: g.ID}
			must(t, w.fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: v}))
		}
	}
	now := func() time.Time { return w.now }
	w.alerts, w.rules = postgres.New(w.db, w.fleet, now), rules.NewStore(w.db, now)
	rules.NewAPI(w.rules, w.alerts, w.fleet.Seen).Register(w.Router)
	return w
}

// raise keeps an alert of a vehicle, so long ago.
func (w *world) raise(vehicle, kind string, severity int, ago time.Duration) alert.Alert {
	w.t.Helper()
	at := w.now.Add(-ago).UnixMilli()
	a := alert.Alert{
		ID: alert.IDOfRule("demo", kind, vehicle, at), Kind: alert.KindOf(kind), AlertType: kind, Severity: severity, DeviceID: "d", VehicleID: vehicle, EventMs: at, Quality: "none",
	}
	_, err := w.alerts.Take(w.t.Context(), "demo", w.fleet, []alert.Alert{a})
	must(w.t, err)
	return a
}

func (w *world) do(as web.CallerInfo, request, body string, status int, want ...string) []byte {
	w.t.Helper()
	webtest.Scenario{Name: request, As: as, Request: request, Body: body, WantStatus: status, WantBody: want}.Run(w.t, w.Router)
	return nil
}

// made makes a rule and returns its id.
func (w *world) made(as web.CallerInfo, body string) string {
	w.t.Helper()
	answer := webtest.Do(w.t, w.Router, as, "POST /api/org/demo/alerts/rules", body, nil)
	var rule struct{ ID string }
	if answer.Code != 201 || json.Unmarshal(answer.Body.Bytes(), &rule) != nil {
		w.t.Fatalf("the rule is answered with %d: %s", answer.Code, answer.Body)
	}
	return rule.ID
}

// matching are the names of the rules that an alert fits.
func (w *world) matching(a alert.Alert) string {
	w.t.Helper()
	var names []string
	must(w.t, w.db.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) error {
		found, err := w.rules.Matching(tx, "demo", a)
		for _, m := range found {
			names = append(names, m.Rule.Name+" "+m.Email)
		}
		return err
	}))
	return strings.Join(names, ", ")
}

const plain = `"zone":"Europe/London"`

func TestRules(t *testing.T) {
	w := newWorld(t)
	const at = "POST /api/org/demo/alerts/rules"
	for field, body := range map[string]string{
		"body.name":           `{"name":" ",` + plain + `}`,
		"body.zone":           `{"name":"a","zone":"Mars/Olympus"}`,
		"body.from":           `{"name":"a","from":"25:00",` + plain + `}`,
		"body.to":             `{"name":"a","to":"00:00",` + plain + `}`,
		"body.days[0]":        `{"name":"a","days":[8],` + plain + `}`,
		"body.alert_types[0]": `{"name":"a","alert_types":["mood"],` + plain + `}`,
	} {
		w.do(una, at, body, 422, field)
	}
	w.do(south, at, `{"name":"a","groups":["north"],`+plain+`}`, 404)
	id := w.made(una, `{"name":"All","by_mail":true,`+plain+`}`)
	w.do(una, "GET /api/org/demo/alerts/rules", ``, 200, `"name":"All","alert_types":[],"severity":0,"groups":[],"days":[],"from":"00:00","to":"24:00"`, `"version":1`)
	w.do(south, "GET /api/org/demo/alerts/rules", ``, 200, `"rules":[]`)
	one := "/api/org/demo/alerts/rules/" + id
	w.do(south, "PUT "+one, `{"name":"Mine now",`+plain+`}`, 404)
	w.do(south, "DELETE "+one, ``, 404)
	w.do(una, "PUT "+one, `{"name":"Grave","severity":3,"in_portal":true,`+plain+`}`, 200, `"name":"Grave","alert_types":[],"severity":3`, `"version":2`)
	w.do(una, "DELETE "+one, ``, 204)
	w.do(una, "DELETE "+one, ``, 404)
}

func TestMatching(t *testing.T) {
	w := newWorld(t)
	w.made(una, `{"name":"All","by_mail":true,`+plain+`}`)
	w.made(una, `{"name":"North","groups":["north"],`+plain+`}`)
	w.made(south, `{"name":"Own","alert_types":["imualert"],`+plain+`}`)
	w.made(una, `{"name":"Off","enabled":false,`+plain+`}`)
	north, southern := w.raise("v-north", "imualert", 1, time.Minute), w.raise("v-south", "imualert", 1, time.Minute)
	if got := w.matching(north); got != "All una@demo.test, North una@demo.test" {
		t.Errorf("in the north: %s", got)
	}
	if got := w.matching(southern); got != "All una@demo.test, Own sam@demo.test" {
		t.Errorf("in the south: %s", got)
	}
	user := events.UserChanged{ID: "sam", Email: "new@demo.test", GroupID: "north"}
	must(t, w.rules.UserChanged(t.Context(), events.Event[events.UserChanged]{OrgID: "demo", Sequence: 5, Data: user}))
	if got := w.matching(southern); got != "All una@demo.test" {
		t.Errorf("a user who was moved is told of the south: %s", got)
	}
	user.Disabled = true
	must(t, w.rules.UserChanged(t.Context(), events.Event[events.UserChanged]{OrgID: "demo", Sequence: 6, Data: user}))
	if got := w.matching(north); got != "All una@demo.test, North una@demo.test" {
		t.Errorf("a disabled user is told: %s", got)
	}
}

// TestPreview holds what SQL says of the last 30 days to what the rule itself says.
func TestPreview(t *testing.T) {
	w := newWorld(t)
	rule := rules.Rule{Days: []int{1, 5, 7}, FromMinute: 21 * 60, ToMinute: 5*60 + 30, Zone: "Europe/Berlin", Severity: 1}
	want := 0
	for hour := range 31 * 24 {
		ago := time.Duration(hour)*time.Hour + 17*time.Minute
		a := w.raise("v-south", "imualert", hour%3, ago)
		if rule.Covers(a) && ago < 30*24*time.Hour {
			want++
		}
	}
	w.raise("v-north", "collision", 3, 10*time.Hour)
	w.do(south, "POST /api/org/demo/alerts/rules/preview", `{"name":"Nights","severity":1,"days":[7,1,5],"from":"21:00","to":"05:30","zone":"Europe/Berlin"}`, 200,
		fmt.Sprintf(`"total":%d,"more":false,"days":30`, want), `"alert_type":"imualert"`)
	w.do(south, "POST /api/org/demo/alerts/rules/preview", `{"name":"Collisions","alert_types":["collision"],`+plain+`}`, 200, `"total":0`, `"by_day":[]`, `"alerts":[]`)
	w.do(una, "POST /api/org/demo/alerts/rules/preview", `{"name":"Collisions","alert_types":["collision"],"groups":["north"],`+plain+`}`, 200,
		`"total":1`, `"by_day":[{"day":"2026-07-21","alerts":1}]`)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
