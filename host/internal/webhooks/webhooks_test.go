package webhooks_test

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/webhooks"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// verified reports whether a receiver with the library of Standard Webhooks takes a message.
func verified(t *testing.T, secret string, r received) bool {
	t.Helper()
	verifier, err := standard.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return verifier.VerifyIgnoringTimestamp([]byte(r.body), r.header) == nil
}

func TestWebhook_SendsWhatItsMakerSees(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Clock.Go() // what fails once on a busy machine is sent again when its time has come
	admin, to := w.as(t, "org_admin@alpha.test"), startReceiver(t, nil)
	w.seen(func(s webhooks.Sight) (bool, error) {
		return s.UserID == web.Caller(admin).UserID && s.Group == "" && s.Path == "/api/org/alpha/vehicles/van%201", nil
	})
	made := w.make(t, admin, webhooks.Wanted{URL: to.URL + "/hook?key=1"})
	if !strings.HasPrefix(made.Secret, "whsec_") {
		t.Errorf("the secret is %q", made.Secret)
	}
	w.publish(t, "alpha", "van 2") // somewhere else
	w.publish(t, "beta", "van 1")
	id := w.publish(t, "alpha", "van 1")
	w.publishAs(t, id, "alpha", "van 1") // a host that died before it acknowledged: it comes again
	last := w.publish(t, "alpha", "van 1")
	list := w.deliveries(t, admin, made.ID, "two are sent", allSent(2))
	if list[1].EventID != id || list[0].EventID != last || list[0].Code != http.StatusOK || list[0].Attempts != 1 {
		t.Errorf("sent: %+v", list)
	}
	got := to.all()
	if len(got) != 2 || !verified(t, made.Secret, got[0]) || verified(t, "whsec_AAAA", got[0]) {
		t.Fatalf("received: %+v", got)
	}
	if !slices.ContainsFunc(got, func(r received) bool { return r.header.Get(webhooks.HeaderID) == id }) || !strings.Contains(got[0].body, `"type":"alerts.raised"`) || strings.Contains(got[0].body, "emails") {
		t.Errorf("received %s", got[0].body)
	}

	// A replay has the same id and body; for a day both secrets sign.
	rotated, err := w.hooks.Rotate(admin, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	if count, err := w.hooks.Replay(admin, made.ID, webhooks.Again{IDs: []int64{list[0].ID}}); err != nil || count != 1 {
		t.Fatalf("replayed %d, %v", count, err)
	}
	identitytest.Eventually(t, 20*time.Second, "it is sent again", func() bool { return len(to.all()) == 3 })
	again := to.all()[2]
	if again.header.Get(webhooks.HeaderID) != last || !verified(t, made.Secret, again) || !verified(t, rotated.Secret, again) {
		t.Errorf("sent again: %+v", again)
	}
	w.Clock.Advance(25 * time.Hour)
	from, to2 := w.Clock.Now().Add(-48*time.Hour), w.Clock.Now()
	w.deliveries(t, admin, made.ID, "the replay is over", allSent(2))
	if count, err := w.hooks.Replay(admin, made.ID, webhooks.Again{From: &from, To: &to2, State: "sent"}); err != nil || count != 2 {
		t.Fatalf("replayed %d of a time, %v", count, err)
	}
	identitytest.Eventually(t, 20*time.Second, "they are sent again", func() bool { return len(to.all()) == 5 })
	if r := to.all()[4]; verified(t, made.Secret, r) || !verified(t, rotated.Secret, r) {
		t.Error("after a day the former secret still signs")
	}

	// What is not seen any more does not go again, and a test always does.
	w.deliveries(t, admin, made.ID, "the second replay is over", allSent(2))
	w.seen(func(webhooks.Sight) (bool, error) { return false, nil })
	if _, err := w.hooks.Replay(admin, made.ID, webhooks.Again{IDs: []int64{list[0].ID}}); err != nil {
		t.Fatal(err)
	}
	w.deliveries(t, admin, made.ID, "it is withheld", func(list []webhooks.Delivery) bool { return list[0].State == "given_up" && list[0].Problem == "hidden" })
	tested, err := w.hooks.Test(admin, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.deliveries(t, admin, made.ID, "the test is sent", func(list []webhooks.Delivery) bool { return list[0].ID == tested && list[0].State == "sent" })
	whole, err := w.hooks.Delivery(admin, made.ID, tested)
	if err != nil || !strings.Contains(whole.Body, "test of your webhook") || len(whole.Tries) != 1 {
		t.Errorf("the test: %+v, %v", whole, err)
	}
}

func TestWebhook_RetriesAndPauses(t *testing.T) {
	t.Parallel()
	w := start(t)
	admin, broken, slow, fine := w.as(t, "org_admin@alpha.test"), startReceiver(t, status(500)), startReceiver(t, nil), startReceiver(t, nil)
	let := make(chan struct{})
	slow.answers(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-let:
		case <-r.Context().Done():
		}
	})
	hook, hanging, good := w.make(t, admin, webhooks.Wanted{URL: broken.URL}), w.make(t, admin, webhooks.Wanted{URL: slow.URL}), w.make(t, admin, webhooks.Wanted{URL: fine.URL})
	for range 20 {
		w.publish(t, "alpha", "van")
	}
	// Whoever is slow or down keeps nothing from others.
	w.deliveries(t, admin, good.ID, "the others are sent", allSent(20))
	if n := len(slow.all()); n > 4 {
		t.Errorf("a slow receiver has %d at once", n)
	}
	close(let)
	w.deliveries(t, admin, hanging.ID, "they are sent when it answers", allSent(20))
	first := w.deliveries(t, admin, hook.ID, "all were tried", func(list []webhooks.Delivery) bool { return len(list) == 20 && list[0].Attempts == 1 })
	if d := first[0]; d.State != "waiting" || d.Code != 500 || d.Problem != "status" || d.NextAt == nil || d.NextAt.Sub(w.Clock.Now()) > 5*time.Second {
		t.Errorf("after the first failure: %+v", d)
	}

	// Failing for long pauses it, and the administrators are told. What waits goes when it is resumed.
	for range 4 {
		w.Clock.Advance(40 * time.Minute)
		before := len(broken.all())
		identitytest.Eventually(t, 20*time.Second, "they are tried again", func() bool {
			now := w.hook(t, admin, hook.ID)
			return len(broken.all()) >= before+20 || now.Paused != ""
		})
	}
	paused := w.hook(t, admin, hook.ID)
	if paused.Paused != webhooks.PausedFailing || paused.Waiting != 20 {
		t.Fatalf("not paused: %+v", paused)
	}
	var subject string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT subject FROM outrider.mail WHERE recipient = 'org_admin@alpha.test'`).Scan(&subject); err != nil || subject != "A webhook was paused" {
		t.Errorf("the administrator is told %q, %v", subject, err)
	}
	broken.answers(nil)
	if _, err := w.hooks.Change(admin, hook.ID, paused.Version-1, webhooks.Wanted{URL: broken.URL, Kinds: []string{"alerts.raised"}}); err == nil {
		t.Error("a change of an old version is taken")
	}
	if _, err := w.hooks.Change(admin, hook.ID, paused.Version, webhooks.Wanted{URL: broken.URL, Kinds: []string{"alerts.raised"}}); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(4 * time.Hour)
	w.deliveries(t, admin, hook.ID, "what waited is sent", allSent(20))

	// Gone is for ever; and a receiver that is down all day is given up.
	broken.answers(status(http.StatusGone))
	w.publish(t, "alpha", "van")
	identitytest.Eventually(t, 20*time.Second, "it is paused", func() bool { return w.hook(t, admin, hook.ID).Paused == webhooks.PausedGone })
}

func (w *world) hook(t *testing.T, ctx context.Context, id string) webhooks.Webhook {
	t.Helper()
	list, err := w.hooks.List(ctx)
	at := slices.IndexFunc(list, func(h webhooks.Webhook) bool { return h.ID == id })
	if err != nil || at < 0 {
		t.Fatalf("the webhook is not listed: %v", err)
	}
	return list[at]
}

func TestWebhook_EndsWithItsMaker(t *testing.T) {
	t.Parallel()
	w := start(t)
	admin, to := w.as(t, "org_admin@alpha.test"), startReceiver(t, nil)
	w.seen(func(webhooks.Sight) (bool, error) { return false, errors.New("the plugin is away") })
	hook := w.make(t, admin, webhooks.Wanted{URL: to.URL})
	w.publish(t, "alpha", "van")
	identitytest.Eventually(t, 20*time.Second, "it waits until somebody can tell", func() bool { return w.hook(t, admin, hook.ID).Waiting == 1 })
	yes := true
	other := w.as(t, "sys_admin@alpha.test")
	if _, err := w.Identity.UpdateUser(t.Context(), identity.Actor{UserID: web.Caller(other).UserID, OrgID: "alpha"}, web.Caller(admin).UserID, identity.UserChange{Disabled: &yes}); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, 20*time.Second, "it is paused", func() bool {
		w.Clock.Advance(time.Minute)
		w.hooks.Wake()
		return w.hook(t, other, hook.ID).Paused == webhooks.PausedMaker
	})
	w.seen(nil)
	now := w.hook(t, other, hook.ID)
	if len(to.all()) != 0 {
		t.Error("it was sent in the name of somebody who is disabled")
	}
	if _, err := w.hooks.Change(other, hook.ID, now.Version, webhooks.Wanted{URL: to.URL, Kinds: hook.Kinds, Group: "alpha-depot"}); err != nil {
		t.Fatal(err)
	}
	w.seen(func(s webhooks.Sight) (bool, error) { return s.Group == "alpha-depot", nil })
	w.Clock.Advance(time.Minute)
	w.deliveries(t, other, hook.ID, "who saved it is its maker", allSent(1))

	// A host that took a delivery and was killed is given up on after a minute; another host then sends it. (One that took it just before the clock was
	// advanced is given up on, too: then it was sent twice already.)
	sent := len(to.all())
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.webhook_delivery SET state = 'waiting', taken_at = $1::timestamptz, next_at = $1::timestamptz + interval '1 minute'`, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	identitytest.Run(t, w.host(t, netip.MustParsePrefix("127.0.0.0/8")).Run)
	w.Clock.Advance(2 * time.Minute)
	identitytest.Eventually(t, 20*time.Second, "it is sent by another", func() bool { return len(to.all()) > sent && w.hook(t, other, hook.ID).Waiting == 0 })
}

