package mailing_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/mailing"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/mail"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugintest"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	admin  = alertstest.Caller("u", "/demo/", "viewAlertEmailList", "modifyAlertEmailList")
	viewer = alertstest.Caller("u", "/demo/", "viewAlertEmailList")
	south  = alertstest.Caller("u", "/demo/south/", "viewAlertEmailList", "modifyAlertEmailList")
)

// world is organisation demo (in Germany) with van in the group north. It is host and mail server, too.
type world struct {
	*alertstest.World
	t        *testing.T
	post     *mailing.Digest
	notifier *mailing.Notifier

	mu       sync.Mutex
	mails    []mail.Message
	failing  error
	matches  []rules.Match
	granted  map[string]web.Scope
	notified []string
}

func (w *world) Send(_ context.Context, m mail.Message) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failing != nil {
		return false, w.failing
	}
	if slices.ContainsFunc(w.mails, func(known mail.Message) bool { return known.Key == m.Key }) {
		return false, nil
	}
	w.mails = append(w.mails, m)
	return true, nil
}

func (w *world) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo", Name: "Demo & Co", CountryCode: "DE", Zone: "Europe/Berlin"}}, nil
}

func (w *world) Matching(_ *gorm.DB, _ string, a alert.Alert) ([]rules.Match, error) {
	return slices.DeleteFunc(slices.Clone(w.matches), func(m rules.Match) bool { return m.Rule.Severity > a.Severity }), nil
}

func (w *world) Grants(_ context.Context, _ string, permissions, _ []string) (map[string]web.Scope, error) {
	if fmt.Sprint(permissions) != "[listAlerts]" {
		w.t.Errorf("the host is asked about %s", permissions)
	}
	return w.granted, nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db := dbtest.Open(t, "plugins/alerts")
	w := &world{t: t, World: alertstest.New(t, db, time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC))}
	w.Vehicle("van", "Van <b>1</b>\n", "north")
	store := mailing.NewStore(db, w.Now)
	writer, err := mailing.NewWriter("https://portal.example/")
	alertstest.Must(t, err)
	w.post = mailing.NewDigest(store, w, w.Alerts, w, writer, slog.New(slog.DiscardHandler))
	w.notifier = mailing.NewNotifier(store, w, notice.NewStore(db, w.Alerts, w.Now), func(_ context.Context, _, _ string, list []notice.Notice) {
		for _, n := range list {
			w.notified = append(w.notified, n.UserID+" "+n.Rule)
		}
	})
	w.Alerts.Follow(w.notifier)
	mailing.NewAPI(store, w.Fleet, w.Types).Register(w.Router)
	return w
}

func (w *world) raise(kind, label string, ago time.Duration) alert.Alert {
	w.t.Helper()
	a, speed := w.Alert("van", kind, label, ago), 80.0
	a.SpeedKmh, a.Address = &speed, "A556, Mere"
	if kind == "ioalert" {
		a.Pin = 3
	}
	w.Take(a)
	return a
}

// posted runs the post until it has sent n mails in all, stops it wherever it is, has another do what is left, and looks that there are no more mails.
func (w *world) posted(n int) []mail.Message {
	w.t.Helper()
	ctx, stop := context.WithCancel(w.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.post.Run(ctx) }()
	plugintest.Eventually(w.t, fmt.Sprintf("there are no %d mails", n), func() bool { return len(w.sent()) >= n })
	stop()
	alertstest.Must(w.t, <-ended)
	if err := w.post.Look(w.t.Context()); (err != nil) != (w.failing != nil) {
		w.t.Fatal(err)
	}
	sent := w.sent()
	if len(sent) != n {
		w.t.Fatalf("%d mails are sent, not %d: %+v", len(sent), n, sent)
	}
	return sent
}

func (w *world) sent() []mail.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.mails)
}

const listOf = `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"imu_harsh_braking","emails":["Ann@example.com"]},{"alert_type":"io","pin":3,"emails":["door@example.com"]}]}]`

