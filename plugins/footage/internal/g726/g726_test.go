package g726_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/g726"
)

// scene is silence, then a voice of noise and tones that swells and fades.
const scene = `aevalsrc=if(lt(t\,0.3)\,0\,(random(0)-0.5+0.2*sin(2*PI*700*t))*(0.2+abs(sin(2*PI*t)))):s=8000:d=4`

// near is how much louder the sound has to be than what is different, in decibels. The other decoder leaves the recommendation a little: it rounds
// step sizes otherwise, and at 40 kb/s the predictor forgets twice as fast.
var near = map[int]float64{16: 18, 24: 30, 32: 30, 40: 12}

func TestDecode_IsNearlyWhatAnotherDecoderMakesOfIt(t *testing.T) {
	for _, kilobits := range []int{16, 24, 32, 40} {
		for codec, highFirst := range map[string]bool{"g726": true, "g726le": false} {
			t.Run(fmt.Sprintf("%s %d", codec, kilobits), func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				coded, linear := filepath.Join(folder, "coded"), filepath.Join(folder, "linear")
				ffmpeg(t, "-f", "lavfi", "-i", scene, "-c:a", codec, "-b:a", fmt.Sprintf("%dk", kilobits), "-f", codec, coded)
				ffmpeg(t, "-f", codec, "-code_size", fmt.Sprint(kilobits/8), "-i", coded, "-f", "s16be", linear)
				compare(t, kilobits, highFirst, read(t, coded), read(t, linear))
			})
		}
	}
}

func compare(t *testing.T, kilobits int, highFirst bool, coded, want []byte) {
	t.Helper()
	d, err := g726.New(kilobits, highFirst)
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	for packet := range chunks(coded, kilobits*5) { // 40 ms: a whole number of samples
		got = append(got, d.Decode(packet)...)
	}
	if len(got) < 2*g726.Rate || len(got) < len(want)-100 {
		t.Fatalf("%d bytes, want %d", len(got), len(want))
	}
	var power, differs float64
	for at := 0; at < min(len(got), len(want)); at += 2 {
		w := float64(int16(binary.BigEndian.Uint16(want[at:])))        // a sample
		apart := float64(int16(binary.BigEndian.Uint16(got[at:]))) - w // a sample
		power, differs = power+w*w, differs+apart*apart
	}
	if decibels := 10 * math.Log10(power/differs); decibels < near[kilobits] {
		t.Errorf("they are %.1f dB apart", decibels)
	}
}

func chunks(data []byte, size int) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(data) > 0 && yield(data[:min(size, len(data))]) {
			data = data[min(size, len(data)):]
		}
	}
}

func TestNew_KnowsFourRates(t *testing.T) {
	if _, err := g726.New(48, true); err == nil {
		t.Error("48 kb/s are decoded")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(32, []byte{0x12, 0xff})
	f.Fuzz(func(t *testing.T, kilobits int, data []byte) {
		d, err := g726.New(kilobits, len(data)%2 == 0)
		if err != nil {
			return
		}
		if out := d.Decode(data); len(out) != len(data)*8/(kilobits/8)*2 {
			t.Errorf("%d bytes become %d", len(data), len(out))
		}
	})
}

func ffmpeg(t *testing.T, options ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), recordertest.FFmpeg(t), append([]string{"-v", "error", "-y"}, options...)...).CombinedOutput(); err != nil { // of the test
		t.Fatalf("%v: %s", err, out)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
