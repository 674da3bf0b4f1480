package access

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"

	"outrider.dev/sdk/fault"
)

const (
	sweepEvery   = time.Minute
	keepIdle     = 15 * time.Minute
	loadTimeout  = 5 * time.Second
	checksAtOnce = 16 // of the whole host, so that a burst of sign-ins does not drown Keto
	loadAttempts = 5
)

// Decider answers who a token speaks for and what that user may do, from memory when it can. It is safe for concurrent use.
type Decider struct {
	pool     *pgxpool.Pool
	keto     *Keto
	verifier Verifier
	log      *slog.Logger
	fresh    func() bool
	now      func() time.Time
	snapshot *snapshot
	checks   *semaphore.Weighted

	seesVehicle func(ctx context.Context, userID, orgID, vehicleID string) (bool, error)

	calls   sync.Mutex
	flights map[flightKey]*flight
	closed  bool // no more loads
	flying  sync.WaitGroup
	landing chan struct{} // closed when loads must not wait any longer

	listening sync.RWMutex
	listeners []func(Change)
}

type flightKey struct {
	key
	session string
}

// flight is one load that several requests wait for.
type flight struct {
	done  chan struct{}
	grant *Grant
	err   error

	limits limiter
}

// Authenticate verifies an access token. Its fault kind is signed_out when the token is not accepted, unavailable when it could not
// be checked.
func (d *Decider) Authenticate(ctx context.Context, token string) (Subject, error) {
	who, known := d.snapshot.tokens.find(token)
	if !known {
		var err error
		if who, err = d.verifier.Verify(ctx, token); err != nil {
			return Subject{}, err
		}
		d.snapshot.tokens.keep(token, who)
	}
	if !d.now().Before(who.ExpiresAt) {
		return Subject{}, fault.New(fault.SignedOut, "Your session has expired. Please sign in again.")
	}
	return who, nil
}

// Decide says what the subject may do in the organisation now. Its fault kind is signed_out when the account or the session is over,
// not_found when the organisation is none of the subject's business, unavailable when no decision is fresh enough.
func (d *Decider) Decide(ctx context.Context, who Subject, orgID string) (*Grant, error) {
	if !d.fresh() {
		return nil, unavailable(errors.New("no heartbeat of access changes was heard"))
	}
	if who.SessionID == "" {
		return nil, fault.New(fault.SignedOut, "Please sign in.")
	}
	k := key{who.UserID, orgID}
	if grant, alive, limits := d.snapshot.find(k, who.SessionID, d.now().Unix()); alive && grant != nil {
		if limits != nil {
			return limits.limit(ctx, d, grant)
		}
		return grant, nil
	}
	return d.join(ctx, flightKey{k, who.SessionID})
}

// DecideFor is Decide for a user whose request was let in before, whatever became of the session: for calls back from a plugin that is
// serving that request.
func (d *Decider) DecideFor(ctx context.Context, userID, orgID string) (*Grant, error) {
	if !d.fresh() {
		return nil, unavailable(errors.New("no heartbeat of access changes was heard"))
	}
	k := key{userID, orgID}
	if grant, _, _ := d.snapshot.find(k, "", d.now().Unix()); grant != nil {
		return grant, nil
	}
	return d.join(ctx, flightKey{key: k})
}

// OnChange calls listen after each change that this host heard of, once its own decisions are forgotten: asking Decide again then gives
// the new answer. The call must return quickly; it comes from the feed's goroutine.
func (d *Decider) OnChange(listen func(Change)) {
	d.listening.Lock()
	defer d.listening.Unlock()
	d.listeners = append(d.listeners, listen)
}

// forget drops decisions and tells the listeners.
func (d *Decider) forget(ctx context.Context, c Change) {
	if c.Part != PartSettings && !d.switchModules(ctx, c) {
		d.snapshot.forget(c)
	}
	d.calls.Lock()
	clear(d.flights) // whoever asks from now on must not join a look-up that began before
	d.calls.Unlock()
	d.listening.RLock()
	defer d.listening.RUnlock()
	for _, one := range append(d.snapshot.seenBy(c), c) {
		for _, listen := range d.listeners {
			listen(one)
		}
	}
}

// join waits for the load of a decision, starting it if nobody has.
func (d *Decider) join(ctx context.Context, k flightKey) (*Grant, error) {
	d.calls.Lock()
	f, running := d.flights[k]
	if !running {
		f = &flight{done: make(chan struct{})}
		if d.closed {
			d.calls.Unlock()
			return nil, unavailable(errors.New("the host is stopping"))
		}
		d.flights[k] = f
		d.flying.Go(func() { d.fly(context.WithoutCancel(ctx), k, f) })
	}
	d.calls.Unlock()
	select {
	case <-f.done:
		if f.err == nil && f.limits != nil {
			return f.limits.limit(ctx, d, f.grant)
		}
		return f.grant, f.err
	case <-ctx.Done():
		return nil, unavailable(ctx.Err())
	}
}

// fly loads until an answer was found on ground that did not change meanwhile. It ends by itself within loadTimeout.
func (d *Decider) fly(ctx context.Context, k flightKey, f *flight) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	defer close(f.done)
	defer func() {
		d.calls.Lock()
		if d.flights[k] == f {
			delete(d.flights, k)
		}
		d.calls.Unlock()
	}()
	for range loadAttempts {
		l := d.snapshot.begin(k.key, k.session)
		grant, limits, err := d.load(ctx, k)
		if err != nil {
			d.snapshot.keep(l, nil, false, nil, 0)
			f.err = err
			return
		}
		if d.snapshot.keep(l, grant, k.session != "", limits, d.now().Unix()) {
			f.grant, f.limits = grant, limits
			return
		}
	}
	f.err = unavailable(errors.New("grants change faster than they can be looked up"))
}

// run keeps the snapshot small until ctx ends, then waits for the loads that are under way.
func (d *Decider) run(ctx context.Context) error {
	err := every(ctx, sweepEvery, nil, func() { d.snapshot.sweep(d.now(), keepIdle) })
	d.calls.Lock()
	d.closed = true
	d.calls.Unlock()
	close(d.landing)
	d.flying.Wait()
	return err
}

// unavailable is the answer when no decision can be made: never an old one, never a guess.
func unavailable(cause error) error {
	return &fault.Error{Kind: fault.Unavailable, Message: "Access cannot be checked right now. Please try again.", RetryAfter: time.Second, Cause: cause}
}
