package viewing

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/device"
)

// Start begins to watch a camera, which is asked to publish unless it does already. It returns once the device has agreed; ask.ErrSilent,
// ask.ErrRefused.
func (d *Desk) Start(ctx context.Context, w Watcher, c live.Camera) (*View, error) {
	stream, begun := d.hub.Open(c, newSecret())
	v := &View{ID: newSecret(), Watcher: w, Stream: stream, keptAt: d.now()}
	if err := stream.Watch(v.ID); err != nil {
		return nil, fmt.Errorf("watch channel %d of %s: %w", c.Channel, c.DeviceID, err)
	}
	if begun {
		err := d.ask(context.WithoutCancel(ctx), stream) // others wait for it too
		stream.Answer(err)
		if err != nil {
			d.hub.Close(stream, err)
		}
	}
	if err := stream.Agreed(ctx); err != nil {
		stream.Leave(v.ID)
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.views[v.ID] = v
	return v, nil
}

func (d *Desk) ask(ctx context.Context, s *live.Stream) error {
	token := newSecret()
	if err := d.tokens.Add(ctx, s.ID, s.Camera, token, d.now().Add(comeWithin)); err != nil {
		return err
	}
	start := device.StartStream{
		Session: s.ID, Channel: s.Camera.Channel, URL: d.addressOf(s.Camera, token), Profile: s.Camera.Profile, Audio: true, GOPMs: keyFrameEvery,
	}
	_, err := d.devices.Ask(ctx, s.Camera.OrgID, s.Camera.DeviceID, device.CommandStartStream, start, answerWithin, ask.Accepted)
	return err
}

func (d *Desk) addressOf(c live.Camera, token string) string {
	return d.address + "/" + url.PathEscape(c.DeviceID) + "/" + strconv.Itoa(c.Channel) + "?token=" + token
}

// Admit finds the stream that a device wants to publish; live.ErrToken.
func (d *Desk) Admit(ctx context.Context, deviceID string, channel int, token string) (*live.Stream, error) {
	id, err := d.tokens.Find(ctx, deviceID, channel, token, d.now())
	if err != nil {
		return nil, err
	}
	if stream := d.hub.Find(id); stream != nil {
		return stream, nil
	}
	return nil, live.ErrToken // what asked for it is gone, and so are its viewers
}
