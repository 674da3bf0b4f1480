package fleetsim

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

const (
	memory         = 5000 // samples that a device keeps while nobody acknowledges them
	lateFrom       = 20   // so many at once are a late batch
	firstPause     = time.Second
	longestPause   = 30 * time.Second
	attemptTimeout = 15 * time.Second // to connect, or to be acknowledged
)

// unit is one device. One goroutine does all of its work.
type unit struct {
	fleet   *Fleet
	vehicle *traffic.Vehicle
	client  *deviceclient.Client
	retryAt time.Time     // real time: not before
	pause   time.Duration // after the next failure
	read    time.Time     // the instant of the newest reading
	samples []events.Sample
	happen  []traffic.Happening
	camera  camera
	shown   []byte                       // the settings that its last status showed
	past    func() (events.Sample, bool) // nil: nothing is left
	yore    *traffic.Vehicle             // the same vehicle in the past
	told    time.Time                    // the past has been told of up to here
	stop    func()
	batch   []events.Sample // of the past, not yet acknowledged
}

func (u *unit) run(ctx context.Context) {
	u.read, u.pause = u.fleet.options.From, firstPause
	defer u.camera.stop()
	u.openPast()
	defer u.closePast()
	defer u.disconnect()
	u.work(ctx) // its status and a first reading tell where it is at once
	for ctx.Err() == nil {
		next := u.vehicle.Next(u.read, u.fleet.options.Pace)
		u.sendPast(ctx, next)
		if !u.listen(ctx, u.fleet.until(next)) {
			return
		}
		u.work(ctx)
	}
}

// work reads what is due and sends what it can.
func (u *unit) work(ctx context.Context) {
	now := u.fleet.now()
	u.readUntil(now)
	if u.vehicle.Offline(now) {
		u.disconnect()
		return
	}
	if u.connect(ctx) {
		u.flush(ctx)
	}
}

// readUntil takes all readings that are due; there are several after a pause.
func (u *unit) readUntil(now time.Time) {
	from := u.read
	if from.Equal(u.fleet.options.From) {
		u.keep(u.vehicle.Sample(from))
		from = from.Add(time.Millisecond)
	}
	for at := u.vehicle.Next(u.read, u.fleet.options.Pace); !at.After(now); at = u.vehicle.Next(at, u.fleet.options.Pace) {
		u.keep(u.vehicle.Sample(at))
		u.read = at
	}
	if u.read.Before(from) {
		u.read = from
	}
	u.happen = append(u.happen, u.vehicle.Happenings(from, u.read)...)
}

// keep remembers a reading; a full memory forgets its oldest.
func (u *unit) keep(s events.Sample) {
	if len(u.samples) >= memory {
		u.samples = u.samples[1:]
		u.fleet.Counts.Lost.Add(1)
		u.fleet.Counts.Waiting.Add(-1)
	}
	u.samples = append(u.samples, s)
	u.fleet.Counts.Waiting.Add(1)
}

// connect makes sure that there is a connection, or tries once if it is time to.
func (u *unit) connect(ctx context.Context) bool {
	if u.client != nil {
		select {
		case <-u.client.Done():
			u.disconnect()
		default:
			return true
		}
	}
	if time.Now().Before(u.retryAt) {
		return false
	}
	u.retryAt = time.Now().Add(u.pause/2 + rand.N(u.pause)) // also if it succeeds and breaks at once
	u.pause = min(2*u.pause, longestPause)
	attempt, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	o := u.fleet.options
	client, err := deviceclient.Dial(attempt, deviceclient.Config{
		Broker: o.Broker, ID: u.vehicle.DeviceID, Key: u.vehicle.Key, TLS: o.TLS, OnCommand: func(c device.Command) { u.command(ctx, c) },
	})
	if err != nil {
		o.Log.Debug("cannot connect", "vehicle", u.vehicle.String(), "error", err)
		return false
	}
	u.client = client
	u.fleet.Counts.Connected.Add(1)
	return u.publish(ctx, device.TopicStatus, u.status())
}

func (u *unit) disconnect() {
	if u.client == nil {
		return
	}
	u.client.Close()
	u.client = nil
	u.fleet.Counts.Connected.Add(-1)
	u.fleet.Counts.Disconnects.Add(1)
}

// flush sends everything that waits, late readings in large messages.
func (u *unit) flush(ctx context.Context) {
	for len(u.samples) > 0 {
		n := min(len(u.samples), device.MaxSamples)
		if !u.send(ctx, u.samples[:n]) {
			return
		}
		u.fleet.Counts.Waiting.Add(int64(-n))
		u.samples = slices.Clone(u.samples[n:])
	}
	u.pause = firstPause
	for len(u.happen) > 0 {
		if !u.publish(ctx, device.TopicEvents, u.happen[0]) {
			return
		}
		u.happen = u.happen[1:]
	}
	u.flushReplies(ctx)
}

// send publishes samples and reports whether they are done with. Some late batches arrive newest first.
func (u *unit) send(ctx context.Context, samples []events.Sample) bool {
	var message any = samples[0]
	if len(samples) > 1 {
		ordered := slices.Clone(samples)
		if len(ordered) >= lateFrom && ordered[0].Time%3 == 0 {
			slices.Reverse(ordered)
		}
		message = telemetry[events.Sample]{ordered}
	}
	switch u.deliver(ctx, device.TopicTelemetry, message) {
	case acknowledged:
		times := make([]int64, len(samples))
		for i, s := range samples {
			times[i] = s.Time
		}
		u.fleet.acknowledge(u.vehicle.DeviceID, times)
		return true
	case refused:
		return true
	default:
		return false
	}
}

// outcome is what became of a message.
type outcome int

const (
	unknown      outcome = iota // to be sent again; the connection was given up
	acknowledged                // the gateway has it
	refused                     // the gateway will never have it
)

// publish reports whether a message is done with.
func (u *unit) publish(ctx context.Context, kind string, message any) bool {
	return u.deliver(ctx, kind, message) != unknown
}

// deliver sends one message and waits for its acknowledgement.
func (u *unit) deliver(ctx context.Context, kind string, message any) outcome {
	payload, err := json.Marshal(message)
	if err != nil {
		u.fleet.options.Log.Error("a message cannot be written", "vehicle", u.vehicle.String(), "error", err)
		return refused
	}
	attempt, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	err = u.client.Publish(attempt, kind, payload)
	if errors.Is(err, deviceclient.ErrRefused) {
		u.fleet.Counts.Refused.Add(1)
		u.fleet.options.Log.Warn("a message is refused", "vehicle", u.vehicle.String(), "error", err)
		return refused
	}
	if err != nil {
		u.fleet.options.Log.Debug("a message is not acknowledged", "vehicle", u.vehicle.String(), "error", err)
		u.disconnect()
		return unknown
	}
	return acknowledged
}
