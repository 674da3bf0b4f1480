// Package fleetsim runs a fleet of simulated devices against a real gateway: every vehicle of package traffic has its own MQTT connection
// and keeps to docs/device-protocol.md.
package fleetsim

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

const (
	reportEvery   = 10 * time.Second
	connectSpread = 2 * time.Millisecond // between the first connections of two vehicles
	pastAtOnce    = 4                    // vehicles that send a batch of their past at the same moment
)

// Options say what the fleet does.
type Options struct {
	Broker  string // "tcp://localhost:1883"
	TLS     *tls.Config
	Fleet   []traffic.Spec
	Seed    uint64
	Zone    *time.Location
	Pace    traffic.Pace
	From    time.Time // what the fleet's clock shows at the beginning
	Speedup float64   // how much faster it runs; 1 is real time
	// History is how far back from From the fleet sends readings that it did not send then, as late batches beside the live ones; 0: none.
	History     time.Duration
	HistoryPace traffic.Pace
	// HistoryUntil is where the past ends; zero: at From.
	HistoryUntil time.Time
	// HistorySent is called once, when every vehicle has sent its past; nil: nobody asks.
	HistorySent func()
	// HistoryShare is called now and then with the share of all vehicles' past that is sent, 0 to 1; nil: nobody asks.
	HistoryShare func(share float64)
	// FFmpeg is the program that encodes the cameras' pictures; empty: the devices have no cameras and refuse commands.
	FFmpeg string
	Folder string        // where recorders keep what is to be uploaded
	Link   recorder.Link // that they upload over
	// Acknowledged gets a line "device time_ms" for every sample that the gateway has acknowledged; nil: nobody asks.
	Acknowledged io.Writer
	Log          *slog.Logger
}

// Counts are totals since the beginning.
type Counts struct {
	Connected    atomic.Int64 // now
	Acknowledged atomic.Int64 // samples
	Refused      atomic.Int64 // messages that the gateway will never accept
	Lost         atomic.Int64 // samples that a device had no more room for
	Disconnects  atomic.Int64
	Waiting      atomic.Int64 // samples that are read and not acknowledged, now
	Past         atomic.Int64 // vehicles that have not sent all of their history, now
}

// Fleet is a running fleet.
type Fleet struct {
	Counts  Counts
	options Options
	began   time.Time
	ledger  sync.Mutex
	past    chan struct{}
	behind  atomic.Int64 // vehicles that have not sent all of their past, those that wait to begin included
	sent    atomic.Int64 // time of all vehicles' past that is sent, in ms
}

// New prepares a fleet; Run starts it.
func New(o Options) *Fleet {
	return &Fleet{options: o, past: make(chan struct{}, pastAtOnce)}
}

// Run drives the fleet until ctx ends, then closes all connections.
func (f *Fleet) Run(ctx context.Context) {
	f.began = time.Now()
	if f.options.History > 0 {
		f.behind.Store(int64(len(f.options.Fleet)))
	}
	var units sync.WaitGroup
	for i, spec := range f.options.Fleet {
		delay := time.Duration(i) * connectSpread
		units.Go(func() {
			if sleep(ctx, delay) {
				u := &unit{fleet: f, vehicle: traffic.New(f.options.Seed, spec, f.options.Zone)}
				u.run(ctx)
			}
		})
	}
	units.Go(func() { f.report(ctx) })
	units.Wait()
}

// caughtUp notes that a vehicle has sent all of its past.
func (f *Fleet) caughtUp() {
	left := f.behind.Add(-1)
	if left%10 == 0 {
		f.options.Log.Info("history", "vehicles_left", left, "of", len(f.options.Fleet))
	}
	if left == 0 && f.options.HistorySent != nil {
		f.options.HistorySent()
	}
}

func (f *Fleet) historyShare() float64 {
	all := float64(f.options.History.Milliseconds()) * float64(len(f.options.Fleet))
	return float64(f.sent.Load()) / all
}

// now is what the fleet's clock shows.
func (f *Fleet) now() time.Time {
	return f.options.From.Add(time.Duration(float64(time.Since(f.began)) * f.options.Speedup))
}

// until is how long it takes until the fleet's clock shows t.
func (f *Fleet) until(t time.Time) time.Duration {
	return time.Duration(float64(t.Sub(f.now())) / f.options.Speedup)
}

func (f *Fleet) report(ctx context.Context) {
	for sleep(ctx, reportEvery) {
		c := &f.Counts
		f.options.Log.Info("fleet", "clock", f.now().UTC().Format(time.RFC3339), "connected", c.Connected.Load(),
			"acknowledged", c.Acknowledged.Load(), "waiting", c.Waiting.Load(), "refused", c.Refused.Load(), "lost", c.Lost.Load(),
			"disconnects", c.Disconnects.Load(), "history", c.Past.Load())
		if f.behind.Load() > 0 && f.options.HistoryShare != nil {
			f.options.HistoryShare(f.historyShare())
		}
	}
}

func (f *Fleet) acknowledge(deviceID string, times []int64) {
	f.Counts.Acknowledged.Add(int64(len(times)))
	if f.options.Acknowledged == nil {
		return
	}
	f.ledger.Lock()
	defer f.ledger.Unlock()
	for _, ms := range times {
		if _, err := fmt.Fprintf(f.options.Acknowledged, "%s %d\n", deviceID, ms); err != nil {
			f.options.Log.Error("the ledger of acknowledged samples cannot be written", "error", err)
			return
		}
	}
}

// Numbered makes a fleet of n devices with the ids and keys of device.DemoID and device.DemoKey.
func Numbered(n int, prefix, secret string) []traffic.Spec {
	types := []string{"van", "truck", "van", "car", "truck", "bus", "van", "bintruck"}
	models := []string{"D700", "JH8", "JH4"}
	fleet := make([]traffic.Spec, n)
	for i := range fleet {
		id := device.DemoID(prefix, i+1)
		fleet[i] = traffic.Spec{
			DeviceID: id, Key: device.DemoKey(secret, id), Model: models[i%len(models)], Vehicle: fmt.Sprintf("Simulated %d", i+1),
			Type: types[i%len(types)], Depot: traffic.Depots[i%len(traffic.Depots)],
		}
	}
	return fleet
}

// sleep waits; it reports false if ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// telemetry is the message of many samples.
type telemetry[S any] struct {
	Samples []S `json:"samples"`
}
