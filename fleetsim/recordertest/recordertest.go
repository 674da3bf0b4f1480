// Package recordertest gives tests the simulated recorder, what it encodes with, and pictures of a camera. Tests only.
package recordertest

import (
	"context"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

// FFmpeg is the program that encodes.
func FFmpeg(t testing.TB) string { return found(t, recorder.FindFFmpeg) }

// FFprobe is the program that tells what is in a stream or a file.
func FFprobe(t testing.TB) string { return found(t, recorder.FindFFprobe) }

func found(t testing.TB, find func() (string, error)) string {
	t.Helper()
	path, err := find()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// New is a recorder of a Van; Run makes it work.
func New(t testing.TB, deviceID string) *recorder.Recorder {
	t.Helper()
	return recorder.New(recorder.Options{
		Vehicle: func() *traffic.Vehicle { return Van(deviceID) },
		Now:     time.Now, Zone: time.UTC, Folder: t.TempDir(), FFmpeg: FFmpeg(t), Log: slog.New(slog.DiscardHandler),
	})
}

// Run lets a recorder work until the test ends, and take have its replies.
func Run(t testing.TB, r *recorder.Recorder, take func(context.Context, device.Reply) error) {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var work sync.WaitGroup
	work.Go(func() { r.Run(ctx) })
	work.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case reply := <-r.Replies():
				if err := take(ctx, reply); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		}
	})
	t.Cleanup(func() { stop(); work.Wait() })
}

// Film is the coded pictures, without delimiters, of what ffmpeg makes of its options: a source and how it is encoded to H.264.
func Film(t testing.TB, options ...string) (pictures [][][]byte) {
	t.Helper()
	const delimiter = "\x00\x00\x00\x01\x09"
	options = append(append([]string{"-v", "error"}, options...), "-bsf:v", "h264_metadata=aud=insert", "-f", "h264", "pipe:1")
	raw, err := exec.CommandContext(t.Context(), FFmpeg(t), options...).Output() // the recorder's own encoder
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(string(raw), delimiter) {
		var units h264.AnnexB
		if units.Unmarshal([]byte(delimiter+part)) == nil && len(units) > 1 {
			pictures = append(pictures, units[1:])
		}
	}
	return pictures
}

// Video has ffmpeg write a video of a test picture to a file, by its options for the source and the codec.
func Video(t testing.TB, path, source string, options ...string) {
	t.Helper()
	options = append(append([]string{"-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-c:v", "libx264"}, options...), path)
	if said, err := exec.CommandContext(t.Context(), FFmpeg(t), options...).CombinedOutput(); err != nil { // the recorder's own encoder
		t.Fatalf("%v: %s", err, said)
	}
}
