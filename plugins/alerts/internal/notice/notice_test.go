package notice_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

const at = "/api/org/demo/alerts/notices"

var (
	una   = alertstest.Caller("una", "/demo/", "listAlerts")
	sam   = alertstest.Caller("sam", "/demo/south/", "listAlerts")
	guest = alertstest.Caller("una", "/demo/")
)

type world struct {
	*alertstest.World
	t     *testing.T
	store *notice.Store
	told  []string
}

func (w *world) NoticesRead(_ context.Context, orgID, userID string, unread int) {
	w.told = append(w.told, fmt.Sprintf("%s %s %d", orgID, userID, unread))
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: alertstest.New(t, dbtest.Open(t, "plugins/alerts"), time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC)), t: t}
	w.store = notice.NewStore(w.DB, w.Alerts, w.Now)
	notice.NewAPI(w.store, w).Register(w.Router)
	return w
}

// tell keeps an alert of a vehicle and notices of it for users, and returns how many were new.
func (w *world) tell(vehicle string, ago time.Duration, users ...string) int {
	w.t.Helper()
	a := w.Alert(vehicle, "collision", "", ago)
	w.Take(a)
	var list, fresh []notice.Notice
	for _, user := range users {
		list = append(list, notice.Notice{UserID: user, AlertID: a.ID, RuleID: "r", Rule: "Rule of " + user})
	}
	alertstest.Must(w.t, w.DB.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) (err error) {
		fresh, err = w.store.Write(tx, "demo", list)
		return err
	}))
	return len(fresh)
}

type page struct {
	Notices []struct {
		ID, At, Rule string
		Read         bool
		Alert        struct {
			AlertID   string `json:"alert_id"`
			VehicleID string `json:"vehicle_id"`
		}
	}
	Unread int
	Next   string
}

func (w *world) list(as web.CallerInfo, query string) (p page) {
	w.t.Helper()
	answer := webtest.Do(w.t, w.Router, as, "GET "+at+query, "", nil)
	if answer.Code != 200 || json.Unmarshal(answer.Body.Bytes(), &p) != nil {
		w.t.Fatalf("the list is answered with %d: %s", answer.Code, answer.Body)
	}
	return p
}

func TestNotices(t *testing.T) {
	w := newWorld(t)
	if n := w.tell("v-north", time.Minute, "una", "sam", "una"); n != 2 {
		t.Errorf("%d notices are new, not one a user", n)
	}
	if n := w.tell("v-north", time.Minute, "una"); n != 0 {
		t.Errorf("%d notices of an alert that is known are new", n)
	}
	w.tell("v-south", 2*time.Minute, "una", "sam")
	w.tell("v-north", 3*time.Minute, "una")

	first := w.list(una, "?rows_per_page=2")
	if len(first.Notices) != 2 || first.Unread != 3 || first.Next == "" || first.Notices[0].Rule != "Rule of una" || first.Notices[0].At != "2026-07-21T14:00:00Z" || first.Notices[1].Alert.VehicleID != "v-south" {
		t.Fatalf("the first page is %+v", first)
	}
	second := w.list(una, "?rows_per_page=2&before="+first.Next)
	if len(second.Notices) != 1 || second.Next != "" || second.Notices[0].ID == first.Notices[1].ID {
		t.Errorf("the second page is %+v", second)
	}
	if seen := w.list(sam, ""); len(seen.Notices) != 1 || seen.Unread != 1 || seen.Notices[0].Alert.VehicleID != "v-south" {
		t.Errorf("a notice about a vehicle that is out of sight is shown: %+v", seen)
	}
	driver := sam
	driver.Scope = web.Scope{VehicleIDs: []string{"v-south"}}
	if seen := w.list(driver, ""); len(seen.Notices) != 0 {
		t.Errorf("a driver hears of what nobody flagged: %+v", seen)
	}

	newest, oldest := first.Notices[0].ID, second.Notices[0].ID
	w.Do(una, "PUT "+at+"/"+newest, `{"read":true}`, 200, `"read":true`, `"alert_type":"collision"`)
	if got := w.list(una, "?unread=true"); len(got.Notices) != 2 || got.Unread != 2 {
		t.Errorf("unread are %+v", got)
	}
	w.Do(una, "PUT "+at+"/"+newest, `{"read":false}`, 200, `"read":false`)
	w.Do(una, "POST "+at+"/read", `{"up_to":"`+first.Notices[1].ID+`"}`, 200, `"unread":1`)
	w.Do(una, "POST "+at+"/read", `{}`, 200, `"unread":0`)
	if got := strings.Join(w.told, ", "); got != "demo una 2, demo una 3, demo una 1, demo una 0" {
		t.Errorf("browsers were told %s", got)
	}
	if got := w.list(sam, ""); got.Unread != 1 {
		t.Errorf("another user's notices were read: %+v", got)
	}
	w.Do(sam, "PUT "+at+"/"+oldest, `{"read":true}`, 404)
	w.Do(sam, "POST "+at+"/read", `{"up_to":"`+oldest+`"}`, 404)
}

func TestNotices_Refused(t *testing.T) {
	w := newWorld(t)
	w.Do(guest, "GET "+at, ``, 403)
	w.Do(una, "GET "+at+"?before=x", ``, 422, "query.before")
	w.Do(una, "GET "+at+"?rows_per_page=101", ``, 422, "query.rows_per_page")
	for _, id := range []string{"1", "x", "-1", "99999999999999999999"} {
		w.Do(una, "PUT "+at+"/"+id, `{"read":true}`, 404)
		w.Do(una, "POST "+at+"/read", `{"up_to":"`+id+`"}`, 404)
	}
	w.Do(una, "PUT "+at+"/1", `{"read":"yes"}`, 422, "body.read")
}

// TestForget keeps the newest of each user, for some time.
func TestForget(t *testing.T) {
	w := newWorld(t)
	for i := range notice.Kept + 5 {
		w.tell("v-north", time.Duration(i)*time.Second, "una")
	}
	w.tell("v-north", time.Hour, "sam")
	rows := func() (n int) {
		alertstest.Must(t, w.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return tx.Raw(`SELECT count(*) FROM alerts.notice`).Scan(&n).Error }))
		return n
	}
	if got := w.list(una, ""); got.Unread != notice.Kept {
		t.Errorf("%d notices are shown", got.Unread)
	}
	alertstest.Must(t, w.store.Forget(t.Context(), "demo"))
	if got := rows(); got != notice.Kept+1 {
		t.Errorf("%d notices are kept", got)
	}
	w.Later(notice.KeptFor)
	if got := w.list(una, ""); len(got.Notices) != 0 || got.Unread != 0 {
		t.Errorf("old notices are shown: %d", got.Unread)
	}
	alertstest.Must(t, w.store.Forget(t.Context(), "demo"))
	if got := rows(); got != 0 {
		t.Errorf("%d old notices are kept", got)
	}
}

// TestMoved shows nothing of a vehicle that was moved out of sight.
func TestMoved(t *testing.T) {
	w := newWorld(t)
	w.tell("v-south", 0, "sam")
	moved := events.VehicleChanged{ID: "v-south", Name: "Lorry", Type: "van", GroupID: "north"}
	alertstest.Must(t, w.Fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 2, Data: moved}))
	if got := w.list(sam, ""); len(got.Notices) != 0 || got.Unread != 0 {
		t.Errorf("shown are %+v", got)
	}
}
