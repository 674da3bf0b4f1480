// Package recovery_test kills the product's processes, one after the other, while a fleet drives, and compares the fleet's ledger of
// acknowledged samples with the database.
package recovery_test

import (
	"bufio"
	"bytes"
	"context"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"outrider.dev/fleetsim"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

func TestEveryAcknowledgedSampleIsStoredOnce(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("it takes a minute, and finds processes in /proc")
	}
	p := newProduct(t)
	p.start()
	t.Cleanup(func() { p.stop() })
	ledger := &ledger{}
	f := drive(t, p, ledger)
	awaitMore(t, f, "the fleet is not heard at first", 300)

	for _, victim := range []struct{ name, word string }{
		{"the gateway", "outrider-plugin-gateway"}, {"vehicles", "outrider-plugin-vehicles"}, {"Keto", "keto"}, {"Postgres", "postgres"},
	} {
		p.kill(victim.word)
		awaitMore(t, f, "the fleet is not heard after the death of "+victim.name, 300)
		awaitStored(t, p, ledger, "after the death of "+victim.name)
	}
	p.kill("") // the host, and NATS in it
	<-p.ended
	p.start()
	awaitMore(t, f, "the fleet is not heard after the death of the host", 300)
	awaitStored(t, p, ledger, "after the death of the host")
}

// drive lets twenty of the demonstration's devices send ten samples a second each, some of them late.
func drive(t *testing.T, p *product, ledger *ledger) *fleetsim.Fleet {
	t.Helper()
	zone, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	var specs []traffic.Spec
	for n := range 20 {
		id := device.DemoID("demo", n+1)
		specs = append(specs, traffic.Spec{DeviceID: id, Key: device.DemoKey(p.secret("demo.devices"), id), Type: "van"})
	}
	pace := traffic.Pace{Moving: 100 * time.Millisecond, Parked: 100 * time.Millisecond}
	f := fleetsim.New(fleetsim.Options{
		Broker: p.mqtt, Fleet: specs, Seed: 1, Zone: zone, Pace: pace, From: time.Now(), Speedup: 1, History: 36 * time.Hour,
		HistoryPace:  traffic.Pace{Moving: 20 * time.Second, Parked: time.Minute},
		Acknowledged: ledger, Log: slog.New(slog.DiscardHandler),
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { f.Run(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
	return f
}

// awaitMore waits until so many more samples are acknowledged.
func awaitMore(t *testing.T, f *fleetsim.Fleet, otherwise string, more int64) {
	t.Helper()
	from := f.Counts.Acknowledged.Load()
	plugintest.Within(t, patience, otherwise, func() bool { return f.Counts.Acknowledged.Load() >= from+more })
}

// awaitStored waits until the database has everything that is acknowledged by now, and nothing twice.
func awaitStored(t *testing.T, p *product, l *ledger, when string) {
	t.Helper()
	acknowledged := l.lines()
	plugintest.Within(t, patience, "acknowledged samples are missing in the database "+when, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		stored, err := p.stored(ctx)
		if err != nil {
			return false // it comes back
		}
		for _, line := range acknowledged {
			if stored[line] != 1 {
				return false
			}
		}
		return true
	})
	t.Logf("%s: %d acknowledged samples are stored once", when, len(acknowledged))
}

// ledger keeps what the fleet writes about acknowledged samples.
type ledger struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write takes whole lines.
func (l *ledger) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *ledger) lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []string
	for scanner := bufio.NewScanner(bytes.NewReader(l.text.Bytes())); scanner.Scan(); {
		lines = append(lines, scanner.Text())
	}
	return lines
}
