package watchtest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/fuel/internal/tanktest"
)

// TestUsage_ofHalfHours: a day of a zone with half hours (India) has what was driven in it: two halves of a range come to the whole, wherever it is cut.
func TestUsage_ofHalfHours(t *testing.T) {
	w := newWorld(t)
	month := tanktest.Make(3, 2)
	list := samplesOf(month, 3)
	w.take("demo", list)
	begin := time.UnixMilli(list[0].Time).UTC().Truncate(time.Hour)
	end := begin.Add(72 * time.Hour)
	whole := w.metres(begin, end)
	if whole < 100_000 {
		t.Fatalf("only %.0f m were driven", whole)
	}
	for _, cut := range []time.Duration{30*time.Minute + 26*time.Hour, 45*time.Minute + 40*time.Hour} {
		before, after := w.metres(begin, begin.Add(cut)), w.metres(begin.Add(cut), end)
		if math.Abs(before+after-whole) > 1 {
			t.Errorf("cut after %s: %.0f m and %.0f m of %.0f m", cut, before, after, whole)
		}
	}
	busiest, most := begin, 0.0
	for at := begin; at.Before(end); at = at.Add(time.Hour) {
		if metres := w.metres(at, at.Add(time.Hour)); metres > most {
			busiest, most = at, metres
		}
	}
	if half := w.metres(busiest, busiest.Add(30*time.Minute)); half >= most || half == 0 {
		t.Errorf("half of an hour of %.0f m has %.0f m", most, half)
	}
}

// metres is how far the vehicles of demo went in a time.
func (w *world) metres(from, to time.Time) (sum float64) {
	w.t.Helper()
	for _, r := range w.asked("demo", fmt.Sprintf(`{"from":%q,"to":%q}`, from.Format(time.RFC3339), to.Format(time.RFC3339))) {
		sum += r.DistanceM
	}
	return sum
}

// TestUsage_filters: by type and fuel of the vehicle.
func TestUsage_filters(t *testing.T) {
	w := newWorld(t)
	month := tanktest.Make(3, 2)
	w.take("demo", samplesOf(month, 1))
	span := fmt.Sprintf(`"from":%q,"to":%q`, time.UnixMilli(month.Readings[0].AtMs).UTC().Format(time.RFC3339), w.now.UTC().Format(time.RFC3339))
	for filter, want := range map[string]int{`"type":"truck"`: 1, `"type":"van"`: 0, `"fuel":"diesel"`: 1, `"fuel":"petrol"`: 0, `"type":"truck","fuel":"diesel"`: 1} {
		if got := w.asked("demo", `{`+span+`,`+filter+`}`); len(got) != want {
			t.Errorf("%s finds %d vehicles, want %d", filter, len(got), want)
		}
	}
}
