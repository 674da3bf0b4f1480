package minutes

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/store"
)

const (
	// judgeEvery is how often what has come is kept and judged.
	judgeEvery = time.Minute
	// lateAfter is how old a sample is that is kept before it is acknowledged: what is younger is asked for again after a fall.
	lateAfter = 10 * time.Minute
	// offFor is for how long an organisation is not asked about again that has the module off; onFor the same of one that has it on.
	offFor = 30 * time.Second
	onFor  = 3 * time.Minute
)

// Vehicle is one with its minutes, the oldest first, of which those from FromMs to before ToMs are new, in Unix milliseconds.
type Vehicle struct {
	ID           string
	Minutes      []events.Sample
	FromMs, ToMs int64
}

// Options say what a plugin wants.
type Options struct {
	// Schema of the plugin.
	Schema string
	// Wants reports whether a minute is of use; hours without any such minute are not kept.
	Wants func(s *events.Sample) bool
	// Around is how many hours before and after what is new are judged with it.
	Around int64
	// Longest is how many hours something lasts at most that goes on at the beginning of those hours: where GoesOn says so they are read too, and so many after what is new in any case.
	Longest int64
	// GoesOn reports of minutes that begin with those of fromMs whether something goes on then that began before. nil: nothing ever does.
	GoesOn func(list []events.Sample, fromMs int64) bool
	// Judge is given vehicles of an organisation of which something is new, in the order of their ids. It runs in the transaction that keeps their minutes.
	Judge func(tx *gorm.DB, orgID string, vehicles []Vehicle) error
	// First is how much of the past is asked for when an organisation switches the module on.
	First time.Duration
	// Keep is how long minutes are kept.
	Keep time.Duration
	// Others: what other systems than devices say is taken as well (manifest.ReadingsOfAll); the schema then has the table own.
	Others bool
}

// Follower keeps minutes.
type Follower struct {
	Options
	db    store.Transactor
	host  plugin.Host
	log   *slog.Logger
	now   func() time.Time
	await func(ctx context.Context) error

	mu      sync.Mutex
	filling map[string]float64                    // how much of the past that is asked for is there, 0 to 1, by organisation
	waiting map[string]map[string][]events.Sample // by organisation and device
	filled  map[string]asked                      // organisations whose past is there
	known   map[string]verdict
}

// verdict says whether an organisation has the module on, and until when that is believed.
type verdict struct {
	on    bool
	until time.Time
}

// apart is how long after the last samples the next are fetched: minutes can wait.
const apart = time.Second

// New makes a follower without its events, for tests.
func New(db store.Transactor, host plugin.Host, log *slog.Logger, now func() time.Time, o Options) *Follower {
	return &Follower{Options: o, db: db, host: host, log: log, now: now, filled: map[string]asked{}, filling: map[string]float64{}, waiting: map[string]map[string][]events.Sample{}, known: map[string]verdict{}}
}

// Follow keeps minutes from the plugin's start on.
func Follow(env plugin.Env, o Options) *Follower {
	o.Schema = env.Manifest.ID
	f := New(env.Store, env.Host, env.Log, time.Now, o)
	f.await = env.Tenants.Await // what judges asks what organisations have set
	env.Tenants.OnChange(func(orgID string) { f.Switched(orgID, env.Tenants.On(orgID)) })
	events.ConsumeBursts(env.Events, apart, f.Take)
	if slices.Contains(env.Manifest.Events.Consumes, manifest.ReadingsOfAll) {
		f.Others = true
		events.Consume(env.Events, manifest.ReadingsOfAll, f.TakeReadings)
	}
	env.Go("keep minutes", func(ctx context.Context) error { return plugin.Sweep(ctx, env.Host, judgeEvery, f.Sweep) })
	env.Go("drop old minutes", f.drop)
	return f
}

