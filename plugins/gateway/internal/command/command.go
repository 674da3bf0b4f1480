// Package command brings commands to devices: it keeps each until its device has acknowledged it, however long that device is away.
package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

const (
	// MaxWaiting is how many commands one device may have waiting; more are refused.
	MaxWaiting = 100

	sweepEvery   = 15 * time.Second // looks for what a wake-up missed, and for what another gateway queued
	askAgain     = time.Hour        // a device that has a setting and does not answer is sent it again, and on every new connection
	wakeUps      = 1024             // further ones are left to the sweep
	acknowledged = 4096             // further ones are delivered again on the next connection
)

// Command is one command on its way.
type Command struct {
	OrgID     string
	ID        string
	DeviceID  string
	Type      string
	Data      json.RawMessage // nil: none
	ExpiresAt time.Time       // of a setting: none
	Version   int64           // of a setting; 0: it is none
	Delivered time.Time       // when the device last acknowledged a setting; zero: never
}

func (c Command) device() credential.Ref { return credential.Ref{OrgID: c.OrgID, ID: c.DeviceID} }

func (c Command) isSetting() bool { return c.Version > 0 }

// Queue keeps commands, and of each setting the newest version. Adding an event twice is harmless.
type Queue interface {
	// Add reports false if the device has too many commands waiting; settings are always taken.
	Add(ctx context.Context, e events.Event[events.DeviceCommand], c Command) (bool, error)
	// Waiting returns what devices have not acknowledged, and the settings that they have not answered, which come first.
	Waiting(ctx context.Context, devices []credential.Ref, now time.Time) ([]Command, error)
	// Acknowledged forgets a command that its device has; of a setting it notes when, and says so before that is committed.
	Acknowledged(ctx context.Context, c Command, now time.Time, say func(ctx context.Context) error) error
	// Answered notes that a device has answered a setting with done or failed.
	Answered(ctx context.Context, c Command) error
	Expire(ctx context.Context, now time.Time) (int64, error)
}

// Carrier reaches connected devices. What a device has acknowledged on its connection is sent there again only if again is set.
type Carrier interface {
	Deliver(to credential.Ref, c device.Command, again bool) error
	Listening() []credential.Ref
}

// Stream takes what the gateway says of commands; *events.Client is one.
type Stream interface {
	PublishDirect(ctx context.Context, subject, id, orgID string, data any) error
}

// Dispatcher moves commands from the queue to the carrier.
type Dispatcher struct {
	queue    Queue
	carrier  Carrier
	stream   Stream
	log      *slog.Logger
	now      func() time.Time
	wake     chan credential.Ref
	done     chan Command
	answered chan Command
}

// NewDispatcher returns a dispatcher; Run does its work. The carrier is given to Run, since carrier and dispatcher know each other.
func NewDispatcher(queue Queue, stream Stream, log *slog.Logger, now func() time.Time) *Dispatcher {
	return &Dispatcher{
		queue: queue, stream: stream, log: log, now: now,
		wake: make(chan credential.Ref, wakeUps), done: make(chan Command, acknowledged), answered: make(chan Command, acknowledged),
	}
}

// Take queues a command that came by an event. A command that can never be delivered is a permanent error.
func (d *Dispatcher) Take(ctx context.Context, e events.Event[events.DeviceCommand]) error {
	c := Command{
		OrgID: e.OrgID, ID: e.Data.ID, DeviceID: e.Data.DeviceID, Type: e.Data.Type, Data: e.Data.Data,
		ExpiresAt: time.UnixMilli(e.Data.ExpiresAt), Version: e.Data.Version,
	}
	if c.ID == "" || c.DeviceID == "" || c.Type == "" || (len(c.Data) > 0 && !json.Valid(c.Data)) {
		return events.Permanent(errors.New("a command needs id, device_id, type and JSON data"))
	}
	if len(c.Data) > device.MaxSmallBytes {
		return events.Permanent(fmt.Errorf("command %s has %d bytes of data; at most %d are allowed", c.ID, len(c.Data), device.MaxSmallBytes))
	}
	if !c.isSetting() && !c.ExpiresAt.After(d.now()) {
		return nil // nobody waits for it any more
	}
	taken, err := d.queue.Add(ctx, e, c)
	if err != nil {
		return err
	}
	if !taken {
		return d.say(ctx, c, device.ReplyRefused, fmt.Sprintf("%d commands wait for the device already", MaxWaiting))
	}
	d.Waiting(c.device())
	return nil
}

