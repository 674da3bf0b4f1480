package broker_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"outrider.dev/fleetsim"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/events"
)

// TestFleet_NothingAcknowledgedIsLost drives a fleet while NATS goes away and comes back, and compares the fleet's ledger with the stream.
func TestFleet_NothingAcknowledgedIsLost(t *testing.T) {
	w := newWorld(t, nil)
	var fleet []traffic.Spec
	for i := range 10 {
		id := fmt.Sprintf("d-%d", i)
		w.know(id)
		fleet = append(fleet, traffic.Spec{DeviceID: id, Key: "key-" + id, Type: "van", Model: "JH8"})
	}
	var ledger bytes.Buffer
	const back = 3 * time.Hour
	pace := traffic.Pace{Moving: 5 * time.Second, Parked: 10 * time.Second}
	f := fleetsim.New(fleetsim.Options{
		Broker: "tcp://" + w.address, Fleet: fleet, Seed: 5, Zone: time.UTC, Pace: pace,
		From: time.Now().Add(-back), Speedup: 200, History: 6 * time.Hour, HistoryPace: pace, Acknowledged: &ledger,
		Log: slog.New(slog.DiscardHandler),
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { f.Run(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })

	w.eventually("the fleet is heard", func() bool { return f.Counts.Connected.Load() >= 8 && f.Counts.Acknowledged.Load() > 500 })
	w.stopNATS()
	w.eventually("all devices are disconnected", func() bool { return f.Counts.Connected.Load() == 0 })
	heard := f.Counts.Acknowledged.Load()
	w.startNATS()
	// Some vehicles have an outage of their own, so not all finish their past.
	w.eventually("the fleet is heard again, its past too", func() bool {
		return f.Counts.Acknowledged.Load() > heard+2000 && f.Counts.Past.Load() <= 5
	})
	cancel()
	<-ended
	if refused := f.Counts.Refused.Load(); refused != 0 {
		t.Errorf("%d messages were refused", refused)
	}
	stored := w.samples()
	lines := bufio.NewScanner(&ledger)
	count := 0
	for lines.Scan() {
		count++
		if !stored[lines.Text()] {
			t.Fatalf("%q is acknowledged and not in the stream", lines.Text())
		}
	}
	if int64(count) != f.Counts.Acknowledged.Load() {
		t.Errorf("the ledger has %d of %d lines", count, f.Counts.Acknowledged.Load())
	}
}

// samples reads the whole telemetry stream: "device time" of every sample.
func (w *world) samples() map[string]bool {
	w.t.Helper()
	stored := map[string]bool{}
	s := must(w.js.Stream(w.context(), "TELEMETRY"))(w.t)
	state := must(s.Info(w.context()))(w.t).State
	for sequence := state.FirstSeq; sequence <= state.LastSeq; sequence++ { // one by one: a consumer that is lost on the way would never end
		m := must(s.GetMsg(w.context(), sequence))(w.t)
		list, err := events.UnmarshalAll[events.Telemetry](m.Data)
		if err != nil {
			w.t.Fatalf("read the stream: %v", err)
		}
		for _, e := range list {
			for _, sample := range e.Data.Samples {
				stored[fmt.Sprintf("%s %d", e.Data.DeviceID, sample.Time)] = true
			}
		}
	}
	return stored
}
