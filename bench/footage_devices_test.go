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

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/sdk/device"
)

const (
	filmRate  = 10 // pictures a second
	filmTicks = 90_000 / filmRate
	// filmPictures go round; filmDigits, of which each is 0 or 1, tell them apart.
	filmPictures, filmDigits = 10 * filmRate, 7
)

// film is what all cameras show: ten seconds of a test picture at the size of a tile, with a key frame each second, coded once.
func film(t *testing.T) [][][]byte {
	t.Helper()
	pictures := recordertest.Film(t, filmOptions()...)
	if len(pictures) != filmPictures {
		t.Fatalf("the film has %d pictures, want %d", len(pictures), filmPictures)
	}
	return pictures
}

func filmOptions(out ...string) []string {
	return append([]string{
		"-y", "-f", "lavfi", "-i", "testsrc2=size=352x288:rate=10:duration=10" + numbered(), "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast",
		"-tune", "zerolatency", "-b:v", "400k", "-g", "10",
	}, out...)
}

// numbered burns a picture's number into the lower left corner: squares of 32 pixels from the lowest digit on, white for 1.
func numbered() (filters string) {
	for bit := range filmDigits {
		filters += fmt.Sprintf(",drawbox=x=%[1]d:y=256:w=32:h=32:color=black:t=fill,drawbox=x=%[1]d:y=256:w=32:h=32:color=white:t=fill:enable='mod(floor(n/%[2]d),2)'", bit*32, 1<<bit)
	}
	return filters
}

// cameras are devices that publish a film as soon as they are asked to; nothing is encoded meanwhile.
type cameras struct {
	t        *testing.T
	ctx      context.Context // of all devices
	stop     context.CancelFunc
	pictures [][][]byte

	mu       sync.Mutex
	sessions map[string]context.CancelFunc
	taken    map[string][]time.Time // by device and channel, "camera-1/4": when each picture was
	work     sync.WaitGroup
}

func newCameras(t *testing.T, pictures [][][]byte) *cameras {
	c := &cameras{t: t, pictures: pictures, sessions: map[string]context.CancelFunc{}, taken: map[string][]time.Time{}}
	c.ctx, c.stop = context.WithCancel(context.WithoutCancel(t.Context()))
	return c
}

// connect brings a device to the gateway.
func (c *cameras) connect(broker, id, key string) {
	c.t.Helper()
	commands := make(chan device.Command, 64)
	var client *deviceclient.Client
	for began := time.Now(); ; pause(c.t.Context(), 200*time.Millisecond) {
		var err error
		if client, err = deviceclient.Dial(c.t.Context(), deviceclient.Config{Broker: "tcp://" + broker, ID: id, Key: key, OnCommand: func(d device.Command) { commands <- d }}); err == nil {
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
				c.obey(c.ctx, client, id, command)
			}
		}
	})
	c.t.Cleanup(func() { c.stop(); c.work.Wait(); client.Close() })
}

func (c *cameras) obey(ctx context.Context, client *deviceclient.Client, id string, command device.Command) {
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
			if err := c.publish(live, fmt.Sprintf("%s/%d", id, start.Channel), start.URL); err != nil && live.Err() == nil {
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
func (c *cameras) publish(ctx context.Context, camera, url string) error {
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
	c.begins(camera)
	for n := 0; ; n++ {
		c.takes(camera, time.Now())
		packets, err := encoder.Encode(c.pictures[n%len(c.pictures)])
		if err != nil {
			return err
		}
		if err := send(client, media, packets, uint32(n*filmTicks)); err != nil { // it goes round
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (c *cameras) begins(camera string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken[camera] = nil
}

func (c *cameras) takes(camera string, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken[camera] = append(c.taken[camera], at)
}

// age is how long before at a picture with a number of the film was taken; ok is false if there is none.
func (c *cameras) age(camera string, number int, at time.Time) (age time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := len(c.taken[camera]) - 1; n >= 0; n-- {
		if taken := c.taken[camera][n]; n%filmPictures == number && !taken.After(at) {
			return at.Sub(taken), true
		}
	}
	return 0, false
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
