// Package polltest has providers that behave well and badly, and looks at what is kept of them.
package polltest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/integrations/internal/connection"
	"outrider.dev/outrider/plugins/integrations/internal/mapping"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/outrider/plugins/integrations/internal/reading"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/outbound"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// fake is a provider; each test says what it answers.
type fake struct {
	mu     sync.Mutex
	asked  []string // paths with queries
	answer func(path, cursor string) (status int, body any)
	header http.Header
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, r.URL.Path+"?"+r.URL.Query().Get("cursor"))
	for name, values := range f.header {
		w.Header()[name] = values
	}
	status, body := f.answer(r.URL.Path, r.URL.Query().Get("cursor"))
	w.WriteHeader(status)
	if text, ok := body.(string); ok {
		_, _ = w.Write([]byte(text)) // whoever asked is told by the test
		return
	}
	_ = json.NewEncoder(w).Encode(body) // the same
}

type world struct {
	t      *testing.T
	db     *store.DB
	fake   *fake
	polled *connection.Connections
	set    func(path string) // where the provider is below its server
	mu     sync.Mutex
	at     time.Time
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func newWorld(t *testing.T, allow ...netip.Prefix) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.Open(t, "plugins/integrations"), fake: &fake{}, at: time.UnixMilli(1_790_000_000_000)}
	server := httptest.NewServer(w.fake)
	t.Cleanup(server.Close)
	if allow == nil {
		allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
	client := outbound.New(outbound.Options{Timeout: time.Second, MaxBytes: 1 << 20, Allow: allow})
	w.set = func(path string) {
		set := plugin.NewTenants(map[string]string{"demo": fmt.Sprintf(`{"address":%q,"key":"secret","every_s":60}`, server.URL+path), "rival": `{}`})
		w.polled = connection.New(w.db, set, client, provider.Simulated{}, w.now)
	}
	w.set("")
	return w
}

// organisations has one that has a provider.
type organisations struct{}

func (organisations) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo"}, {ID: "rival"}}, nil
}

