package viewing

import (
	"context"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/device"
)

// Run ends streams that nobody watches and tells their devices, until ctx ends; then all of them.
func (d *Sessions) Run(ctx context.Context) error {
	swept := make(chan error, 1)
	go func() { swept <- d.hub.Run(ctx) }()
	for {
		select {
		case over := <-d.over:
			d.finish(ctx, over)
		case err := <-swept:
			for {
				select {
				case over := <-d.over:
					d.finish(ctx, over)
				default:
					return err
				}
			}
		}
	}
}

// ended forgets who watched a stream, and leaves the rest to Run: a connection that closed has stopped most devices already.
func (d *Sessions) ended(s *live.Stream) {
	over := ended{stream: s}
	d.mu.Lock()
	for id, v := range d.views {
		if v.Stream == s {
			delete(d.views, id)
			d.remember(id, v.Watcher, s.Why())
			over.views = append(over.views, id)
		}
	}
	d.mu.Unlock()
	select {
	case d.over <- over:
	default:
		d.log.Warn("a device is not told to stop: too many streams end at once", "device", s.Camera.DeviceID, "stream", s.ID)
	}
}

// finish tells the device that nobody watches any more.
func (d *Sessions) finish(ctx context.Context, over ended) {
	s := over.stream
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if err := d.devices.Command(ctx, s.Camera.OrgID, s.Camera.DeviceID, device.CommandStopStream, device.StopStream{Session: s.ID}, stopLife); err != nil {
		d.log.Warn("a device was not told to stop", "device", s.Camera.DeviceID, "stream", s.ID, "error", err)
	}
	if err := d.others.Remove(ctx, s.Camera.OrgID, over.views...); err != nil {
		d.log.Warn("views were not removed", "stream", s.ID, "error", err)
	}
	if err := d.tokens.Remove(ctx, s.Camera.OrgID, s.ID, d.now()); err != nil {
		d.log.Warn("a token was not removed", "stream", s.ID, "error", err)
	}
}
