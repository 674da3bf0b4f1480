package faststart_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/abema/go-mp4"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/faststart"
)

func ffmpeg(t *testing.T, args ...string) []byte {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), recordertest.FFmpeg(t), append([]string{"-v", "error", "-y"}, args...)...).Output() // the recorder's own encoder
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return said
}

func film(t *testing.T, options ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "film.mp4")
	args := []string{"-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=3", "-f", "lavfi", "-i", "sine=duration=3", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac"}
	ffmpeg(t, append(append(args, options...), out)...)
	return out
}

func fix(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	fixed, move, err := faststart.Fix(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	if fixed == nil {
		return nil
	}
	data, err := io.ReadAll(fixed)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(data)) != info.Size() {
		t.Errorf("it has %d bytes, and had %d", len(data), info.Size())
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if back := undo(t, data, *move); !bytes.Equal(back, before) {
		t.Error("what was done to it cannot be undone")
	}
	return data
}

func undo(t *testing.T, data []byte, m faststart.Move) []byte {
	t.Helper()
	undone, err := faststart.Undo(bytes.NewReader(data), int64(len(data)), m)
	if err != nil {
		t.Fatal(err)
	}
	back, err := io.ReadAll(undone)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestFix_PutsTheIndexInFront(t *testing.T) {
	path := film(t)
	data := fix(t, path)
	info, err := mp4.Probe(bytes.NewReader(data))
	if err != nil || !info.FastStart || len(info.Tracks) != 2 {
		t.Fatalf("%+v, %v", info, err)
	}
	moved := filepath.Join(t.TempDir(), "moved.mp4")
	if err := os.WriteFile(moved, data, 0o600); err != nil {
		t.Fatal(err)
	}
	pictures := func(path string) []byte { return ffmpeg(t, "-i", path, "-f", "framemd5", "-") }
	if !bytes.Equal(pictures(path), pictures(moved)) {
		t.Error("it shows and sounds otherwise than before")
	}
	middle := func(path string) []byte {
		return ffmpeg(t, "-ss", "2.0", "-i", path, "-frames:v", "1", "-f", "framemd5", "-")
	}
	if !bytes.Equal(middle(path), middle(moved)) {
		t.Error("it cannot be sought in")
	}
}

func TestFix_LeavesWhatIsInOrder(t *testing.T) {
	for _, options := range [][]string{{"-movflags", "+faststart"}, {"-movflags", "frag_keyframe+empty_moov"}} {
		if data := fix(t, film(t, options...)); data != nil {
			t.Errorf("%v: it was changed", options)
		}
	}
}

func FuzzFix(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x08ftyp\x00\x00\x00\x08mdat\x00\x00\x00\x08moov"))
	stco := slices.Concat([]byte("\x00\x00\x00\x14stco\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"))
	box := func(kind string, body []byte) []byte {
		return append([]byte{0, 0, 0, byte(8 + len(body))}, append([]byte(kind), body...)...)
	}
	f.Add(slices.Concat(box("ftyp", nil), box("mdat", []byte("xx")), box("moov", box("trak", box("mdia", box("minf", box("stbl", stco)))))))
	f.Fuzz(func(t *testing.T, data []byte) {
		fixed, move, err := faststart.Fix(bytes.NewReader(data), int64(len(data)))
		if err != nil || fixed == nil {
			return
		}
		out, err := io.ReadAll(fixed)
		if err != nil || len(out) != len(data) {
			t.Errorf("%d bytes of %d: %v", len(out), len(data), err)
		}
		if back := undo(t, out, *move); !bytes.Equal(back, data) {
			t.Errorf("undone it is %x, and was %x", back, data)
		}
	})
}
