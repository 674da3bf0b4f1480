//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/plugintest"
)

const (
	rivalViewers = 100
	rivalStarts  = 25
)

// rivalProgram is MediaMTX itself, if somebody has built it: then it is measured in the place of the server that is made of its libraries.
const rivalProgram = "MEDIAMTX"

// rivalServer starts what is compared with: where its devices publish, where viewers come, and its process.
func rivalServer(t *testing.T) (rtsp, page string, pid int) {
	t.Helper()
	file := os.Getenv(rivalProgram)
	if file == "" {
		addresses, pid := program(t, "rivals/hls")
		rtsp, page, _ = strings.Cut(addresses, " ")
		return rtsp, page, pid
	}
	devices, viewers := plugintest.FreeAddress(t), plugintest.FreeAddress(t)
	settings := filepath.Join(t.TempDir(), "settings.yml")
	text := fmt.Sprintf("rtspAddress: %s\nrtspTransports: [tcp]\nhlsAddress: %s\nhlsAlwaysRemux: yes\nrtmp: no\nwebrtc: no\nsrt: no\nmoq: no\npaths:\n  all_others:\n", devices, viewers)
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), file, settings) // what is compared with
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	for _, address := range []string{devices, viewers} {
		plugintest.Within(t, time.Minute, "it does not listen at "+address, func() bool {
			conn, err := net.Dial("tcp", address)
			return err == nil && conn.Close() == nil
		})
	}
	return "rtsp://" + devices + "/rival/1", "http://" + viewers + "/rival/1/", command.Process.Pid
}

// rival compares a stream that runs already with a server made of the libraries of MediaMTX: when a viewer has the first picture, and what viewers cost. Both
// are asked in turns, with the same viewers.
func (f *footage) rival(t *testing.T) {
	rtsp, page, pid := rivalServer(t)
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
	f.firstPicture(t, page, "first picture of a running stream, to a server of MediaMTX's libraries alone", 0)
	f.firstPicture(t, page, "the same for a viewer in the same building, whose requests take 2 ms to the server and back", 2*time.Millisecond)
	f.firstPicture(t, page, "the same for a viewer whose requests take 20 ms to the server and back", 20*time.Millisecond)
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

// firstPicture is when a viewer has what shows the first picture of a stream that runs, whose requests take so long on their way.
func (f *footage) firstPicture(t *testing.T, page, what string, way time.Duration) {
	client := *f.client
	client.Transport = &farAway{client.Transport, way}
	var took [2][]time.Duration
	for n := range rivalStarts + 1 {
		for i, begin := range []func(ctx context.Context) error{
			func(ctx context.Context) error {
				pause(ctx, way)
				v := f.viewer(f.start(t, f.devices[0], []int{1})[0])
				v.client = &client
				_, err := v.begin(ctx)
				return err
			},
			func(ctx context.Context) error {
				_, err := (&viewer{client: &client, base: page}).begin(ctx)
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
		Group: footageGroup, What: what, Target: "≤ 1",
		Result: fmt.Sprintf("%.2f (median %s to %s)", float64(first)/float64(rival), first.Round(100*time.Microsecond), rival.Round(100*time.Microsecond)), Passed: first <= rival,
	})
}

// farAway has each request take its time.
type farAway struct {
	http.RoundTripper
	way time.Duration
}

// RoundTrip implements http.RoundTripper.
func (f *farAway) RoundTrip(r *http.Request) (*http.Response, error) {
	if f.way > 0 {
		pause(r.Context(), f.way)
	}
	return f.RoundTripper.RoundTrip(r)
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
