package webhooks_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/webhooks"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

// world is a directory of people with webhooks.
type world struct {
	*identitytest.World
	hooks *webhooks.Service

	mu   sync.Mutex
	sees func(s webhooks.Sight) (bool, error)
}

var kinds = []webhooks.Kind{
	{Plugin: "alerts", WebhookEvent: manifest.WebhookEvent{
		ID: "alerts.raised", Event: "event.alerts.alert", Permission: "listAlerts", Visible: "GET /api/org/{orgId}/vehicles/{vehicle_id}", Omit: []string{"emails"}, Title: manifest.Text{"en": "Alerts", "de": "Meldungen"},
	}},
	{Plugin: "logbook", Module: true, WebhookEvent: manifest.WebhookEvent{
		ID: "logbook.entry", Event: "event.logbook.entry", Permission: "listAlerts", Visible: "GET /api/org/{orgId}/logbook/{id}", Title: manifest.Text{"en": "Entries"},
	}},
}

// start runs webhooks that may send to this machine alone.
func start(t testing.TB) *world {
	t.Helper()
	w := &world{World: identitytest.Start(t)}
	w.hooks = w.host(t, netip.MustParsePrefix("127.0.0.0/8"))
	identitytest.Run(t, w.hooks.Run)
	identitytest.Eventually(t, time.Minute, "events are listened to", func() bool {
		_, err := w.Stream.Consumer(t.Context(), events.StreamEvents, "host-webhooks")
		return err == nil
	})
	return w
}

// host is what sends on one host; it does not run yet.
func (w *world) host(t testing.TB, allow ...netip.Prefix) *webhooks.Service {
	t.Helper()
	hooks, err := webhooks.New(webhooks.Config{
		Pool: w.DB.Pool(), Stream: w.Stream, Decider: w.Access.Decider, Kinds: func() []webhooks.Kind { return kinds }, Secret: "of the tests", Allow: allow,
		Sees: func(_ context.Context, s webhooks.Sight) (bool, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.sees == nil {
				return true, nil
			}
			return w.sees(s)
		},
		Site: func() string { return "https://portal.test" }, Mailed: func() {}, Log: w.Log, Now: w.Clock.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return hooks
}

func (w *world) seen(judge func(s webhooks.Sight) (bool, error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sees = judge
}

// as is a context of somebody who is signed in.
func (w *world) as(t testing.TB, email string) context.Context {
	t.Helper()
	who, _ := w.SignIn(t, email)
	c := w.Caller(t, email)
	c.SessionID = who.SessionID
	return web.WithCaller(t.Context(), c)
}

func (w *world) make(t testing.TB, ctx context.Context, want webhooks.Wanted) webhooks.Made {
	t.Helper()
	if want.Kinds == nil {
		want.Kinds = []string{"alerts.raised"}
	}
	made, err := w.hooks.Make(ctx, want)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// publish publishes an alert of a vehicle as its plugin does, and answers the event's id.
func (w *world) publish(t testing.TB, org, vehicle string) string {
	t.Helper()
	id := uuid.NewString()
	w.publishAs(t, id, org, vehicle)
	return id
}

func (w *world) publishAs(t testing.TB, id, org, vehicle string) {
	t.Helper()
	raw, err := json.Marshal(events.Event[map[string]any]{ID: id, Type: "event.alerts.alert", Version: 1, OrgID: org, At: w.Clock.Now(), Data: map[string]any{"vehicle_id": vehicle, "emails": []string{"a@b.test"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Stream.Publish(t.Context(), "event.alerts.alert", raw); err != nil {
		t.Fatal(err)
	}
}

// deliveries waits until those of a webhook are as they should be.
func (w *world) deliveries(t *testing.T, ctx context.Context, hook, what string, right func([]webhooks.Delivery) bool) (list []webhooks.Delivery) {
	t.Helper()
	identitytest.Eventually(t, 20*time.Second, what, func() bool {
		var err error
		if list, err = w.hooks.Deliveries(ctx, hook, webhooks.Asked{}); err != nil {
			t.Fatal(err)
		}
		return right(list)
	})
	return list
}

func allSent(n int) func([]webhooks.Delivery) bool {
	return func(list []webhooks.Delivery) bool {
		for _, d := range list {
			if d.State != "sent" {
				return false
			}
		}
		return len(list) == n
	}
}

// receiver is a system that takes what is sent.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []received
	answer func(w http.ResponseWriter, r *http.Request)
}

type received struct {
	header http.Header
	body   string
}

func startReceiver(t testing.TB, answer func(w http.ResponseWriter, r *http.Request)) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		r.mu.Lock()
		r.got = append(r.got, received{request.Header, string(body)})
		answer := r.answer
		r.mu.Unlock()
		if answer != nil {
			answer(w, request)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answers(answer func(w http.ResponseWriter, r *http.Request)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received{}, r.got...)
}

// status answers with a status.
func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}
