// Package footagetest is the device of this plugin's tests, reached by a queue instead of MQTT, and the clock that they go by. Tests only.
package footagetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

// Who watches, and what.
var (
	Ann = viewing.Watcher{OrgID: "demo", UserID: "ann"}
	Ben = viewing.Watcher{OrgID: "demo", UserID: "ben"}
	Cab = live.Camera{OrgID: "demo", DeviceID: "demo-0001", Channel: 1, Profile: device.ProfileSub}
)

// Truck is the device with the camera Cab. Obey, set before anything is sent, is what it does with a command.
type Truck struct {
	Obey func(device.Command)

	mu       sync.Mutex
	commands []events.DeviceCommand
}

// WithRecorder lets the simulated recorder obey; its replies go to whoever asks.
func (d *Truck) WithRecorder(t testing.TB, to *ask.Asker) {
	t.Helper()
	r := recordertest.New(t, Cab.DeviceID)
	d.Obey = r.Command
	recordertest.Run(t, r, func(ctx context.Context, reply device.Reply) error { return to.Take(ctx, Replied(reply)) })
}

// PublishDirect implements ask.Sender.
func (d *Truck) PublishDirect(_ context.Context, _, _, _ string, data any) error {
	c := data.(events.DeviceCommand)
	d.mu.Lock()
	d.commands = append(d.commands, c)
	d.mu.Unlock()
	d.Obey(device.Command{ID: c.ID, Type: c.Type, Data: c.Data})
	return nil
}

// Received counts the commands of a kind that were sent.
func (d *Truck) Received(kind string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.commands {
		if c.Type == kind {
			n++
		}
	}
	return n
}

// Replied is the event of a reply of the truck.
func Replied(r device.Reply) events.Event[events.DeviceReply] {
	return events.Event[events.DeviceReply]{OrgID: Cab.OrgID, Data: events.DeviceReply{
		DeviceID: Cab.DeviceID, OrgID: Cab.OrgID, ID: r.ID, Status: r.Status, Text: r.Text, Data: r.Data,
	}}
}

// Clock is the real one, which can be put on and stood still.
type Clock struct {
	mu    sync.Mutex
	stood time.Time // zero: it runs
	late  time.Duration
}

// Now tells the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stood.IsZero() {
		return c.stood.Add(c.late)
	}
	return time.Now().Add(c.late)
}

// Stand has the clock stand still, except for what it is put on: nothing runs out while the machine does something else.
func (c *Clock) Stand() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stood = time.Now()
}

// Pass puts the clock on.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.late += d
}
