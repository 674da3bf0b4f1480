// Package identitytest runs identity and access for tests on a real Postgres, Keto and NATS. Packages that use it have hosttest.Run in
// their TestMain.
package identitytest

import (
	"context"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// World is everything that identity and access need, running.
type World struct {
	DB       *database.DB
	Keto     *access.Keto
	Server   *embedded.Keto
	NATS     *nats.Conn
	Stream   jetstream.JetStream
	Clock    *Clock
	Keys     *session.Keys
	Hasher   *password.Hasher
	Access   *access.Service
	Identity *identity.Service
	Sessions *session.Service
	Log      *slog.Logger
	Sees     sync.Map // "<user's id> <vehicle>": vehicles that somebody sees by their group, as the fleet would answer

	parts   embedded.Parts
	options embedded.KetoOptions
}

// Clock is the time of the sessions; it stands still until a test moves it, or lets it go.
type Clock struct {
	mu    sync.Mutex
	at    time.Time
	going time.Time // when it was let go; zero: it stands still
}

// Now is the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.going.IsZero() {
		return c.at
	}
	return c.at.Add(time.Since(c.going))
}

// Go sets the clock right and lets it go, for tests with parts that look at the machine's.
func (c *Clock) Go() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.going = time.Now()
	c.at = c.going.UTC()
}

// Advance moves the clock on.
func (c *Clock) Advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(by)
}

// Start starts a world with every permission of the catalogue defined and the test organisations planted. Everything stops with the test.
func Start(t testing.TB) *World {
	t.Helper()
	w := assemble(t, hosttest.DatabaseLike(t, "planted", func(url string) { prepare(t, url) }))
	Run(t, w.Access.Run, w.Identity.Run)
	Eventually(t, time.Minute, "the seeded grants reach Keto", w.Settled)
	return w
}

