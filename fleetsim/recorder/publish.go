package recorder

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"image"
	"io"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/bluenviron/gortsplib/v4/pkg/format/rtph264"
	"golang.org/x/sync/errgroup"

	"outrider.dev/sdk/device"
)

const (
	videoClock   = 90_000
	rtpPayload   = 96
	publishDelay = 10 * time.Second // to connect, and to write
)

// stream is a picture on its way to the server: live, or a recording at its own speed.
type stream struct {
	url     string
	channel int
	size    size
	gop     int
	from    time.Time // what the first picture shows
	to      time.Time // zero: no end
}

// live is the picture of now.
func (r *Recorder) live(s device.StartStream) stream {
	pictures := mainSize
	if s.Profile == device.ProfileSub {
		pictures = subSize
	}
	gop := max(1, pictures.fps*max(s.GOPMs, 200)/1000)
	return stream{url: s.URL, channel: s.Channel, size: pictures, gop: gop, from: r.options.Now()}
}

// publish sends a stream until ctx ends, its end comes, or the server goes away.
func (r *Recorder) publish(ctx context.Context, s stream) error {
	video := &format.H264{PayloadTyp: rtpPayload, PacketizationMode: 1}
	media := &description.Media{Type: description.MediaTypeVideo, Formats: []format.Format{video}}
	transport := gortsplib.TransportTCP
	client := &gortsplib.Client{Transport: &transport, ReadTimeout: publishDelay, WriteTimeout: publishDelay, TLSConfig: r.tls()}
	if err := client.StartRecording(s.url, &description.Session{Medias: []*description.Media{media}}); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	defer client.Close()
	group, ctx := errgroup.WithContext(ctx)
	encoder, err := startEncoder(ctx, r.options.FFmpeg, s.size, s.gop)
	if err != nil {
		return err
	}
	group.Go(func() error { return r.paint(ctx, s, encoder) })
	group.Go(func() error { return send(client, media, encoder, s.size.fps) })
	gone := context.AfterFunc(ctx, client.Close) // a write that hangs ends
	defer gone()
	err = group.Wait()
	if errors.Is(err, io.EOF) || ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (r *Recorder) tls() *tls.Config {
	if r.options.TLS == nil {
		return nil
	}
	return r.options.TLS.Clone()
}

// paint feeds the encoder in real time.
func (r *Recorder) paint(ctx context.Context, s stream, e *encoder) (err error) {
	defer func() { err = errors.Join(err, e.close()) }()
	img := image.NewRGBA(image.Rect(0, 0, s.size.width, s.size.height))
	step := time.Second / time.Duration(s.size.fps)
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	for at := s.from; s.to.IsZero() || at.Before(s.to); at = at.Add(step) {
		r.eyes.picture(img, s.channel, at)
		if err := e.write(img); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
	return nil
}

// send passes coded pictures on as RTP.
func send(client *gortsplib.Client, media *description.Media, e *encoder, fps int) error {
	packets := &rtph264.Encoder{PayloadType: rtpPayload, PacketizationMode: 1}
	if err := packets.Init(); err != nil {
		return err
	}
	for n := uint32(0); ; n++ {
		units, err := e.read()
		if err != nil {
			return err
		}
		list, err := packets.Encode(units)
		if err != nil {
			return err
		}
		for _, p := range list {
			p.Timestamp = n * videoClock / uint32(fps)
			if err := client.WritePacketRTP(media, p); err != nil {
				return fmt.Errorf("publish: %w", err)
			}
		}
	}
}