// Take gathers the samples of a batch. Those that are late are kept at once; the others with the next sweep.
func (f *Follower) Take(ctx context.Context, batch []events.Event[events.Glance]) error {
	if f.await != nil {
		if err := f.await(ctx); err != nil {
			return err
		}
	}
	late := map[string]map[string][]events.Sample{}
	for _, e := range batch {
		on, err := f.isOn(ctx, e.OrgID)
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		message, err := e.Data.Read()
		if err != nil {
			return err
		}
		f.gather(e.OrgID, message, late)
	}
	for orgID, devices := range late {
		if err := f.keep(ctx, orgID, devices, 0); err != nil && !f.gone(orgID, err) {
			return err
		}
	}
	return nil
}

func (f *Follower) gather(orgID string, message events.Telemetry, late map[string]map[string][]events.Sample) {
	nowMs := f.now().UnixMilli()
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range message.Samples {
		s := slim(message.Samples[i])
		if message.ReceivedAt > 0 && fleet.Skew(s.Time, message.ReceivedAt) != 0 {
			continue // by a clock that is ahead
		}
		into := f.waiting
		if s.Time < nowMs-lateAfter.Milliseconds() {
			into = late
		}
		if into[orgID] == nil {
			into[orgID] = map[string][]events.Sample{}
		}
		into[orgID][message.DeviceID] = Add(into[orgID][message.DeviceID], s)
	}
}

// isOn reports whether an organisation has the module on. Of one that has not, nothing is even read.
func (f *Follower) isOn(ctx context.Context, orgID string) (bool, error) {
	f.mu.Lock()
	known, there := f.known[orgID]
	f.mu.Unlock()
	if there && f.now().Before(known.until) {
		return known.on, nil
	}
	err := f.db.InOrg(ctx, orgID, func(*gorm.DB) error { return nil })
	if err != nil && f.gone(orgID, err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	f.note(orgID, verdict{true, f.now().Add(onFor)})
	return true, nil
}

// Switched is told when an organisation has switched the module on or off: what it says while the module is off is not handed over, so that it is asked for afterwards.
func (f *Follower) Switched(orgID string, on bool) {
	if on {
		f.note(orgID, verdict{true, f.now().Add(onFor)})
		return
	}
	f.note(orgID, verdict{false, f.now().Add(offFor)})
	f.forget(orgID)
}

func (f *Follower) note(orgID string, v verdict) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known[orgID] = v
	if !v.on {
		delete(f.waiting, orgID)
	}
}

// gone reports whether an error means that an organisation has the module off, or is no more: what came of it is dropped.
func (f *Follower) gone(orgID string, err error) bool {
	if !errors.Is(err, store.ErrNoTenant) && fault.KindOf(err) != fault.NotFound {
		return false
	}
	f.note(orgID, verdict{false, f.now().Add(offFor)})
	return true
}

// Sweep keeps and judges what has come of an organisation; see plugin.Sweep.
func (f *Follower) Sweep(ctx context.Context, orgID string) error {
	if f.await != nil {
		if err := f.await(ctx); err != nil {
			return err
		}
	}
	f.note(orgID, verdict{true, f.now().Add(onFor)})
	if err := f.fill(ctx, orgID); err != nil {
		return err
	}
	untilMs := f.now().UnixMilli()
	f.mu.Lock()
	devices := f.waiting[orgID]
	delete(f.waiting, orgID)
	f.mu.Unlock()
	if err := f.keep(ctx, orgID, devices, untilMs); err != nil {
		f.forget(orgID) // it is asked for again
		return err
	}
	return nil
}

// drop takes out what is older than it is kept.
func (f *Follower) drop(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		before := f.now().Add(-f.Keep).UnixMilli()
		err := f.db.InAll(ctx, func(tx *gorm.DB) error {
			_, err := store.Exec(tx, `DELETE FROM `+f.Schema+`.hour WHERE hour_ms < ?`, before)
			return err
		})
		if err != nil && fault.KindOf(err) != fault.Unavailable {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
