//go:build bench

package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/device/recordertest"
)

const (
	filmRate  = 10 // pictures a second
	filmTicks = 90_000 / filmRate
)

// film is what all cameras show: ten seconds of a test picture at the size of a tile, with a key frame each second, coded once.
func film(t *testing.T) [][][]byte {
	t.Helper()
	return recordertest.Film(t, filmOptions()...)
}

func filmOptions(out ...string) []string {
	return append([]string{
		"-y", "-f", "lavfi", "-i", "testsrc2=size=352x288:rate=10:duration=10", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast",
		"-tune", "zerolatency", "-b:v", "400k", "-g", "10",
	}, out...)
}

// cameras are devices that publish a film as soon as they are asked to; nothing is encoded meanwhile.
type cameras struct {
	t        *testing.T
	ctx      context.Context //nolint:containedctx // of all devices
	stop     context.CancelFunc
	pictures [][][]byte

	mu       sync.Mutex
	sessions map[string]context.CancelFunc
	work     sync.WaitGroup
}

func newCameras(t *testing.T, pictures [][][]byte) *cameras {
	c := &cameras{t: t, pictures: pictures, sessions: map[string]context.CancelFunc{}}
	c.ctx, c.stop = context.WithCancel(context.WithoutCancel(t.Context()))
	return c
}

// connect brings a device to the gateway.
func (c *cameras) connect(broker, id, key string) {
	c.t.Helper()
	commands := make(chan device.Command, 64)
	var client *device.Client
	for began := time.Now(); ; pause(c.t.Context(), 200*time.Millisecond) {
		var err error
		if client, err = device.Dial(c.t.Context(), device.ClientConfig{Broker: "tcp://" + broker, ID: id, Key: key, OnCommand: func(d device.Command) { commands <- d }}); err == nil {
			break
		}
		if time.Since(began) > time.Minute {
			c.t.Fatal(err)
		}
	}
	c.work.Go(func() {
		for {
			select {
			case <-c.ctx.Done():
				return
			case command := <-commands:
				c.obey(c.ctx, client, command)
			}
		}
	})
	c.t.Cleanup(func() { c.stop(); c.work.Wait(); client.Close() })
}

func (c *cameras) obey(ctx context.Context, client *device.Client, command device.Command) {
	reply := device.Reply{ID: command.ID, Status: "done"}
	var start device.StartStream
	if err := json.Unmarshal(command.Data, &start); err != nil {
		c.t.Error(err)
		return
	}
	switch command.Type {
	case device.CommandStartStream:
		reply.Status = "accepted"
		live, stop := context.WithCancel(ctx)
		c.mu.Lock()
		c.sessions[start.Session] = stop
		c.mu.Unlock()
		c.work.Go(func() {
			if err := c.publish(live, start.URL); err != nil && live.Err() == nil {
				c.t.Log(err)
			}
		})
	case device.CommandStopStream:
		c.mu.Lock()
		if stop := c.sessions[start.Session]; stop != nil {
			stop()
		}
		c.mu.Unlock()
	}
	raw, err := json.Marshal(reply)
	if err == nil {
		err = client.Publish(ctx, device.TopicReplies, raw)
	}
	if err != nil && ctx.Err() == nil {
		c.t.Error(err)
	}
}

// publish sends the film at its own speed until ctx ends.
func (c *cameras) publish(ctx context.Context, url string) error {
	video := &format.H264{PayloadTyp: 96, PacketizationMode: 1}
	media := &description.Media{Type: description.MediaTypeVideo, Formats: []format.Format{video}}
	transport := gortsplib.TransportTCP
	client := &gortsplib.Client{Transport: &transport}
	if err := client.StartRecording(url, &description.Session{Medias: []*description.Media{media}}); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	defer client.Close()
	encoder, err := video.CreateEncoder()
	if err != nil {
		return err
	}
	ticker := time.NewTicker(time.Second / filmRate)
	defer ticker.Stop()
	for n := 0; ; n++ {
		packets, err := encoder.Encode(c.pictures[n%len(c.pictures)])
		if err != nil {
			return err
		}
		if err := send(client, media, packets, uint32(n*filmTicks)); err != nil { //nolint:gosec // it goes round
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func send(client *gortsplib.Client, media *description.Media, packets []*rtp.Packet, timestamp uint32) error {
	for _, p := range packets {
		p.Timestamp = timestamp
		if err := client.WritePacketRTP(media, p); err != nil {
			return err
		}
	}
	return nil
}
