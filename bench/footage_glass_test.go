//go:build bench

package bench_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
)

// glassBound is how old a picture may be when it is on the screen.
const glassBound = 3 * time.Second

// seen is a picture on the screen: its number in the film, and when it was shown in Unix milliseconds.
type seen struct {
	Number int     `json:"number"`
	AtMs   float64 `json:"at_ms"`
}

// glass is how old a picture is when a browser shows it with the player of the portal: each has its number burned in, and the camera knows when
// it took it.
func (f *footage) glass(t *testing.T) {
	const channel = 3
	length := 25 * time.Second
	if *quick {
		length = 8 * time.Second
	}
	id := f.devices[0]
	f.awaitKnown(t, id)
	v := f.start(t, id, []int{channel})[0]
	var ages []time.Duration
	for _, s := range f.look(t, v, length) {
		shown := time.UnixMicro(int64(s.AtMs * 1000))
		if age, ok := f.cameras.age(fmt.Sprintf("%s/%d", id, channel), s.Number, shown); ok {
			ages = append(ages, age)
		}
	}
	slices.Sort(ages)
	if len(ages) < int(length.Seconds())*filmRate/2 {
		t.Fatalf("%d pictures were seen within %s", len(ages), length)
	}
	boundRow(footageGroup, "glass to glass, in a browser, median", ages[len(ages)/2], glassBound)
	last := ages[len(ages)*99/100]
	measured.Add(table.Row{
		Group: footageGroup, What: "glass to glass, in a browser, p99", Target: "< " + glassBound.String(),
		Result: fmt.Sprintf("%s (%d pictures, of %.0f taken; the oldest %s)", last.Round(time.Millisecond), len(ages), length.Seconds()*filmRate, ages[len(ages)-1].Round(time.Millisecond)), Passed: last < glassBound,
	})
}

// look has a browser play a view for a time, and tells which pictures were on its screen.
func (f *footage) look(t *testing.T, v view, length time.Duration) (pictures []seen) {
	t.Helper()
	script, err := filepath.Abs("web/glass.mjs")
	if err != nil {
		t.Fatal(err)
	}
	browser := exec.CommandContext(t.Context(), "node", script) // a program of this folder
	browser.Env = append(os.Environ(), "GLASS_HOST="+f.host.URL, "GLASS_PLAYLIST="+v.URL, "GLASS_TOKEN="+f.host.Token(f.admin), fmt.Sprintf("GLASS_MS=%d", length.Milliseconds()))
	browser.Stderr = os.Stderr
	said, err := browser.Output()
	if err == nil {
		err = json.Unmarshal(said, &pictures)
	}
	if err != nil {
		t.Fatalf("the browser: %v", err)
	}
	return pictures
}
