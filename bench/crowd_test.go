//go:build bench

package bench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/outrider/bench/watch"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

const (
	sockets = 5000
	offered = 200 // positions a second, to every socket
	carried = 0.95
)

// crowd offers positions at a fixed rate to 5,000 sockets, of ours and of a server that writes each message, in turns. The connections stay:
// whose turn it is not stands idle.
func (f *fleet) crowd(t *testing.T) {
	length, count := 6*time.Second, 3
	if *quick {
		length, count = 3*time.Second, 1
	}
	before := f.hostState(t)
	mine := f.subscribe(t, sockets)
	f.reportSockets(t, before)
	rival, rivalPID := program(t, "rivals/push")
	theirs := dialAll(t, rival)
	saturation(t, rival, theirs)

	var ours, others []round
	for range count {
		ctx, stop := context.WithCancel(t.Context())
		var offering sync.WaitGroup
		offering.Go(func() { f.offer(ctx, t, offered) })
		ours = append(ours, hear(t, mine, f.host.PID(), length))
		stop()
		offering.Wait()
		offer(t, rival, offered)
		others = append(others, hear(t, theirs, rivalPID, length))
		offer(t, rival, 0)
	}
	if mine.Lost() > 0 {
		t.Errorf("%d of our sockets ended meanwhile", mine.Lost())
	}
	reportCrowd(ours, others)
	_, _ = mine.Close(), theirs.Close()
}

func reportCrowd(ours, others []round) {
	pick := func(rounds []round, of func(round) float64) float64 {
		var values []float64
		for _, r := range rounds {
			values = append(values, of(r))
		}
		return load.Median(values)
	}
	rate := func(r round) float64 { return r.perSecond / 1e6 }
	cost := func(r round) float64 { return r.cost }
	p99 := func(r round) float64 { return float64(r.p99) }
	p50 := func(r round) float64 { return float64(r.p50) }
	what := fmt.Sprintf("%d sockets, %d positions/s offered to each", sockets, offered)
	boundRow(pushGroup, what+": p99 from publish to socket", time.Duration(pick(ours, p99)), 250*time.Millisecond)
	measured.Add(table.Row{Group: pushGroup, What: "the same, median", Result: time.Duration(pick(ours, p50)).Round(time.Millisecond).String()})
	measured.Add(table.Row{Group: pushGroup, What: "the same of one write a message: p99", Result: time.Duration(pick(others, p99)).Round(time.Millisecond).String()})
	share := pick(ours, rate) * 1e6 / (offered * sockets)
	measured.Add(table.Row{Group: pushGroup, What: what + ": share that arrives while it is offered", Target: "≥ 0.95", Result: fmt.Sprintf("%.3f", share), Passed: share >= carried})
	ratioRow(pushGroup, what+": deliveries to those of one write a message", pick(ours, rate)/pick(others, rate), 3, fmt.Sprintf("%.3g M/s to %.3g M/s", pick(ours, rate), pick(others, rate)))
	measured.Add(table.Row{
		Group: pushGroup, What: "processor time of the server for a position that arrives",
		Result: fmt.Sprintf("%.2f µs (one write a message: %.2f µs)", pick(ours, cost), pick(others, cost)),
	})
}

// dialAll connects to a server that asks for nothing.
func dialAll(t *testing.T, address string) *watch.Crowd {
	t.Helper()
	conns := make([]*watch.Conn, sockets)
	for i := range conns {
		var err error
		if conns[i], err = watch.Dial(t.Context(), address, "/"); err != nil {
			t.Fatal(err)
		}
	}
	return crowdOf(t, conns)
}

// offer has the rival offer so many positions a second.
func offer(t *testing.T, rival string, rate int) {
	t.Helper()
	answer, err := http.Get("http://" + rival + "/offer?rate=" + strconv.Itoa(rate)) // on loopback
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
}

// saturation finds how many positions a second one write a message carries.
func saturation(t *testing.T, rival string, crowd *watch.Crowd) {
	t.Helper()
	most, late := 0, time.Duration(0)
	for rate := 10; rate <= offered; rate += 10 {
		offer(t, rival, rate)
		r := hear(t, crowd, 0, 2*time.Second)
		if r.perSecond < carried*float64(rate*sockets) {
			break
		}
		most, late = rate, r.p99
	}
	offer(t, rival, 0)
	pause(t.Context(), time.Second) // what is queued goes
	measured.Add(table.Row{
		Group: pushGroup, What: fmt.Sprintf("what one write a message carries to %d sockets, by a ramp", sockets),
		Result: fmt.Sprintf("%d positions/s (%.3g M/s, p99 %s)", most, float64(most*sockets)/1e6, late.Round(time.Millisecond)),
	})
}

