package live_test

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pion/rtp"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/plugintest"
)

var meanVolume = regexp.MustCompile(`mean_volume: (-?[0-9.]+) dB`)

func TestServer_PlaysTheSoundOfRecorders(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		options []string
		want    live.Sound
		codec   string
	}{
		{"G.711 A-law", []string{"-c:a", "pcm_alaw", "-ar", "8000", "-ac", "1"}, live.SoundPlaying, "flac"},
		{"G.711 mu-law", []string{"-c:a", "pcm_mulaw", "-ar", "8000", "-ac", "1"}, live.SoundPlaying, "flac"},
		{"G.726, the first sample in the high bits", []string{"-c:a", "g726", "-b:a", "32k", "-ar", "8000", "-ac", "1"}, live.SoundPlaying, "flac"},
		{"G.726, the first sample in the low bits", []string{"-c:a", "g726le", "-b:a", "24k", "-ar", "8000", "-ac", "1"}, live.SoundPlaying, "flac"},
		{"uncompressed, two channels", []string{"-c:a", "pcm_s16be", "-ar", "44100", "-ac", "2"}, live.SoundPlaying, "flac"},
		{"AAC", []string{"-c:a", "aac", "-ar", "16000", "-ac", "1"}, live.SoundPlaying, "aac"},
		{"Opus", []string{"-c:a", "libopus", "-ar", "48000", "-ac", "2"}, live.SoundPlaying, "opus"},
		{"MP3, which players of HLS do not take by packets", []string{"-c:a", "libmp3lame", "-ar", "44100", "-ac", "2"}, live.SoundUnsupported, ""},
		{"none", []string{"-an"}, live.SoundNone, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := watched(t)
			stream := s.hub.Find("s1")
			if state := stream.Sound(); state != live.SoundUnknown {
				t.Errorf("before the device comes its sound is %s", state)
			}
			publish(t, s.rtsp+"/demo-0001/1?token=s1", append([]string{"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "10"}, tc.options...)...)
			<-stream.Begun()
			if state := stream.Sound(); state != tc.want {
				t.Errorf("its sound is %s, want %s", state, tc.want)
			}
			for _, variant := range []live.Variant{live.Low, live.Plain} {
				s.await(t, variant, 3)
				s.hears(t, variant, tc.codec)
			}
		})
	}
}

// hears has viewers look what sound there is, and whether something is heard; codec is empty for none.
func (s stage) hears(t *testing.T, variant live.Variant, codec string) {
	t.Helper()
	page := s.page + "/s1/" + string(variant) + "/index.m3u8"
	said, err := exec.CommandContext(t.Context(), recordertest.FFprobe(t), "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", page).CombinedOutput() // a viewer
	if err != nil || !strings.Contains(string(said), "h264") || (codec != "" && !strings.Contains(string(said), codec)) || (codec == "" && strings.Count(string(said), "h264") != len(strings.Fields(string(said)))) {
		t.Fatalf("%s has %s, want %q: %v", variant, said, codec, err)
	}
	if codec == "" {
		return
	}
	said, err = exec.CommandContext(t.Context(), recordertest.FFmpeg(t), "-i", page, "-map", "0:a:0", "-t", "2", "-af", "volumedetect", "-f", "null", "-").CombinedOutput() // a viewer
	found := meanVolume.FindSubmatch(said)
	if err != nil || found == nil {
		t.Fatalf("%s cannot be heard: %v %s", variant, err, said)
	}
	if decibels, _ := strconv.ParseFloat(string(found[1]), 64); decibels < -30 || decibels > -10 { // a sine of an eighth has -21
		t.Errorf("%s is heard at %g dB", variant, decibels)
	}
}

func TestStream_TheFirstPictureIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	s := watched(t)
	publish(t, s.rtsp+"/demo-0001/1?token=s1", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "600", "-an") // one key frame in a minute
	<-s.hub.Find("s1").Begun()
	plugintest.Eventually(t, "there is no playlist before the second key frame", func() bool {
		return strings.Contains(fetch(t, s.page+"/s1/low/video1_stream.m3u8"), "#EXTINF:0.5")
	})
}

func TestStream_ARecordingEnds(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stream := s.hub.OpenRecording(camera, "s1")
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	asked, shown := make(chan struct{}), make(chan struct{})
	hangUp := badDevice(t, s, film(t), func(n int, packets []*rtp.Packet) []*rtp.Packet {
		switch {
		case n == 1:
			<-asked
		case n == 45:
			close(shown)
		case n > 45:
			return nil
		}
		return packets
	})
	<-stream.Begun()
	fetch(t, s.page+"/s1/plain/none") // from now on it is cut for this variant too
	close(asked)
	go func() { <-shown; hangUp() }()
	viewer := exec.CommandContext(t.Context(), recordertest.FFmpeg(t), "-v", "error", "-live_start_index", "0", "-i", s.page+"/s1/plain/index.m3u8", "-map", "0:v:0", "-vsync", "0", "-f", "framecrc", "-") // it goes on as long as the recording does
	said, err := viewer.Output()
	if err != nil {
		t.Fatal(err)
	}
	if pictures := strings.Count(string(said), "\n0,"); pictures < 30 { // of 45, all from its second key frame on
		t.Errorf("the viewer saw %d pictures before the end", pictures)
	}
	for _, variant := range []string{"low", "plain"} {
		list := fetch(t, s.page+"/s1/"+variant+"/video1_stream.m3u8?_HLS_msn=100&_HLS_part=3")
		if !strings.HasSuffix(list, "#EXT-X-ENDLIST\n") || strings.Contains(list, "PRELOAD-HINT") {
			t.Errorf("%s does not say that it has ended: %s", variant, list)
		}
	}
}
