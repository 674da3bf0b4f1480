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
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	una   = alertstest.Caller("una", "/demo/", "listAlerts")
	south = alertstest.Caller("sam", "/demo/south/", "listAlerts")
)

type world struct {
	*alertstest.World
	t     *testing.T
	rules *rules.Store
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, World: alertstest.New(t, dbtest.Open(t, "plugins/alerts"), time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC))}
	w.rules = rules.NewStore(w.DB, w.Now)
	rules.NewAPI(w.rules, w.Alerts, w.Types, w.Fleet.Seen).Register(w.Router)
	return w
}

// raise keeps an alert of a vehicle, so long ago.
func (w *world) raise(vehicle, kind string, severity int, ago time.Duration) alert.Alert {
	w.t.Helper()
	a := w.Alert(vehicle, kind, "", ago)
	a.Severity = severity
	w.Take(a)
	return a
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
	alertstest.Must(w.t, w.DB.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) error {
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
		w.Do(una, at, body, 422, field)
	}
	w.Do(south, at, `{"name":"a","groups":["north"],`+plain+`}`, 404)
	id := w.made(una, `{"name":"All","by_mail":true,`+plain+`}`)
	w.Do(una, "GET /api/org/demo/alerts/rules", ``, 200, `"name":"All","alert_types":[],"severity":0,"groups":[],"days":[],"from":"00:00","to":"24:00"`, `"version":1`)
	w.Do(south, "GET /api/org/demo/alerts/rules", ``, 200, `"rules":[]`)
	one := "/api/org/demo/alerts/rules/" + id
	w.Do(south, "PUT "+one, `{"name":"Mine now",`+plain+`}`, 404)
	w.Do(south, "DELETE "+one, ``, 404)
	w.Do(una, "PUT "+one, `{"name":"Grave","severity":3,"in_portal":true,`+plain+`}`, 200, `"name":"Grave","alert_types":[],"severity":3`, `"version":2`)
	w.Do(una, "DELETE "+one, ``, 204)
	w.Do(una, "DELETE "+one, ``, 404)
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
	alertstest.Must(t, w.rules.UserChanged(t.Context(), events.Event[events.UserChanged]{OrgID: "demo", Sequence: 5, Data: user}))
	if got := w.matching(southern); got != "All una@demo.test" {
		t.Errorf("a user who was moved is told of the south: %s", got)
	}
	user.Role = "ORG_ADMIN"
	alertstest.Must(t, w.rules.UserChanged(t.Context(), events.Event[events.UserChanged]{OrgID: "demo", Sequence: 6, Data: user}))
	if got := w.matching(southern); got != "All una@demo.test, Own new@demo.test" {
		t.Errorf("an administrator is not told of the south: %s", got)
	}
	user.Role, user.Disabled = "FLEET_MANAGER", true
	alertstest.Must(t, w.rules.UserChanged(t.Context(), events.Event[events.UserChanged]{OrgID: "demo", Sequence: 7, Data: user}))
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
	w.Do(south, "POST /api/org/demo/alerts/rules/preview", `{"name":"Nights","severity":1,"days":[7,1,5],"from":"21:00","to":"05:30","zone":"Europe/Berlin"}`, 200,
		fmt.Sprintf(`"total":%d,"more":false,"days":30`, want), `"alert_type":"imualert"`)
	w.Do(south, "POST /api/org/demo/alerts/rules/preview", `{"name":"Collisions","alert_types":["collision"],`+plain+`}`, 200, `"total":0`, `"by_day":[]`, `"alerts":[]`)
	w.Do(una, "POST /api/org/demo/alerts/rules/preview", `{"name":"Collisions","alert_types":["collision"],"groups":["north"],`+plain+`}`, 200,
		`"total":1`, `"by_day":[{"day":"2026-07-21","alerts":1}]`)
}