// Waiting wakes the dispatcher for a device. It does not block.
func (d *Dispatcher) Waiting(r credential.Ref) {
	select {
	case d.wake <- r:
	default:
	}
}

// Acknowledged says that a device has a command. It does not block.
func (d *Dispatcher) Acknowledged(orgID, deviceID, commandID string) {
	select {
	case d.done <- Command{OrgID: orgID, DeviceID: deviceID, ID: commandID}:
	default:
		d.log.Warn("too many acknowledgements at once; a command will be delivered again", "device", deviceID, "command", commandID)
	}
}

// Answered says that a device has answered a command. It does not block: an answer that is forgotten has the setting sent again.
func (d *Dispatcher) Answered(orgID, deviceID, commandID, status string) {
	if status != "done" && status != "failed" {
		return
	}
	select {
	case d.answered <- Command{OrgID: orgID, DeviceID: deviceID, ID: commandID}:
	default:
		d.log.Warn("too many answers at once; a setting will be sent again", "device", deviceID, "command", commandID)
	}
}

// say tells whoever sent a command what became of it here.
func (d *Dispatcher) say(ctx context.Context, c Command, status, text string) error {
	now := d.now()
	return d.stream.PublishDirect(ctx, "device.reply."+c.DeviceID, fmt.Sprintf("%s-%s-%d", status, c.ID, now.UnixMilli()), c.OrgID, events.DeviceReply{
		DeviceID: c.DeviceID, OrgID: c.OrgID, ReceivedAt: now.UnixMilli(), ID: c.ID, Status: status, Text: text,
	})
}

// Run delivers until ctx ends.
func (d *Dispatcher) Run(ctx context.Context, carrier Carrier) error {
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	d.carrier = carrier
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case c := <-d.done:
			err = d.remove(ctx, c)
		case c := <-d.answered:
			err = d.queue.Answered(ctx, c)
		case first := <-d.wake:
			err = d.deliver(ctx, d.drain(first))
		case <-sweep.C:
			if _, err = d.queue.Expire(ctx, d.now()); err == nil {
				err = d.deliver(ctx, d.carrier.Listening())
			}
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// remove forgets a command that its device has.
func (d *Dispatcher) remove(ctx context.Context, c Command) error {
	err := d.queue.Acknowledged(ctx, c, d.now(), func(ctx context.Context) error { return d.say(ctx, c, device.ReplyDelivered, "") })
	if err != nil {
		d.Acknowledged(c.OrgID, c.DeviceID, c.ID) // again, after the pause that the error brings
	}
	return err
}

// settle removes what devices have acknowledged by now, so that it is not delivered once more.
func (d *Dispatcher) settle(ctx context.Context) error {
	for {
		select {
		case c := <-d.done:
			if err := d.remove(ctx, c); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// drain collects the devices that are waiting by now.
func (d *Dispatcher) drain(first credential.Ref) []credential.Ref {
	refs, seen := []credential.Ref{first}, map[credential.Ref]bool{first: true}
	for {
		select {
		case r := <-d.wake:
			if !seen[r] {
				refs, seen[r] = append(refs, r), true
			}
		default:
			return refs
		}
	}
}

func (d *Dispatcher) deliver(ctx context.Context, devices []credential.Ref) error {
	const some = 500
	if err := d.settle(ctx); err != nil {
		return err
	}
	for len(devices) > 0 {
		n := min(some, len(devices))
		waiting, err := d.queue.Waiting(ctx, devices[:n], d.now())
		if err != nil {
			return err
		}
		for _, c := range waiting {
			// A device that is not ready is no error: it gets its commands when it comes back.
			_ = d.carrier.Deliver(c.device(), d.message(c), !c.Delivered.IsZero() && d.now().Sub(c.Delivered) > askAgain)
		}
		devices = devices[n:]
	}
	return nil
}

// settingLife is how long a device may keep a setting that it has taken before it begins with it. A setting itself does not expire.
const settingLife = 30 * 24 * time.Hour

// message is a command as its device receives it.
func (d *Dispatcher) message(c Command) device.Command {
	expires := c.ExpiresAt
	if c.isSetting() {
		expires = d.now().Add(settingLife)
	}
	return device.Command{ID: c.ID, Type: c.Type, ExpiresAt: expires.UnixMilli(), Data: c.Data}
}