// poll asks until something is true of the connection.
func (w *world) poll(what string, enough func(s connection.State) bool) connection.State {
	w.t.Helper()
	ctx, stop := context.WithCancel(w.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.polled.Poll(organisations{}, slog.New(slog.DiscardHandler))(ctx) }()
	deadline := time.Now().Add(10 * time.Second)
	var s connection.State
	for {
		var err error
		if s, err = w.polled.State(w.t.Context(), "demo"); err != nil {
			w.t.Fatal(err)
		}
		if enough(s) {
			break
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%s: the connection is %+v", what, s)
		}
		select {
		case err := <-ended:
			w.t.Fatalf("%s: asking ended: %v", what, err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	stop()
	if err := <-ended; err != nil {
		w.t.Fatalf("%s: %v", what, err)
	}
	return s
}

func (w *world) inOrg(do func(tx *gorm.DB) error) {
	w.t.Helper()
	if err := w.db.InOrg(w.t.Context(), "demo", do); err != nil {
		w.t.Fatal(err)
	}
}

// told are the readings that modules were told, by vehicle of ours.
func (w *world) told() (n int, vehicles []string) {
	w.inOrg(func(tx *gorm.DB) error {
		rows, err := store.Rows[struct{ Data string }](tx, `SELECT data::text AS data FROM integrations.outbox WHERE subject = 'event.integrations.readings' ORDER BY id`)
		for _, r := range rows {
			var one events.ReadingsTaken
			if err := json.Unmarshal([]byte(r.Data), &one); err != nil {
				return err
			}
			n, vehicles = n+len(one.Samples), append(vehicles, one.VehicleID)
		}
		return err
	})
	slices.Sort(vehicles)
	return n, slices.Compact(vehicles)
}

func (w *world) mapped(theirs, ours string) {
	w.inOrg(func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `UPDATE integrations.vehicle SET vehicle_id = ?, mapped_ms = 1 WHERE id = ?`, ours, theirs); err != nil {
			return err
		}
		return reading.TellAgain(tx, "demo", theirs, w.now())
	})
}

var info = map[string]any{"name": "FleetLink"}

func sample(atMs int64, percent float64) map[string]any {
	return map[string]any{"vehicle_id": "FL-1", "sample": map[string]any{"time": atMs, "fuel_percent": percent}}
}

// good is a provider with one vehicle, and a page of readings for each cursor.
func good(pages ...[]map[string]any) func(path, cursor string) (int, any) {
	return func(path, cursor string) (int, any) {
		switch {
		case strings.HasSuffix(path, "/provider"):
			return 200, info
		case strings.HasSuffix(path, "/vehicles"):
			return 200, map[string]any{"vehicles": []map[string]string{{"id": "FL-1", "registration": "PN68 LDC"}}, "cursor": "v"}
		}
		n := 0
		if _, err := fmt.Sscanf(cursor, "c%d", &n); cursor != "" && err != nil {
			return 400, nil
		}
		if n >= len(pages) {
			return 200, map[string]any{"readings": []any{}, "cursor": cursor}
		}
		return 200, map[string]any{"readings": pages[n], "cursor": fmt.Sprintf("c%d", n+1), "more": n+1 < len(pages)}
	}
}

// TestPoll: readings come once whatever is answered twice, go on where they were, are told of mapped vehicles alone, and again once a vehicle is mapped.
func TestPoll(t *testing.T) {
	w := newWorld(t)
	at := w.now().UnixMilli()
	w.fake.answer = good([]map[string]any{sample(at-3000, 50), sample(at-2000, 51)}, []map[string]any{sample(at-2000, 51), sample(at-1000, 140)})
	s := w.poll("the first time", func(s connection.State) bool { return s.State == "connected" })
	if s.Name != "FleetLink" || s.Vehicles != 1 || s.Mapped != 0 || s.NewestAt == nil {
		t.Errorf("after the first time it is %+v", s)
	}
	if n, _ := w.told(); n != 0 {
		t.Errorf("%d readings of nobody's vehicle were told", n)
	}
	w.mapped("FL-1", "v1")
	if n, vehicles := w.told(); n != 3 || len(vehicles) != 1 || vehicles[0] != "v1" {
		t.Errorf("once mapped, %d readings of %v were told", n, vehicles)
	}
	w.pass(61 * time.Second)
	last := *s.LastSuccess
	w.poll("the second time", func(s connection.State) bool { return *s.LastSuccess != last })
	w.fake.mu.Lock()
	defer w.fake.mu.Unlock()
	if asked := w.fake.asked[len(w.fake.asked)-1]; asked != "/readings?c2" {
		t.Errorf("it went on with %s", asked)
	}
}

// TestPoll_backsOff: one that asks to be asked less often is left alone for as long, and for longer each time that it fails.
func TestPoll_backsOff(t *testing.T) {
	w := newWorld(t)
	w.fake.answer, w.fake.header = func(string, string) (int, any) { return 429, "" }, http.Header{"Retry-After": {"600"}}
	wait := func(what string, least, most time.Duration) {
		t.Helper()
		last := w.now()
		s := w.poll(what, func(s connection.State) bool {
			return s.State == "failing" && *s.LastError >= last.UTC().Format(time.RFC3339)
		})
		next, err := time.Parse(time.RFC3339, *s.Next)
		if pause := next.Sub(w.now()); err != nil || s.Problem != provider.TooMany || pause < least-time.Second || pause > most {
			t.Errorf("%s: it is left alone for %s, want %s to %s", what, pause, least, most)
		}
		w.pass(next.Sub(w.now()) + 2*time.Second)
	}
	wait("by Retry-After", 10*time.Minute, 10*time.Minute)
	w.fake.mu.Lock()
	w.fake.header = nil
	w.fake.mu.Unlock()
	wait("the second time", 4*time.Minute, 4*time.Minute)
	wait("the third time", 8*time.Minute, 8*time.Minute)
}

// TestPoll_slow: one that says nothing is given up, and what was before stays.
func TestPoll_slow(t *testing.T) {
	w := newWorld(t)
	at := w.now().UnixMilli()
	w.fake.answer = good([]map[string]any{sample(at-3000, 50)})
	w.poll("a good one", func(s connection.State) bool { return s.State == "connected" })
	w.pass(61 * time.Second)
	release := make(chan struct{})
	w.fake.mu.Lock()
	w.fake.answer = func(string, string) (int, any) { <-release; return 200, nil }
	w.fake.mu.Unlock()
	s := w.poll("slow", func(s connection.State) bool { return s.State == "failing" })
	close(release)
	if s.Problem != provider.Unreachable || s.Vehicles != 1 || s.LastSuccess == nil {
		t.Errorf("it is %+v", s)
	}
}

// TestPoll_private: an address within the host's network is not asked.
func TestPoll_private(t *testing.T) {
	w := newWorld(t, netip.MustParsePrefix("10.0.0.0/8"))
	w.fake.answer = good()
	s := w.poll("private", func(s connection.State) bool { return s.State == "failing" })
	if s.Problem != provider.NotAllowed || len(w.fake.asked) != 0 {
		t.Errorf("it is %+v, and was asked %v", s, w.fake.asked)
	}
}

// TestPoll_otherAddress: another address begins without anything mapped, although its vehicles have the same ids; with the former one its mapping is back.
func TestPoll_otherAddress(t *testing.T) {
	w := newWorld(t)
	at := w.now().UnixMilli()
	connected := func(s connection.State) bool { return s.State == "connected" && s.Vehicles == 1 }
	ask := func(path string) connection.State {
		t.Helper()
		w.pass(61 * time.Second)
		w.set(path)
		w.fake.mu.Lock()
		w.fake.answer = good([]map[string]any{sample(at-3000, 50)})
		w.fake.mu.Unlock()
		return w.poll("the provider at "+path, connected)
	}
	ask("/one")
	w.mapped("FL-1", "v1")
	if s := ask("/two"); s.Mapped != 0 {
		t.Errorf("another provider has %d mapped", s.Mapped)
	}
	w.mapped("FL-1", "v2")
	for path, ours := range map[string]string{"/one": "v1", "/two": "v2"} {
		if s := ask(path); s.Mapped != 1 {
			t.Errorf("back at %s %d are mapped", path, s.Mapped)
		}
		w.inOrg(func(tx *gorm.DB) error {
			is, err := store.One[string](tx, `SELECT vehicle_id FROM integrations.vehicle WHERE id = 'FL-1'`)
			if is != ours {
				t.Errorf("back at %s FL-1 is %s, want %s", path, is, ours)
			}
			return err
		})
	}
}

// TestPoll_stoppedWhileAsking: a plugin that stops while it asks leaves the provider to who comes next, at once.
func TestPoll_stoppedWhileAsking(t *testing.T) {
	w := newWorld(t)
	begun, answer := make(chan struct{}, 1), make(chan struct{})
	w.fake.answer = func(string, string) (int, any) {
		begun <- struct{}{}
		<-answer
		return http.StatusInternalServerError, "too late"
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.polled.Poll(organisations{}, slog.New(slog.DiscardHandler))(ctx) }()
	<-begun
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	close(answer)
	w.fake.mu.Lock()
	w.fake.answer = good([]map[string]any{sample(w.now().UnixMilli()-3000, 50)})
	w.fake.mu.Unlock()
	w.poll("the provider that was being asked", func(s connection.State) bool { return s.State == "connected" })
}

// TestListeners: a module that is switched on is told what was said in the days before, and nobody twice by the same event.
func TestListeners(t *testing.T) {
	w := newWorld(t)
	at := w.now().UnixMilli()
	w.fake.answer = good([]map[string]any{sample(at-3000, 50)})
	w.poll("a good one", func(s connection.State) bool { return s.State == "connected" })
	w.mapped("FL-1", "v1")
	l := reading.NewListeners(w.db, w.now)
	switched := func(id string, modules ...string) {
		t.Helper()
		if err := l.Switched(t.Context(), events.Event[events.OrganisationChanged]{ID: id, OrgID: "demo", Data: events.OrganisationChanged{ID: "demo", Modules: modules}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		id      string
		modules []string
		want    int
	}{{"e1", nil, 1}, {"e2", []string{"fuel"}, 2}, {"e2 again", []string{"fuel"}, 2}, {"e3", nil, 2}, {"e4", []string{"ev", "fuel"}, 3}} {
		if switched(step.id, step.modules...); true {
			if n, _ := w.told(); n != step.want {
				t.Errorf("after %s %d readings were told, want %d", step.id, n, step.want)
			}
		}
	}
}

func TestSuggest(t *testing.T) {
	mine := "v9"
	ours := []mapping.Ours{
		{ID: "v1", Name: "HGV-007", Key: "PN68 LDC", VIN: "Z99DH0DEMX0000008"},
		{ID: "v2", Name: "TIP-008", VIN: "WDB9634031L000001"},
		{ID: "v3", Name: "VAN-109", Key: "PN22 OKA"},
		{ID: "v4", Name: "A", Key: "SAME 1"},
		{ID: "v5", Name: "B", Key: "SAME-1"},
		{ID: "v9", Name: "taken", Key: "TAKEN 9"},
	}
	got := mapping.Suggest([]mapping.Row{
		{ID: "both", Registration: "pn68-ldc", VIN: "z99dh0demx0000008"},
		{ID: "vin", VIN: "WDB9634031L000001"},
		{ID: "look", Registration: "PN22 0KA"},
		{ID: "two", Registration: "SAME 1"},
		{ID: "none", Registration: "MX19 RTE"},
		{ID: "short", Registration: "A"},
		{ID: "mine", Registration: "TAKEN 9", VehicleID: &mine},
		{ID: "other", Registration: "TAKEN 9"},
	}, ours)
	for id, want := range map[string]string{"both": "v1 high registration,vin", "vin": "v2 high vin", "look": "v3 fair registration", "two": "  ", "none": "  ", "short": "  ", "mine": "  ", "other": "  "} {
		if s := got[id]; s.VehicleID+" "+s.Certainty+" "+strings.Join(s.By, ",") != want {
			t.Errorf("%s is suggested %+v, want %s", id, s, want)
		}
	}
}
