package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/gateway/internal/command"
	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var truck = credential.Ref{OrgID: "demo", ID: "truck"}

// world is a dispatcher on a real database; it is also the device's connection, which notes what is sent on it, and the stream.
type world struct {
	t          *testing.T
	queue      *command.Commands
	dispatcher *command.Dispatcher
	event      int

	mu        sync.Mutex
	now       time.Time
	connected bool
	had       map[string]bool // sent on this connection
	received  []string        // type and data of each command that was sent
	said      []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, queue: command.NewCommands(dbtest.Open(t, "plugins/gateway")), now: time.Date(2026, 7, 21, 14, 0, 0, 0, time.UTC)}
	w.dispatcher = command.NewDispatcher(w.queue, w, slog.New(slog.DiscardHandler), w.clock)
	return w
}

// run has the dispatcher deliver until the test ends.
func (w *world) run() {
	ctx, stop := context.WithCancel(w.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.dispatcher.Run(ctx, w) }()
	w.t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			w.t.Errorf("run: %v", err)
		}
	})
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) Deliver(_ credential.Ref, c device.Command, again bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.connected || (w.had[c.ID] && !again) {
		return fmt.Errorf("not ready")
	}
	w.had[c.ID] = true
	w.received = append(w.received, c.Type+string(c.Data))
	return nil
}

func (w *world) Listening() []credential.Ref { return nil }

func (w *world) PublishDirect(_ context.Context, _, _, _ string, data any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := data.(events.DeviceReply)
	w.said = append(w.said, r.Status+" "+r.ID)
	return nil
}

// connect has the device connect anew and ask for its commands.
func (w *world) connect() {
	w.mu.Lock()
	w.connected, w.had = true, map[string]bool{}
	w.mu.Unlock()
	w.wake()
}

func (w *world) wake() { w.dispatcher.Waiting(truck) }

func (w *world) take(id, kind, data string, version int64) {
	w.t.Helper()
	w.event++
	c := events.DeviceCommand{ID: id, DeviceID: "truck", OrgID: "demo", Type: kind, Data: json.RawMessage(data), Version: version}
	if version == 0 {
		c.ExpiresAt = w.clock().Add(time.Hour).UnixMilli()
	}
	err := w.dispatcher.Take(w.t.Context(), events.Event[events.DeviceCommand]{ID: fmt.Sprint("event-", w.event), Type: "device.command", OrgID: "demo", Data: c})
	if err != nil {
		w.t.Fatal(err)
	}
}

// sent returns what the device was sent since the last time.
func (w *world) sent() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := w.received
	w.received = nil
	return sent
}

// wants waits until the device has been sent exactly these since the last time.
func (w *world) wants(want ...string) {
	w.t.Helper()
	plugintest.Eventually(w.t, fmt.Sprintf("the device is sent %v", want), func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		if slices.Equal(w.received, want) {
			w.received = nil
			return true
		}
		return false
	})
}

func (w *world) hears(want string) {
	w.t.Helper()
	plugintest.Eventually(w.t, want+" is not said", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return slices.Contains(w.said, want)
	})
}

// TestSetting_StaysUntilItIsAnswered follows one setting over a full queue, newer versions and connections that end too early.
func TestSetting_StaysUntilItIsAnswered(t *testing.T) {
	w := newWorld(t)
	for i := range command.MaxWaiting {
		w.take(fmt.Sprint("c-", i), "greet", fmt.Sprint(i), 0)
	}
	w.take("c-too-many", "greet", "101", 0)
	w.hears("refused c-too-many")
	w.take("s-1", "configure", "1", 1)
	w.take("s-3", "configure", "3", 3)
	w.take("s-2", "configure", "2", 2) // an older one that comes late

	waiting, err := w.queue.Waiting(t.Context(), []credential.Ref{truck}, w.clock())
	if err != nil || len(waiting) != command.MaxWaiting+1 || waiting[0].Version != 3 {
		t.Errorf("%d commands wait, %v, the first %+v", len(waiting), err, waiting[0])
	}
	w.run()
	w.connect()
	plugintest.Eventually(t, "everything is sent", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.received) == command.MaxWaiting+1
	})
	if sent := w.sent(); slices.Contains(sent, "configure1") || slices.Contains(sent, "configure2") || !slices.Contains(sent, "configure3") {
		t.Errorf("of the setting the device is sent %v", sent)
	}
	for i := range command.MaxWaiting {
		w.dispatcher.Acknowledged("demo", "truck", fmt.Sprint("c-", i))
	}
	w.dispatcher.Acknowledged("demo", "truck", "s-3")
	w.hears("delivered s-3")

	w.connect() // it was cut off before it answered
	w.wants("configure3")
	w.mu.Lock()
	w.now = w.now.Add(90 * 24 * time.Hour) // months later, on the same connection
	w.mu.Unlock()
	w.wake()
	w.wants("configure3")
	w.dispatcher.Answered("demo", "truck", "s-1", "done") // of an older version
	w.dispatcher.Answered("demo", "truck", "s-3", "accepted")
	w.connect()
	w.wants("configure3")
	w.dispatcher.Answered("demo", "truck", "s-3", "done")
	w.settled()

	w.take("s-3", "configure", "3", 3) // whoever sent it has not heard the answer
	w.wants("configure3")
	w.dispatcher.Answered("demo", "truck", "s-3", "failed")
	w.settled()
	w.take("s-2", "configure", "2", 2)
	w.connect()
	w.take("last", "greet", `"bye"`, 0)
	w.wants(`greet"bye"`)
}

// settled waits until an answer is noted: a new connection is sent nothing but what comes after it.
func (w *world) settled() {
	w.t.Helper()
	n := 0
	plugintest.Eventually(w.t, "the answer is not noted", func() bool {
		w.mu.Lock()
		w.received = nil
		w.mu.Unlock()
		n++
		mark := fmt.Sprint("mark-", w.event, n)
		w.take(mark, "mark", `"`+mark+`"`, 0)
		w.connect()
		want := `mark"` + mark + `"`
		plugintest.Eventually(w.t, "the mark is not sent", func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return slices.Contains(w.received, want)
		})
		w.dispatcher.Acknowledged("demo", "truck", mark)
		w.mu.Lock()
		defer w.mu.Unlock()
		again := slices.ContainsFunc(w.received, func(text string) bool { return text == "configure3" })
		w.received = nil
		return !again
	})
}