func TestLists(t *testing.T) {
	w := newWorld(t)
	const at, one = "PUT /api/org/demo/vehicles/email_list/alerts", "GET /api/org/demo/vehicles/van/email_list/alerts"
	w.Do(viewer, at, listOf, 403)
	w.Do(south, at, listOf, 404)
	w.Do(south, one, ``, 404)
	w.Do(admin, at, `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"imu_collision","emails":["a@b"]}]}]`, 422, "body[0].alert_email_list[0].emails[0]", "Dieses Feld muss eine gültige E-Mail-Adresse sein.")
	w.Do(admin, at, `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"imu_collision","emails":["a@b.de>, <c@d.de"]}]}]`, 422, "emails[0]")
	w.Do(admin, at, `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"io","emails":["a@b.de"]}]}]`, 422, "pin")
	w.Do(admin, at, `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"speedingalert","emails":[]}]}]`, 422)
	w.Do(admin, at, listOf, 200, `"alert_type":"imu_harsh_braking","pin":0,"emails":["Ann@example.com"]`)
	w.Do(admin, "POST /api/org/demo/vehicles/email_list/alerts", `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"imu_harsh_braking","emails":["bob@example.com"]}]}]`, 200)
	w.Do(viewer, one, ``, 200, `"emails":["Ann@example.com","bob@example.com"]`, `"alert_type":"io","pin":3`)
	w.Do(admin, at, `[{"vehicle_id":"van","alert_email_list":[]}]`, 200, `"alert_email_list":[]`)
}

func TestNotifications(t *testing.T) {
	w := newWorld(t)
	const at = "POST /api/org/demo/alerts/notifications/configs"
	w.Do(viewer, at, `{"notification":{"alert_types":["speedingalert"],"vehicles":["van"],"recipients":["a@b.de"]}}`, 403)
	w.Do(admin, at, `{"notification":{"alert_types":["mood"],"vehicles":["van"],"recipients":[]}}`, 422, "alert_types[0]")
	w.Do(admin, at, `{"notification":{"alert_types":["speedingalert"],"recipients":[]}}`, 422, "notification.vehicles")
	w.Do(south, at, `{"notification":{"alert_types":["speedingalert"],"nodes":["north"],"recipients":[]}}`, 404)
	w.Do(admin, at, `{"notification":{"id":"x","alert_types":["speedingalert"],"nodes":["north"],"recipients":[]}}`, 404)
	w.Do(admin, at, `{"notification":{"alert_types":["speedingalert"],"nodes":["demo"],"recipients":["boss@example.com"]}}`, 200, `"enabled":true`)
	w.Do(south, "GET /api/org/demo/alerts/notifications/configs", ``, 200, `"notifications":[]`)
	w.Do(admin, "GET /api/org/demo/alerts/notifications/configs", ``, 200, `"nodes":["demo"],"recipients":["boss@example.com"]`)
	w.raise("speedingalert", "", time.Minute)
	w.raise("imualert", "harsh_braking", time.Minute)
	if sent := w.posted(1); sent[0].To != "boss@example.com" || !strings.Contains(sent[0].Text, "https://portal.example/speeding?alert=") {
		t.Errorf("the mail is %+v", sent[0])
	}
}

// TestMails has a storm of alerts become two mails, and a crash between sending and forgetting none more.
func TestMails(t *testing.T) {
	w := newWorld(t)
	w.Do(admin, "PUT /api/org/demo/vehicles/email_list/alerts", listOf, 200)
	w.raise("imualert", "severe_braking", time.Minute)
	w.raise("imualert", "severe_braking", time.Minute) // again
	w.raise("imualert", "severe_bump", time.Minute)    // nobody's
	w.raise("imualert", "harsh_braking", 25*time.Hour) // nobody's news any more
	first := w.posted(1)[0]
	if first.To != "ann@example.com" || first.Subject != "Starkes Bremsen · Van <b>1</b>" && !strings.Contains(first.Subject, "Van <b>1</b>") || strings.Contains(first.Subject, "\n") {
		t.Errorf("the mail is %+v", first)
	}
	for _, want := range []string{"21.07.2026, 15:59 CEST", "A556, Mere", "80 km/h", "https://portal.example/notifications?alert="} {
		if !strings.Contains(first.Text, want) || !strings.Contains(first.HTML, strings.ReplaceAll(want, "?", "?")) {
			t.Errorf("the mail does not say %q: %s", want, first.Text)
		}
	}
	if strings.Contains(first.HTML, "<b>1</b>") || !strings.Contains(first.HTML, "Demo &amp; Co") {
		t.Errorf("the page takes a name for markup: %s", first.HTML)
	}
	for i := range 70 {
		w.raise("imualert", "harsh_braking", time.Duration(i)*time.Second)
	}
	w.posted(1) // they wait
	w.failing = fault.New(fault.Unavailable, "away")
	w.Later(16 * time.Minute)
	w.posted(1)
	w.failing = nil
	second := w.posted(2)[1]
	if second.Subject != "70 Meldungen" || strings.Count(second.Text, "https://portal.example/notifications?alert=") != 50 || !strings.Contains(second.Text, "20 weitere") {
		t.Errorf("the mail about the storm is %s: %s", second.Subject, second.Text)
	}
	w.raise("ioalert", "", 0)
	if third := w.posted(3)[2]; third.To != "door@example.com" || !strings.Contains(third.Subject, "Eingang 3") {
		t.Errorf("the mail about an input is %+v", third)
	}
}