// TestWebhook_SavedMeanwhile: what a receiver answers to a delivery that went before somebody saved another address says nothing of the webhook as it is now.
func TestWebhook_SavedMeanwhile(t *testing.T) {
	t.Parallel()
	w := start(t)
	arrived, release := make(chan struct{}, 1), make(chan struct{})
	gone := startReceiver(t, func(rw http.ResponseWriter, _ *http.Request) {
		arrived <- struct{}{}
		<-release
		rw.WriteHeader(http.StatusGone)
	})
	admin, other := w.as(t, "org_admin@alpha.test"), startReceiver(t, nil)
	hook := w.make(t, admin, webhooks.Wanted{URL: gone.URL})
	w.publish(t, "alpha", "van")
	<-arrived
	if _, err := w.hooks.Change(admin, hook.ID, w.hook(t, admin, hook.ID).Version, webhooks.Wanted{URL: other.URL, Kinds: hook.Kinds}); err != nil {
		t.Fatal(err)
	}
	close(release)
	w.deliveries(t, admin, hook.ID, "what it answered is noted", func(list []webhooks.Delivery) bool { return len(list) == 1 && list[0].Attempts == 1 })
	identitytest.Eventually(t, 20*time.Second, "it is sent to the new address", func() bool {
		w.Clock.Advance(time.Minute)
		w.hooks.Wake()
		return len(other.all()) > 0
	})
	if now := w.hook(t, admin, hook.ID); now.Paused != "" {
		t.Errorf("it is paused: %s", now.Paused)
	}
}

