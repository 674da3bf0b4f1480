package live_test

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/live"
)

const (
	ticks = 9000 // of the video clock between two pictures
	pace  = 100 * time.Millisecond
)

// film is a test picture of ten seconds with a key frame each second, as coded pictures.
func film(t *testing.T) (pictures [][][]byte) {
	t.Helper()
	return recordertest.Film(t, "-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=10", "-pix_fmt", "yuv420p",
		"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "10")
}

// badDevice publishes a film over and over, and does to each picture's packets what spoil does, until the test ends or hangUp.
func badDevice(t *testing.T, s stage, pictures [][][]byte, spoil func(n int, packets []*rtp.Packet) []*rtp.Packet) (hangUp func()) {
	t.Helper()
	video := &format.H264{PayloadTyp: 96, PacketizationMode: 1}
	encoder, err := video.CreateEncoder()
	if err != nil {
		t.Fatal(err)
	}
	encoder.PayloadMaxSize = 400 // so that every picture has several packets
	return publishes(t, s, &description.Media{Type: description.MediaTypeVideo, Formats: []format.Format{video}}, func(n int) ([]*rtp.Packet, error) {
		packets, err := encoder.Encode(pictures[n%len(pictures)])
		for _, p := range packets {
			p.Timestamp = uint32(n * ticks)
		}
		return spoil(n, packets), err
	})
}

// publishes sends the packets of one picture after the other, ten a second, until the test ends or hangUp.
func publishes(t *testing.T, s stage, media *description.Media, next func(n int) ([]*rtp.Packet, error)) (hangUp func()) {
	t.Helper()
	transport := gortsplib.TransportTCP
	if s.byUDP {
		transport = gortsplib.TransportUDP
	}
	client := &gortsplib.Client{Transport: &transport}
	if err := client.StartRecording(s.rtsp+"/demo-0001/1?token=s1", &description.Session{Medias: []*description.Media{media}}); err != nil {
		t.Fatal(err)
	}
	ended, ticker := make(chan struct{}), time.NewTicker(pace)
	go func() {
		defer close(ended)
		for n := 0; ; n++ {
			select {
			case <-t.Context().Done():
				return
			case <-ticker.C:
			}
			packets, err := next(n)
			if err != nil {
				return
			}
			for _, p := range packets {
				if client.WritePacketRTP(media, p) != nil {
					return
				}
			}
		}
	}()
	t.Cleanup(func() {
		client.Close()
		<-ended
		ticker.Stop()
	})
	return client.Close
}

// seen waits until a player, ffmpeg, has decoded so many pictures of a stream without an error, and tells its clock at the first and at the
// last, in milliseconds.
func (s stage) seen(t *testing.T, pictures int) (from, to int) {
	t.Helper()
	s.await(t, live.Plain, 3)
	var complaints strings.Builder
	command := exec.CommandContext(t.Context(), recordertest.FFmpeg(t), "-v", "error", "-copyts", "-i", s.page+"/s1/plain/index.m3u8", "-map", "0:v:0", "-vsync", "0", "-enc_time_base", "1:1000", // a viewer
		"-frames:v", strconv.Itoa(pictures), "-f", "framecrc", "pipe:1")
	command.Stderr = &complaints
	said, err := command.Output()
	if err != nil || complaints.Len() > 0 {
		t.Errorf("the player complains: %v %s", err, complaints.String())
	}
	n := 0
	for line := range strings.SplitSeq(string(said), "\n") { // "0, 100, 100, 1, 115200, 0x12345678"
		columns := strings.Split(line, ",")
		if strings.HasPrefix(line, "#") || len(columns) < 6 {
			continue
		}
		if to, err = strconv.Atoi(strings.TrimSpace(columns[2])); err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 {
			from = to
		}
	}
	if n != pictures {
		t.Fatalf("the player shows %d pictures of %d", n, pictures)
	}
	return from, to
}

func TestStream_IsSeenInSpiteOfTheNetwork(t *testing.T) {
	t.Parallel()
	pictures := film(t)
	for _, tc := range poorNetworks {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := watched(t)
			badDevice(t, s, pictures, tc.spoil)
			s.seen(t, 30)
		})
	}
}

// poorNetworks are what may become of packets on their way.
var poorNetworks = []struct {
	name  string
	spoil func(n int, packets []*rtp.Packet) []*rtp.Packet
}{
	{"packets are lost", func(n int, packets []*rtp.Packet) []*rtp.Packet {
		if n%15 == 7 {
			return packets[:len(packets)/2]
		}
		return packets
	}},
	{"whole pictures are lost", func(n int, packets []*rtp.Packet) []*rtp.Packet {
		if n%15 == 7 {
			return nil
		}
		return packets
	}},
	{"packets change places", func(_ int, packets []*rtp.Packet) []*rtp.Packet {
		for i := 0; i+1 < len(packets); i += 2 {
			packets[i], packets[i+1] = packets[i+1], packets[i]
		}
		return packets
	}},
	{"packets come twice", func(_ int, packets []*rtp.Packet) []*rtp.Packet { return append(packets, packets...) }},
	{"packets are rubbish", func(n int, packets []*rtp.Packet) []*rtp.Packet {
		if n%20 == 11 {
			packets[0].Payload = []byte{0xff, 0xff}
		}
		return packets
	}},
}

func TestStream_RunsOnWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	pictures := film(t)
	const hour = 3600 * 90_000
	for name, by := range map[string]uint32{"an hour on": hour, "an hour back": 1<<32 - hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := watched(t)
			badDevice(t, s, pictures, func(n int, packets []*rtp.Packet) []*rtp.Packet {
				for _, p := range packets {
					p.Timestamp += by * uint32(n/60%2) // there and back again, every six seconds
				}
				return packets
			})
			if from, to := s.seen(t, 130); to <= from || to-from > 30_000 {
				t.Errorf("the player's clock goes from %d to %d within thirteen seconds", from, to)
			}
		})
	}
}

func TestStream_EndsWithoutAKeyFrame(t *testing.T) {
	t.Parallel()
	s := watched(t)
	stream := s.hub.Find("s1")
	badDevice(t, s, film(t)[1:10], func(_ int, packets []*rtp.Packet) []*rtp.Packet { return packets }) // none of these is one
	s.await404(t)
	s.pass(21 * time.Second)
	<-stream.Done()
	select {
	case <-stream.Begun():
		t.Error("there is a picture")
	default:
	}
}

func TestStream_IsSeenByFFprobe(t *testing.T) {
	t.Parallel()
	s := watched(t)
	badDevice(t, s, film(t), func(_ int, packets []*rtp.Packet) []*rtp.Packet { return packets })
	s.await(t, live.Plain, 3)
	said, err := exec.CommandContext(t.Context(), recordertest.FFprobe(t), "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv", s.page+"/s1/plain/index.m3u8").CombinedOutput() // a viewer
	if err != nil || !strings.Contains(string(said), "h264,320,240") {
		t.Errorf("%v: %s", err, said)
	}
}
