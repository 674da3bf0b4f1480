package fleetsim

import (
	"bytes"
	"context"
	"path/filepath"
	"sync"
	"time"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

// maxUnsent bounds what a device wants to say while nobody listens.
const maxUnsent = 64

// maxRefused bounds what a device without a camera has to say at once.
const maxRefused = 4

// camera is a device's recorder. It exists from the first command on: most devices are never asked.
type camera struct {
	mu      sync.Mutex
	device  *recorder.Recorder
	born    chan struct{} // closed when device is there; nil until somebody waits
	end     context.CancelFunc
	ended   chan struct{}
	unsent  []device.Reply
	refused chan device.Reply // of a device without a camera
}

// command passes a command on; it does not block.
func (u *unit) command(ctx context.Context, c device.Command) {
	if r := u.recorder(ctx); r != nil {
		r.Command(c)
		return
	}
	select {
	case u.camera.refusals() <- device.Reply{ID: c.ID, Status: "failed", Text: "this simulated device has no cameras"}:
	default: // it has too much to say already
	}
}

// recorder starts the device's recorder when it is first needed.
func (u *unit) recorder(ctx context.Context) *recorder.Recorder {
	o := u.fleet.options
	if o.FFmpeg == "" {
		return nil
	}
	c := &u.camera
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.device == nil {
		spec := u.vehicle.Spec
		c.device = recorder.New(recorder.Options{
			Vehicle: func() *traffic.Vehicle { return traffic.New(o.Seed, spec, o.Zone) }, Now: u.fleet.now, Zone: o.Zone,
			Folder: u.folder(), FFmpeg: o.FFmpeg, Channels: len(spec.Channels()), Link: o.Link, TLS: o.TLS, Log: o.Log,
		})
		life, end := context.WithCancel(context.WithoutCancel(ctx)) // it outlives the connection that brought the command
		c.end, c.ended = end, make(chan struct{})
		go func() {
			defer close(c.ended)
			c.device.Run(life)
		}()
		close(c.waiting())
	}
	return c.device
}

// folder is where the device's recorder keeps what it has to remember.
func (u *unit) folder() string { return filepath.Join(u.fleet.options.Folder, u.vehicle.DeviceID) }

// status is what the device says about itself, with the settings that it has confirmed.
func (u *unit) status() device.Status {
	s := u.vehicle.Status(u.fleet.now())
	if u.fleet.options.FFmpeg == "" {
		return s
	}
	configs, err := recorder.Configs(u.folder())
	if err != nil {
		u.fleet.options.Log.Warn("a device forgot its settings", "vehicle", u.vehicle.String(), "error", err)
	}
	if configs != nil {
		s.Configs = configs
	}
	u.shown = configs
	return s
}

// showSettings tells the status anew if settings were confirmed that it does not show.
func (u *unit) showSettings(ctx context.Context) {
	configs, err := recorder.Configs(u.folder())
	if err == nil && configs != nil && !bytes.Equal(configs, u.shown) {
		u.publish(ctx, device.TopicStatus, u.status())
	}
}

// waiting is closed once there is a recorder; mu is held.
func (c *camera) waiting() chan struct{} {
	if c.born == nil {
		c.born = make(chan struct{})
	}
	return c.born
}

func (c *camera) refusals() chan device.Reply {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused == nil {
		c.refused = make(chan device.Reply, maxRefused)
	}
	return c.refused
}

// sources are where replies come from, and what tells that there is a new source.
func (c *camera) sources() (replies <-chan device.Reply, refused <-chan device.Reply, born <-chan struct{}) {
	refused = c.refusals()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.device == nil {
		return nil, refused, c.waiting()
	}
	return c.device.Replies(), refused, nil
}

func (c *camera) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end != nil {
		c.end()
		<-c.ended
	}
}

// listen waits, and meanwhile passes on what the recorder has to say. It reports false if ctx ends first.
func (u *unit) listen(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(max(d, 0))
	defer timer.Stop()
	for {
		replies, refused, born := u.camera.sources()
		select {
		case <-ctx.Done():
			return false
		case <-timer.C:
			return true
		case <-born:
		case r := <-replies:
			u.reply(ctx, r)
		case r := <-refused:
			u.reply(ctx, r)
		}
	}
}

// reply sends an answer, or keeps it until there is a connection; the oldest is forgotten first.
func (u *unit) reply(ctx context.Context, r device.Reply) {
	if len(u.camera.unsent) >= maxUnsent {
		u.camera.unsent = u.camera.unsent[1:]
	}
	u.camera.unsent = append(u.camera.unsent, r)
	if u.client != nil {
		u.flushReplies(ctx)
	}
}

// flushReplies sends what could not be sent before.
func (u *unit) flushReplies(ctx context.Context) {
	for len(u.camera.unsent) > 0 && u.client != nil {
		if !u.publish(ctx, device.TopicReplies, u.camera.unsent[0]) {
			return
		}
		sent := u.camera.unsent[0]
		u.camera.unsent = u.camera.unsent[1:]
		if sent.Status == "done" && u.client != nil {
			u.showSettings(ctx)
		}
	}
}