// TestMails_Collision does not wait for the next quarter of an hour.
// TestMails_OfWhatBecomesWorse: an alert is told of when it is raised, and once more to those alone who ask for graver ones.
func TestMails_OfWhatBecomesWorse(t *testing.T) {
	w := newWorld(t)
	w.granted = map[string]web.Scope{"ann": {Path: "/demo/"}, "bob": {Path: "/demo/"}}
	rule := func(user string, severity int) rules.Match {
		return rules.Match{Email: user + "@example.com", Rule: rules.Rule{ID: user, UserID: user, Name: user + "'s rule", Severity: severity, ByMail: true, InPortal: true}}
	}
	w.matches = []rules.Match{rule("ann", alert.Plain), rule("bob", alert.Severe)}
	a := w.Alert("van", "speedingalert", "", time.Minute)
	a.Kind, a.Severity = alert.Speeding, alert.Moderate
	w.Take(a)
	if sent := w.posted(1); sent[0].To != "ann@example.com" || !slices.Equal(w.notified, []string{"ann ann's rule"}) {
		t.Fatalf("when it was raised %q was mailed, %v were notified", sent[0].To, w.notified)
	}
	a.Severity = alert.Severe
	alertstest.Must(t, w.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return w.notifier.Worse(tx, "demo", a, alert.Moderate) }))
	if sent := w.posted(2); sent[1].To != "bob@example.com" || !slices.Equal(w.notified, []string{"ann ann's rule", "bob bob's rule"}) {
		t.Errorf("when it became worse %q was mailed, %v were notified", sent[1].To, w.notified)
	}
}

func TestMails_Collision(t *testing.T) {
	w := newWorld(t)
	w.matches = []rules.Match{{Rule: rules.Rule{ID: "r", UserID: "una", Name: "Grave", ByMail: true, InPortal: true}, Email: "una@example.com"}}
	w.granted = map[string]web.Scope{"una": {Path: "/demo/north/"}}
	w.raise("imualert", "harsh_braking", 0)
	w.posted(1)
	w.Later(2 * time.Minute)
	w.raise("collision", "", 0)
	if sent := w.posted(2); !strings.Contains(sent[1].Text, "Ihre Meldungsregel „Grave“") {
		t.Errorf("the mail is %s", sent[1].Text)
	}
	if fmt.Sprint(w.notified) != "[una Grave una Grave]" {
		t.Errorf("notified are %v", w.notified)
	}
}

// TestMails_OfRulesLost leaves out what a rule's user may not hear of any more; what a list asks for is mailed all the same.
func TestMails_OfRulesLost(t *testing.T) {
	w := newWorld(t)
	w.Do(admin, "PUT /api/org/demo/vehicles/email_list/alerts", listOf, 200)
	w.matches = []rules.Match{
		{Rule: rules.Rule{ID: "r1", UserID: "una", Name: "Una's", ByMail: true}, Email: "una@example.com"},
		{Rule: rules.Rule{ID: "r2", UserID: "ann", Name: "Ann's", ByMail: true}, Email: "Ann@example.com"},
	}
	for name, granted := range map[string]map[string]web.Scope{
		"without the permission": {}, "of another group": {"una": {Path: "/demo/south/"}}, "a driver now": {"una": {VehicleIDs: []string{"van"}}},
	} {
		t.Run(name, func(t *testing.T) {
			w.granted = granted
			w.raise("imualert", "harsh_braking", time.Minute)
			before := len(w.sent())
			for _, m := range w.posted(before + 1)[before:] {
				if m.To != "ann@example.com" || !strings.Contains(m.Text, "Ann's") {
					t.Errorf("mailed was %+v", m)
				}
			}
			w.Later(16 * time.Minute)
		})
	}
	w.granted = map[string]web.Scope{"una": {Path: "/demo/"}}
	w.raise("imualert", "harsh_braking", time.Minute)
	w.posted(5)
}
