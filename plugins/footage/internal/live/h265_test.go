package live_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/pion/rtp"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/plugintest"
)

// x265 are ffmpeg's options for H.265 with a key picture each second.
func x265(parameters string) []string {
	return []string{"-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:keyint=10:min-keyint=10:scenecut=0:" + parameters}
}

// film265 is film as H.265.
func film265(t *testing.T, parameters string) [][][]byte {
	t.Helper()
	return recordertest.Film265(t, append([]string{"-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=10", "-pix_fmt", "yuv420p"}, x265(parameters)...)...)
}

// aCamera are H.265 pictures as cameras send them: each is built on earlier ones only.
const aCamera = "bframes=0:open-gop=0"

// badDevice265 is badDevice for H.265, with parameter sets in its description or not.
func badDevice265(t *testing.T, s stage, announced *format.H265, pictures [][][]byte, spoil func(n int, packets []*rtp.Packet) []*rtp.Packet) (hangUp func()) {
	t.Helper()
	encoder, err := announced.CreateEncoder()
	if err != nil {
		t.Fatal(err)
	}
	encoder.PayloadMaxSize = 400 // fragmentation units of what is longer, aggregation packets of what is shorter
	return publishes(t, s, &description.Media{Type: description.MediaTypeVideo, Formats: []format.Format{announced}}, func(n int) ([]*rtp.Packet, error) {
		packets, err := encoder.Encode(pictures[n%len(pictures)])
		for _, p := range packets {
			p.Timestamp = uint32(n * ticks)
		}
		return spoil(n, packets), err
	})
}

func h265At() *format.H265 { return &format.H265{PayloadTyp: 96} }

var codecs265 = regexp.MustCompile(`CODECS="hvc1\.1\.6\.L\d+\.[0-9a-fA-F]+"`)

func TestH265_IsSeenInBothVariants(t *testing.T) {
	t.Parallel()
	s := watched(t)
	badDevice265(t, s, h265At(), film265(t, aCamera), unspoilt)
	s.seen(t, 30)
	for _, variant := range []live.Variant{live.Low, live.Plain} {
		page := s.page + "/s1/" + string(variant) + "/index.m3u8"
		s.await(t, variant, 3)
		if list := fetch(t, page); !codecs265.MatchString(list) || !strings.Contains(list, "RESOLUTION=320x240") {
			t.Errorf("%s says %s", variant, list)
		}
		said, err := exec.CommandContext(t.Context(), recordertest.FFprobe(t), "-v", "error", "-show_entries", "stream=codec_name,codec_tag_string,width,height", "-of", "csv=p=0", page).CombinedOutput() // a viewer
		if err != nil || !strings.Contains(string(said), "hevc,hvc1,320,240") {
			t.Errorf("%s is %s: %v", variant, said, err)
		}
	}
}

// TestH265_IsTakenFromFFmpeg publishes with a program that is no device of ours: packets that aggregate and fragment as it does, parameter sets in the
// announcement alone or in the stream alone, pictures that are shown in another order than they come in.
func TestH265_IsTakenFromFFmpeg(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]string{
		"parameter sets in the announcement alone":    append(x265(aCamera), "-bsf:v", "filter_units=remove_types=32-34"),
		"parameter sets before each key picture":      x265(aCamera + ":repeat-headers=1"),
		"pictures in another order":                   x265("bframes=3:b-adapt=0:open-gop=0:repeat-headers=1"),
		"key pictures that leave others open":         x265("bframes=3:b-adapt=0:open-gop=1:repeat-headers=1"),
		"layers that a decoder may leave out":         x265("bframes=3:b-adapt=0:open-gop=0:temporal-layers=1:repeat-headers=1"),
		"several slices of each picture, with sound":  append(x265(aCamera+":slices=4:repeat-headers=1"), "-s", "640x480", "-c:a", "aac"),
		"ten bits a colour, as few cameras send them": append(x265(aCamera+":repeat-headers=1"), "-pix_fmt", "yuv420p10le"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := watched(t)
			publish(t, s.rtsp+"/demo-0001/1?token=s1", options...)
			s.seen(t, 30)
		})
	}
}

func TestH265_IsSeenInSpiteOfTheNetwork(t *testing.T) {
	t.Parallel()
	pictures := film265(t, aCamera)
	for name, spoil := range map[string]func(n int, packets []*rtp.Packet) []*rtp.Packet{
		"packets are lost": func(n int, packets []*rtp.Packet) []*rtp.Packet {
			if n%15 == 7 {
				return packets[:len(packets)/2]
			}
			return packets
		},
		"packets are rubbish": func(n int, packets []*rtp.Packet) []*rtp.Packet {
			switch n % 20 {
			case 11:
				packets[0].Payload = []byte{0xff, 0xff}
			case 13:
				packets[0].Payload = nil
			case 15:
				packets[0].Payload = []byte{48 << 1, 1, 0, 9, 1} // an aggregation that is cut off
			case 17:
				packets[0].Payload = []byte{49 << 1, 1, 0xc1, 9} // a fragment that begins and ends
			}
			return packets
		},
		"units are of kinds that mean nothing": func(_ int, packets []*rtp.Packet) []*rtp.Packet {
			for _, p := range packets {
				if kind := p.Payload[0] >> 1 & 0x3f; kind == 39 { // what is said beside pictures
					p.Payload[0] = 63 << 1
				}
			}
			return packets
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := watched(t)
			badDevice265(t, s, h265At(), pictures, spoil)
			s.seen(t, 30)
		})
	}
}

// TestH265_WithoutAVPS tells what is wrong, when it is given up.
func TestH265_WithoutAVPS(t *testing.T) {
	t.Parallel()
	const vps = 32
	s := watched(t)
	pictures := film265(t, aCamera+":repeat-headers=1")
	for i, units := range pictures {
		var kept [][]byte
		for _, unit := range units {
			if unit[0]>>1&0x3f != vps {
				kept = append(kept, unit)
			}
		}
		pictures[i] = kept
	}
	waiting := s.asks(t, "low/index.m3u8")
	badDevice265(t, s, h265At(), pictures, unspoilt)
	told := make(chan answered, 1)
	go func() { told <- <-waiting }()
	plugintest.Within(t, patience, "nobody is told", func() bool {
		s.pass(time.Second)
		return s.hub.Find("s1") == nil
	})
	if reason, _ := (<-told).reason(t); reason != "parameters" {
		t.Errorf("the reason is %q", reason)
	}
}