// offer publishes positions as the vehicles plugin does, until ctx ends.
func (f *fleet) offer(ctx context.Context, t *testing.T, rate int) {
	conn := f.host.JetStream(t).Conn()
	began := time.Now()
	for n := 0; pause(ctx, time.Until(began.Add(time.Duration(n)*time.Second/time.Duration(rate)))); n++ {
		id := device.DemoID("load", n%2000+1)
		value := map[string]any{"id": id, "t": time.Now().UnixNano(), "name": "Lorry", "lat": 53.4, "lng": -2.2, "speed": 50, "status": "MOVING"}
		message, err := json.Marshal(events.Push{Topic: "presenceUpdates", Items: []events.PushItem{{Key: id, Path: "/alpha/", VehicleID: "v-" + id, Value: value}}})
		if err != nil || conn.Publish("push.presenceUpdates.alpha", message) != nil {
			t.Error("positions cannot be published")
			return
		}
	}
}

// round is what a crowd got for a while.
type round struct {
	perSecond float64 // positions
	p50, p99  time.Duration
	cost      float64 // processor time of the server, in microseconds a position
}

// hear counts the positions that the sockets get while the process pid works, and how late they come.
func hear(t *testing.T, crowd *watch.Crowd, pid int, length time.Duration) round {
	t.Helper()
	pause(t.Context(), length/4) // everybody has had something
	count, late := 0, []time.Duration(nil)
	used, began := usage.Process(pid), time.Now()
	crowd.Hear(func(n int, message []byte, at time.Time) {
		count += bytes.Count(message, stampMark)
		if n%timedShare == 0 {
			late = appendLate(late, message, at.UnixNano())
		}
	})
	pause(t.Context(), length)
	crowd.Hear(func(int, []byte, time.Time) {})
	elapsed := time.Since(began).Seconds()
	used = usage.Process(pid) - used
	return round{
		perSecond: float64(count) / elapsed, p50: load.Percentile(late, 0.5), p99: load.Percentile(late, 0.99),
		cost: float64(used.Microseconds()) / float64(max(count, 1)),
	}
}

// timedShare is of how many sockets one has each of its positions timed. Both servers serve them in no order that has to do with it.
const timedShare = 16

var stampMark = []byte(`"t":`)

func appendLate(late []time.Duration, message []byte, now int64) []time.Duration {
	for _, rest, found := bytes.Cut(message, stampMark); found; _, rest, found = bytes.Cut(rest, stampMark) {
		digits, _, _ := bytes.Cut(rest, []byte(","))
		if sent, err := strconv.ParseInt(strings.TrimRight(string(digits), "}]"), 10, 64); err == nil {
			late = append(late, time.Duration(now-sent))
		}
	}
	return late
}

// hostState is what the host holds: heap and stacks in KB, goroutines.
type hostState struct{ memory, goroutines int }

// hostState reads the host's metrics until garbage has been collected twice.
func (f *fleet) hostState(t *testing.T) hostState {
	t.Helper()
	const collections = "go_gc_duration_seconds_count"
	now := f.metrics(t)
	for done := now(collections) + 2; now(collections) < done && pause(t.Context(), 10*time.Millisecond); { // each answer leaves some
		now = f.metrics(t)
	}
	return hostState{memory: (now("go_memstats_heap_inuse_bytes") + now("go_memstats_stack_inuse_bytes")) >> 10, goroutines: now("go_goroutines")}
}

// metrics reads the host's own metrics once.
func (f *fleet) metrics(t *testing.T) func(name string) int {
	t.Helper()
	answer, err := http.Get(f.host.URL + "/metrics") // on loopback
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	return func(name string) int {
		_, rest, _ := strings.Cut(text.String(), "\n"+name+" ")
		value, _, _ := strings.Cut(rest, "\n")
		number, _ := strconv.ParseFloat(value, 64)
		return int(number)
	}
}

// reportSockets says what an idle push connection costs the host.
func (f *fleet) reportSockets(t *testing.T, before hostState) {
	t.Helper()
	after := f.hostState(t)
	measured.Add(table.Row{
		Group: pushGroup, What: fmt.Sprintf("an idle socket of %d in the host: goroutines, heap and stacks", sockets),
		Result: fmt.Sprintf("%.2f, %.1f KB", float64(after.goroutines-before.goroutines)/sockets, float64(after.memory-before.memory)/sockets),
	})
}
