package live_test

import (
	"os/exec"
	"slices"
	"testing"

	"outrider.dev/fleetsim/recordertest"
)

// TestServer_TakesFFmpeg publishes with a program that is no device of ours: its parameter sets come in the announcement alone.
func TestServer_TakesFFmpeg(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stream, _ := s.hub.Open(camera, "s1")
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	publish(t, s.rtsp+"/demo-0001/1?token=s1", "-c:v", "libx264", "-preset", "ultrafast", "-g", "5", "-bsf:v", "filter_units=remove_types=7-8")
	<-stream.Begun()
}

func TestServer_RefusesACodecThatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stream, _ := s.hub.Open(camera, "s1")
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	ended := publish(t, s.rtsp+"/demo-0001/1?token=s1", "-c:v", "mpeg4")
	if err := <-ended; err == nil {
		t.Error("a publisher without H.264 is let in")
	}
	select {
	case <-stream.Begun():
		t.Error("there is a picture")
	default:
	}
}

// publish has ffmpeg publish a test picture and a tone until the test ends, and returns where its end is told.
func publish(t *testing.T, address string, options ...string) <-chan error {
	t.Helper()
	args := append([]string{"-v", "error", "-re", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10", "-re", "-f", "lavfi", "-i", "sine", "-pix_fmt", "yuv420p"}, options...)
	if !slices.Contains(options, "-rtsp_transport") {
		args = append(args, "-rtsp_transport", "tcp")
	}
	command := exec.CommandContext(t.Context(), recordertest.FFmpeg(t), append(args, "-f", "rtsp", address)...) // the recorder's own encoder
	command.Stderr = t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-ended
	})
	return ended
}