func TestWebhook_PrivateAddresses(t *testing.T) {
	t.Parallel()
	w := start(t)
	admin := w.as(t, "org_admin@alpha.test")
	strict := w.host(t) // a host that may send to no private network
	for _, address := range []string{"https://169.254.169.254/latest", "https://[::ffff:169.254.169.254]/", "https://10.0.0.1/", "http://example.com/", "ftp://example.com/", "https://user:word@example.com/"} {
		if _, err := strict.Make(admin, webhooks.Wanted{URL: address, Kinds: []string{"alerts.raised"}}); err == nil {
			t.Errorf("%s is taken", address)
		}
	}
	// By redirect: the receiver is allowed, and where it leads is not asked.
	var reached bool
	inner := startReceiver(t, func(http.ResponseWriter, *http.Request) { reached = true })
	away := startReceiver(t, func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, inner.URL, http.StatusTemporaryRedirect)
	})
	hook := w.make(t, admin, webhooks.Wanted{URL: away.URL})
	w.publish(t, "alpha", "van")
	list := w.deliveries(t, admin, hook.ID, "it is tried", func(list []webhooks.Delivery) bool { return len(list) == 1 && list[0].Attempts == 1 })
	if list[0].Problem != "redirect" || reached {
		t.Errorf("a redirect: %+v, followed: %v", list[0], reached)
	}
	// By name, and by a name that is judged when it is entered and stands for something else when it is asked: what counts is the address that is connected to.
	private := w.make(t, admin, webhooks.Wanted{URL: "https://metadata.test/", Kinds: []string{"alerts.raised"}})
	port := inner.URL[strings.LastIndex(inner.URL, ":")+1:]
	if _, err := strconv.Atoi(port); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.webhook SET url = $2 WHERE id = $1`, private.ID, "http://[::1]:"+port+"/"); err != nil {
		t.Fatal(err)
	}
	w.publish(t, "alpha", "van")
	list = w.deliveries(t, admin, private.ID, "it is tried", func(list []webhooks.Delivery) bool { return len(list) == 1 && list[0].Attempts > 0 })
	if list[0].Problem != "private" {
		t.Errorf("a name that leads within: %+v", list[0])
	}
}

func TestWebhook_Operations(t *testing.T) {
	t.Parallel()
	w := start(t)
	caller := func(email string) web.CallerInfo { return web.Caller(w.as(t, email)) }
	admin, driver, beta := caller("org_admin@alpha.test"), caller("driver@alpha.test"), caller("org_admin@beta.test")
	r := w.hooks.Router("0.1.0")
	body := func(url, kind, group string) string {
		return `{"url":"` + url + `","description":"ERP","kinds":["` + kind + `"],"group":"` + group + `"}`
	}
	const all = "POST /api/org/alpha/webhooks"
	for _, s := range []webtest.Scenario{
		{Name: "a guest", Request: all, Body: body("https://e.test", "alerts.raised", ""), WantStatus: 401},
		{Name: "a driver", As: driver, Request: all, Body: body("https://e.test", "alerts.raised", ""), WantStatus: 403},
		{Name: "no kind", As: admin, Request: all, Body: body("https://e.test", "nothing.there", ""), WantStatus: 422, WantBody: []string{"body.kinds[0]"}},
		{Name: "a module that is off", As: caller("org_admin@gamma.test"), Request: "POST /api/org/gamma/webhooks", Body: body("https://e.test", "logbook.entry", ""), WantStatus: 422},
		{Name: "a group that is not there", As: admin, Request: all, Body: body("https://e.test", "alerts.raised", "beta-depot"), WantStatus: 422, WantBody: []string{"body.group"}},
		{Name: "no address", As: admin, Request: all, Body: body("e", "alerts.raised", ""), WantStatus: 422, WantBody: []string{"body.url"}},
		{Name: "a good one", As: admin, Request: all, Body: body("https://e.test", "alerts.raised", "alpha-depot"), WantStatus: 201, WantBody: []string{`"secret":"whsec_`}},
		{Name: "listed without the secret", As: admin, Request: "GET /api/org/alpha/webhooks", WantStatus: 200, WantBody: []string{`"description":"ERP"`, `"title":"Alerts"`}, NotBody: []string{"whsec_", "logbook"}},
		{Name: "none of another organisation", As: beta, Request: "GET /api/org/beta/webhooks", WantStatus: 200, WantBody: []string{`"Webhooks":[]`}},
	} {
		s.Run(t, r)
	}
	list, err := w.hooks.List(web.WithCaller(t.Context(), admin))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	one := "/api/org/beta/webhooks/" + list[0].ID
	for _, request := range []string{"DELETE " + one, "POST " + one + "/secret", "POST " + one + "/test", "GET " + one + "/deliveries", "GET " + one + "/deliveries/1"} {
		webtest.Scenario{Name: "of another organisation", As: beta, Request: request, WantStatus: 404}.Run(t, r)
	}
	webtest.Scenario{Name: "nothing said", As: admin, Request: "POST /api/org/alpha/webhooks/" + list[0].ID + "/replay", Body: `{}`, WantStatus: 422}.Run(t, r)
	webtest.Scenario{Name: "deleted", As: admin, Request: "DELETE /api/org/alpha/webhooks/" + list[0].ID, WantStatus: 204}.Run(t, r)
	var sealed int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.webhook`).Scan(&sealed); err != nil || sealed != 0 {
		t.Errorf("%d are left, %v", sealed, err)
	}
}
