//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
)

const pace = 5 * time.Second // between two samples of a vehicle

// steady has ten thousand vehicles send one sample each five seconds, and reads how much processor time host, plugins and database use.
// The vehicles themselves are not part of it.
func (f *fleet) steady(t *testing.T) {
	count, watched := vehicles, 30*time.Second
	if *quick {
		count, watched = 1000, 10*time.Second
	}
	ctx, stop := context.WithCancel(t.Context())
	var driving sync.WaitGroup
	var acknowledged atomic.Int64
	connected := make(chan struct{}, 64) // so many connect at once
	var ready sync.WaitGroup
	for n := range count {
		ready.Add(1)
		driving.Go(func() {
			connected <- struct{}{}
			client := f.dial(t, n+1)
			<-connected
			ready.Done()
			defer client.Close()
			drive(ctx, client, time.Duration(n)*pace/time.Duration(count), func(time.Time) { acknowledged.Add(1) })
		})
	}
	ready.Wait()
	f.tidied()
	if pause(ctx, 2*pace) { // everybody has found its rhythm
		before, began, already := usage.Tree(f.host.PID()), time.Now(), acknowledged.Load()
		pause(ctx, watched)
		elapsed := time.Since(began)
		used, samples := usage.Tree(f.host.PID()).Since(before), acknowledged.Load()-already
		share := used.Sum().Seconds() / elapsed.Seconds() / float64(runtime.NumCPU())
		rate := float64(samples) / elapsed.Seconds()
		measured.Add(table.Row{
			Group: ingestGroup, What: fmt.Sprintf("share of the machine that %d vehicles at one sample each 5 s use", count), Target: "< 0.5", Passed: share < 0.5,
			Result: fmt.Sprintf("%.2f (%.0f samples/s acknowledged)", share, rate),
		})
		measured.Add(table.Row{Group: ingestGroup, What: "the same, milliseconds of a processor a sample", Result: used.Each(samples)})
		f.reportMemory(fmt.Sprintf("%d vehicles connected and sending", count))
		if !*quick { // a thousand devices have the room for garbage of ten thousand
			each := float64(f.memory()["gateway"]-f.rest["gateway"]) * 1024 / float64(count)
			measured.Add(table.Row{Group: "Memory", What: "KB that the gateway holds for each connected device", Target: "< 30", Result: fmt.Sprintf("%.1f", each), Passed: each < 30})
		}
	}
	stop()
	driving.Wait()
}

// tidied waits until the database has done what was left to do by what came before, which it would begin sometime in the next minute.
func (f *fleet) tidied() {
	f.exec(`VACUUM (ANALYZE) vehicles.sample`)
	f.exec(`CHECKPOINT`)
}

// drive sends a sample each five seconds until ctx ends.
func drive(ctx context.Context, client *deviceclient.Client, delay time.Duration, sent func(at time.Time)) {
	lat := 53.4
	for pause(ctx, delay) {
		at := time.Now()
		lat += 0.001
		payload := fmt.Appendf(nil, `{"time":%d,"lat":%f,"lng":-2.2,"gps_valid":true,"speed_kmh":50,"heading_deg":10,"ignition":true}`, at.UnixMilli(), lat)
		if publish(ctx, client, payload) == nil {
			sent(at)
		}
		delay = pace - time.Since(at)
	}
}

func pause(ctx context.Context, length time.Duration) bool {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