// assemble makes a world in which nothing runs yet.
func assemble(t testing.TB, dsn string) *World {
	t.Helper()
	w := &World{Clock: &Clock{at: time.Now().UTC().Truncate(time.Microsecond)}, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	w.DB = must(database.Open(t.Context(), dsn))(t)
	t.Cleanup(w.DB.Close)
	w.startKeto(t, dsn)
	w.connect(t)
	w.Hasher = must(password.NewHasher(4))(t)
	w.Keys = session.NewKeys(w.DB.Pool(), w.Clock.Now)
	w.Access = w.NewAccess(t)
	w.Identity = identity.New(identity.Config{Pool: w.DB.Pool(), Access: w.Access, Hasher: w.Hasher, JetStream: w.Stream, Log: w.Log, PublicURL: func() string { return "https://portal.test" }})
	w.Sessions = session.New(session.Config{Pool: w.DB.Pool(), Keys: w.Keys, Hasher: w.Hasher, TwoStep: must(twostep.New("of the tests", w.Clock.Now))(t), Log: w.Log, Changed: w.Access.Changed, Now: w.Clock.Now, PublicURL: func() string { return "https://portal.test" }})
	return w
}

// NewAccess builds another access service on the same parts, as a second host has; it does not run yet.
func (w *World) NewAccess(t testing.TB) *access.Service {
	return access.New(access.Config{
		Pool: w.DB.Pool(), Keto: w.Keto, NATS: w.NATS, Verifier: w.Keys, Log: w.Log, Metrics: prometheus.NewRegistry(),
		HostID: t.Name(), StaleAfter: 5 * time.Second,
		SeesVehicle: func(_ context.Context, user, _, vehicle string) (bool, error) {
			_, sees := w.Sees.Load(user + " " + vehicle)
			return sees, nil
		},
	})
}

// Run runs background tasks until the test ends, and waits for them.
func Run(t testing.TB, tasks ...func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	group, ctx := errgroup.WithContext(ctx)
	for _, task := range tasks {
		group.Go(func() error { return task(ctx) })
	}
	t.Cleanup(func() {
		cancel()
		if err := group.Wait(); err != nil {
			t.Errorf("a background task ended with %v", err)
		}
	})
}

// Settled reports whether all grants have reached Keto and a heartbeat was heard.
func (w *World) Settled() bool {
	var waiting int
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := w.DB.Pool().QueryRow(ctx, `SELECT count(*) FROM outrider.keto_outbox`).Scan(&waiting)
	return err == nil && waiting == 0 && w.Access.Fresh()
}

// UserID is the id of an account.
func (w *World) UserID(t testing.TB, email string) string {
	t.Helper()
	var id string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT id::text FROM outrider.account WHERE email = $1`, email).Scan(&id); err != nil {
		t.Fatalf("find %s: %v", email, err)
	}
	return id
}

// SignIn begins a session of a planted account and returns whom its token speaks for.
func (w *World) SignIn(t testing.TB, email string) (access.Subject, session.Tokens) {
	t.Helper()
	tokens, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: email, Password: identity.SeedPassword}, session.Client{Address: "192.0.2.1"})
	if err != nil {
		t.Fatalf("sign %s in: %v", email, err)
	}
	who, err := w.Keys.Verify(t.Context(), tokens.Access)
	if err != nil {
		t.Fatalf("verify the token of %s: %v", email, err)
	}
	return who, tokens
}

// Decide asks until somebody can tell: on a machine that stood still for a while no heartbeat was heard lately.
func (w *World) Decide(t testing.TB, who access.Subject, org string) (grant *access.Grant, err error) {
	t.Helper()
	Eventually(t, time.Minute, "access can be checked", func() bool {
		grant, err = w.Access.Decider.Decide(t.Context(), who, org)
		return fault.KindOf(err) != fault.Unavailable
	})
	return grant, err
}

// prepare makes the host's tables and Keto's in an empty database, plants the test organisations, and lets their grants reach Keto.
func prepare(t testing.TB, dsn string) {
	db := must(database.Open(t.Context(), dsn))(t)
	defer db.Close()
	if _, err := db.Pool().Exec(t.Context(), `CREATE SCHEMA keto`); err != nil {
		t.Fatal(err)
	}
	plant(t, db)
	ended := &part{TB: t}
	defer ended.end()
	w := assemble(ended, dsn)
	Run(ended, w.Access.Run) // events wait in the outbox for the streams of each test
	Eventually(t, time.Minute, "the planted grants reach Keto", w.Settled)
}

// part is a part of a test: what it cleans up is cleaned up at its end already.
type part struct {
	testing.TB
	cleanups []func()
}

func (p *part) Cleanup(f func()) { p.cleanups = append(p.cleanups, f) }

func (p *part) end() {
	for _, f := range slices.Backward(p.cleanups) {
		f()
	}
}

func (w *World) startKeto(t testing.TB, dsn string) {
	t.Helper()
	w.parts, w.options = hosttest.Parts(t), ketoOptions(t, dsn)
	w.RestartKeto(t)
	w.Keto = must(access.NewKeto(w.Server.ReadURL(), w.Server.WriteURL(), nil))(t)
	t.Cleanup(w.Keto.Close)
}

func ketoOptions(t testing.TB, dsn string) embedded.KetoOptions {
	t.Helper()
	u := must(url.Parse(dsn))(t)
	q := u.Query()
	q.Set("search_path", "keto")
	u.RawQuery = q.Encode()
	return embedded.KetoOptions{
		Binary: filepath.Join(hosttest.Root(t), "build", "bin", "keto"), DSN: u.String(), Namespaces: access.Namespaces, ReadDepth: access.MaxReadDepth, ReadWidth: access.MaxReadWidth,
		Connections: 4, // a test asks little, and each costs a process of the database
	}
}

// RestartKeto starts Keto on the ports that it had before.
func (w *World) RestartKeto(t testing.TB) {
	t.Helper()
	w.Server = must(embedded.StartKeto(t.Context(), w.parts, w.options))(t)
	t.Cleanup(w.Server.Stop)
}

func (w *World) connect(t testing.TB) {
	t.Helper()
	w.NATS = must(hosttest.NATS(t).Connect())(t)
	t.Cleanup(w.NATS.Close)
	w.Stream = must(jetstream.New(w.NATS))(t)
	must(w.Stream.CreateStream(t.Context(), jetstream.StreamConfig{Name: events.StreamEvents, Subjects: []string{"event.>"}}))(t)
}

func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// Eventually waits until a condition holds.
func Eventually(t testing.TB, within time.Duration, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(within)
	defer deadline.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-deadline.C:
			t.Fatalf("%s: not within %s", what, within)
		case <-tick.C:
		}
	}
}
