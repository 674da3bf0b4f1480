//go:build unix

package streams_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
)

const asStarved = "OUTRIDER_TEST_STARVED" // what a test in a process of its own lacks

// A stream that could not write, for want of space or of file descriptors, refuses; within ten seconds of room it takes messages again, by itself, and
// has all that it acknowledged. The limits are those of a process, so that anybody may run this.
func TestProbe_AStarvedStoreHeals(t *testing.T) {
	if what := os.Getenv(asStarved); what != "" {
		starve(t, what)
		return
	}
	for _, what := range []string{"space", "descriptors"} {
		t.Run(what, func(t *testing.T) {
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProbe_AStarvedStoreHeals$", "-test.v", "-test.timeout=5m")
			child.Env = append(os.Environ(), asStarved+"="+what)
			if out, err := child.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("--- PASS")) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func starve(t *testing.T, what string) {
	signal.Ignore(syscall.SIGXFSZ) // the write's error is enough
	f := open(t, streams.Sizes{Telemetry: 64 << 20, Others: 64 << 20})
	ctx, cancel := context.WithCancel(t.Context())
	kept := make(chan error, 1)
	go func() {
		kept <- f.server.Keep(ctx, f.streams.FirstBroken, slog.New(slog.NewTextHandler(t.Output(), nil)))
	}()
	defer func() {
		cancel()
		if err := <-kept; err != nil {
			t.Error(err)
		}
	}()
	acknowledged := 0
	publish := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		_, err := f.host.Publish(ctx, "event.rooms.room", []byte(strings.Repeat("x", 64<<10)), jetstream.WithRetryAttempts(0))
		if err == nil {
			acknowledged++
		}
		return err
	}
	if err := publish(); err != nil {
		t.Fatal(err)
	}
	give := take(t, what)
	await(t, "the stream never refuses", func() bool { return publish() != nil })
	await(t, "the probe does not notice", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return streams.Broken(f.streams.Probe(ctx, events.StreamEvents))
	})
	give()
	began := time.Now()
	await(t, "the stream does not come back", func() bool { return publish() == nil && f.streams.Probe(t.Context(), events.StreamEvents) == nil })
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it came back after %s, want 10 s at most", took)
	}
	stream, err := f.host.Stream(t.Context(), events.StreamEvents)
	if err != nil {
		t.Fatal(err)
	}
	await(t, "a probe is left", func() bool { // Keep goes on: one may be under way
		_, err := stream.GetLastMsgForSubject(t.Context(), "probe."+events.StreamEvents)
		return errors.Is(err, jetstream.ErrMsgNotFound)
	})
	if got := stream.CachedInfo().State.Msgs; got < uint64(acknowledged) {
		t.Errorf("%d were acknowledged, %d are there", acknowledged, got)
	}
}

// take leaves this process without space in files, or without descriptors, until give is called.
func take(t *testing.T, what string) (give func()) {
	t.Helper()
	resource, least := syscall.RLIMIT_FSIZE, uint64(1<<20)
	if what == "descriptors" {
		resource, least = syscall.RLIMIT_NOFILE, 3
	}
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(resource, &usual); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: least, Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(resource, &usual); err != nil {
			t.Fatal(err)
		}
	}
}

func await(t *testing.T, otherwise string, condition func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-deadline:
			t.Fatal(otherwise)
		case <-tick.C:
		}
	}
}

func TestProbe_LeavesNothing(t *testing.T) {
	f := open(t, streams.Sizes{Telemetry: 64 << 20, Others: 64 << 20})
	for range 3 {
		for _, name := range streams.Names() {
			if err := f.streams.Probe(t.Context(), name); err != nil {
				t.Error(err)
			}
		}
	}
	views, err := f.streams.Overview(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range views {
		if v.Messages != 0 || len(v.Consumers) != 0 {
			t.Errorf("%s: %d messages, consumers %v", v.Name, v.Messages, v.Consumers)
		}
	}
}

func TestRefuseDevices(t *testing.T) {
	f := open(t, streams.Sizes{Telemetry: 64 << 20, Others: 64 << 20})
	if err := f.streams.Install(t.Context(), rooms); err != nil {
		t.Fatal(err)
	}
	subject := events.TelemetrySubject("demo", "device-1")
	for round, refuse := range []bool{false, true, true, false} {
		if err := f.streams.RefuseDevices(t.Context(), refuse); err != nil {
			t.Fatal(err)
		}
		_, err := f.host.Publish(t.Context(), subject, []byte(fmt.Sprint("sample ", round)))
		if refused := err != nil; refused != refuse {
			t.Errorf("round %d: telemetry: %v, want refused: %t", round, err, refuse)
		}
		if _, err := f.host.Publish(t.Context(), "event.rooms.room", []byte("{}")); err != nil {
			t.Errorf("round %d: an event between plugins: %v", round, err)
		}
		if err := f.streams.Probe(t.Context(), events.StreamTelemetry); streams.Broken(err) {
			t.Errorf("round %d: a full stream is taken for a broken one: %v", round, err)
		}
	}
	stream, err := f.host.Stream(t.Context(), events.StreamTelemetry)
	if err != nil {
		t.Fatal(err)
	}
	if got := stream.CachedInfo().State.Msgs; got != 2 {
		t.Errorf("%d samples are kept, want the 2 that were acknowledged", got)
	}
}
