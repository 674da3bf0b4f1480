//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
)

const (
	rivalViewers = 100
	rivalStarts  = 25
)

// rival compares a stream that runs already with a server made of the libraries of MediaMTX: when a viewer has the first picture, and what viewers cost. Both
// are asked in turns, with the same viewers.
func (f *footage) rival(t *testing.T) {
	addresses, pid := program(t, "rivals/hls")
	rtsp, page, _ := strings.Cut(addresses, " ")
	publishing, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	published := make(chan error, 1)
	go func() { published <- f.cameras.publish(publishing, "rival/1", rtsp) }() // the same film from the same device
	t.Cleanup(func() {
		stop()
		if err := <-published; err != nil {
			t.Errorf("the device of the other server: %v", err)
		}
	})
	f.awaitKnown(t, f.devices[0])
	var took [2][]time.Duration
	for n := range rivalStarts + 1 {
		for i, begin := range []func(ctx context.Context) error{
			func(ctx context.Context) error {
				_, err := f.viewer(f.start(t, f.devices[0], []int{1})[0]).begin(ctx)
				return err
			},
			func(ctx context.Context) error {
				_, err := (&viewer{client: f.client, base: page}).begin(ctx)
				return err
			},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			began := time.Now()
			err := begin(ctx)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if n > 0 { // the first one waits for the publisher
				took[i] = append(took[i], time.Since(began))
			}
		}
	}
	slices.Sort(took[0])
	slices.Sort(took[1])
	first, rival := took[0][rivalStarts/2], took[1][rivalStarts/2]
	measured.Add(table.Row{
		Group: footageGroup, What: "first picture of a running stream, to a server of MediaMTX's libraries alone", Target: "≤ 1",
		Result: fmt.Sprintf("%.2f (median %s to %s)", float64(first)/float64(rival), first.Round(time.Millisecond), rival.Round(time.Millisecond)), Passed: first <= rival,
	})
	length := 20 * time.Second
	if *quick {
		length = 8 * time.Second
	}
	mine, parts := f.costOfViewers(t, func() *viewer { return f.viewer(f.start(t, f.devices[0], []int{1})[0]) }, f.host.PID(), length)
	other, otherParts := f.costOfViewers(t, func() *viewer { return &viewer{client: f.client, base: page} }, pid, length)
	if otherParts*2 < parts {
		t.Fatalf("the other server stood still: its viewers saw %d parts, and ours %d", otherParts, parts)
	}
	ratio := mine.Seconds() / float64(parts) / (other.Seconds() / float64(otherParts))
	measured.Add(table.Row{
		Group: footageGroup, What: "processor time of a low-latency viewer, to the same server's", Target: "≤ 1.5",
		Result: fmt.Sprintf("%.2f by part (%.3f%% to %.3f%% of a processor; %d to %d parts)", ratio, 100*mine.Seconds()/length.Seconds()/rivalViewers, 100*other.Seconds()/length.Seconds()/rivalViewers, parts, otherParts), Passed: ratio <= 1.5,
	})
}

// costOfViewers is the processor time of a server that viewers cause, without what it uses for the stream itself, and how many parts they saw.
func (f *footage) costOfViewers(t *testing.T, newViewer func() *viewer, pid int, length time.Duration) (used time.Duration, parts int) {
	viewers := make([]*viewer, rivalViewers)
	var playlist string
	for i := range viewers {
		viewers[i] = newViewer()
		name, err := viewers[i].begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		playlist, viewers[i].have = name, map[string]bool{}
	}
	before := usage.Tree(pid).Sum()
	pause(t.Context(), length)
	alone := usage.Tree(pid).Sum() - before
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var mu sync.Mutex
	var all sync.WaitGroup
	before = usage.Tree(pid).Sum()
	for _, v := range viewers {
		all.Go(func() {
			_, seen, err := v.watch(ctx, playlist)
			mu.Lock()
			defer mu.Unlock()
			if parts += seen; err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return usage.Tree(pid).Sum() - before - alone, max(parts, 1)
}
