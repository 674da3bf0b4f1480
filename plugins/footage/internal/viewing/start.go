package viewing

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/device"
)

// Start begins to watch a camera, which is asked to publish unless it does already. It returns once the device has agreed; ask.ErrSilent,
// ask.ErrRefused.
func (d *Sessions) Start(ctx context.Context, w Watcher, c live.Camera) (*View, error) {
	v := &View{ID: newSecret(), Watcher: w, keptAt: d.now()}
	stream, begun := d.hub.Open(c, newSecret())
	for stream.Watch(v.ID) != nil { // it has ended just now
		stream, begun = d.hub.Open(c, newSecret())
	}
	v.Stream = stream
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
	return d.keepView(ctx, v)
}

// keepView lets a view be found, here and from other processes. One that cannot be is given up at once: nobody would hear of it.
func (d *Sessions) keepView(ctx context.Context, v *View) (*View, error) {
	d.mu.Lock()
	d.views[v.ID] = v
	d.mu.Unlock()
	if err := d.others.Put(ctx, v, d.now().Add(listed)); err != nil {
		d.mu.Lock()
		delete(d.views, v.ID)
		d.mu.Unlock()
		v.Stream.Leave(v.ID)
		return nil, err
	}
	return v, nil
}

// StartRecording begins to watch what a camera has recorded, from an instant to another in Unix milliseconds; the end 0 is that of the
// recording. It returns once the device has agreed, with what it will show; ask.ErrSilent, ask.ErrRefused.
func (d *Sessions) StartRecording(ctx context.Context, w Watcher, c live.Camera, wanted Span) (*View, error) {
	stream := d.hub.OpenRecording(c, newSecret())
	v := &View{ID: newSecret(), Watcher: w, Stream: stream, Begins: wanted, keptAt: d.now()}
	if err := stream.Watch(v.ID); err != nil {
		return nil, fmt.Errorf("watch a recording of channel %d of %s: %w", c.Channel, c.DeviceID, err)
	}
	shown, err := d.askRecording(ctx, stream, wanted)
	stream.Answer(err)
	if err != nil {
		d.hub.Close(stream, err)
		return nil, err
	}
	v.Begins = shown
	return d.keepView(ctx, v)
}

func (d *Sessions) askRecording(ctx context.Context, s *live.Stream, wanted Span) (Span, error) {
	token := newSecret()
	if err := d.tokens.Add(ctx, s, token, d.now().Add(comeWithin)); err != nil {
		return wanted, err
	}
	play := device.PlayRecording{Session: s.ID, Channel: s.Camera.Channel, URL: d.addressOf(s.Camera, token), StartMs: wanted.StartMs, EndMs: wanted.EndMs}
	answer, err := d.devices.Ask(ctx, s.Camera.OrgID, s.Camera.DeviceID, device.CommandPlayRecording, play, answerWithin, ask.Accepted)
	if err != nil {
		return wanted, err
	}
	var shown device.Played
	if json.Unmarshal(answer.Data, &shown) == nil && shown.StartMs > 0 { // one that says nothing shows what it was asked for
		return Span(shown), nil
	}
	return wanted, nil
}

func (d *Sessions) ask(ctx context.Context, s *live.Stream) error {
	token := newSecret()
	if err := d.tokens.Add(ctx, s, token, d.now().Add(comeWithin)); err != nil {
		return err
	}
	start := device.StartStream{
		Session: s.ID, Channel: s.Camera.Channel, URL: d.addressOf(s.Camera, token), Profile: s.Camera.Profile, Audio: true, GOPMs: keyFrameEvery,
	}
	_, err := d.devices.Ask(ctx, s.Camera.OrgID, s.Camera.DeviceID, device.CommandStartStream, start, answerWithin, ask.Accepted)
	return err
}

func (d *Sessions) addressOf(c live.Camera, token string) string {
	return d.address + "/" + url.PathEscape(c.DeviceID) + "/" + strconv.Itoa(c.Channel) + "?token=" + token
}

// Admit finds the stream that a device wants to publish; live.ErrToken.
func (d *Sessions) Admit(ctx context.Context, deviceID string, channel int, token string) (*live.Stream, error) {
	id, err := d.tokens.Find(ctx, deviceID, channel, token, d.now())
	if err != nil {
		return nil, err
	}
	if stream := d.hub.Find(id); stream != nil {
		return stream, nil
	}
	return nil, live.ErrToken // what asked for it is gone, and so are its viewers
}
