package trip

import (
	"fmt"
	"testing"
	"time"
)

// summary of the track from its first hour on, for so long.
func (tr *track) summary(d time.Duration) Summary {
	fromMs := midnight + 7*3_600_000
	day := OfDay(dayNumber, tr.samples)
	return Summarize(day.Trips, day.Idling, Silences(day.Heard, fromMs, fromMs+d.Milliseconds()), fromMs, fromMs+d.Milliseconds())
}

func TestSummarize(t *testing.T) {
	told := func(s Summary) string {
		at := func(ms int64) string { return (time.Duration(ms) * time.Millisecond).String() }
		return fmt.Sprintf("%.0fm drive %s idle %s stand %s silent %s trips %d top %.0f over %s", s.DistanceM, at(s.DriveMs), at(s.IdleMs), at(s.StandMs), at(s.SilenceMs), s.Trips, s.TopKmh, at(s.OverMs))
	}
	for _, tc := range []struct {
		name  string
		track *track
		want  string
	}{
		{"nothing", newTrack(), "0m drive 0s idle 0s stand 0s silent 1h0m0s trips 0 top 0 over 0s"},
		{"left with its ignition off", newTrack().ignition(&no).stand(time.Minute), "0m drive 0s idle 0s stand 59m50s silent 10s trips 0 top 0 over 0s"},
		{"lost while it drives", newTrack().drive(36, 10*time.Minute), "5900m drive 9m50s idle 0s stand 0s silent 50m10s trips 1 top 36 over 0s"},
		{
			"asleep between two trips", newTrack().drive(36, 10*time.Minute).ignition(&no).stand(2*time.Minute).wait(28*time.Minute).ignition(&yes).drive(36, 20*time.Minute),
			"17800m drive 29m50s idle 0s stand 30m0s silent 10s trips 2 top 36 over 0s",
		},
		{
			"taken away in its sleep", newTrack().drive(36, 10*time.Minute).ignition(&no).stand(2*time.Minute).wait(28*time.Minute).north(5000).ignition(&yes).drive(36, 20*time.Minute),
			"17800m drive 29m50s idle 0s stand 1m50s silent 28m20s trips 2 top 36 over 0s",
		},
		{"too fast", newTrack().drive(130, 5*time.Minute).drive(0, 55*time.Minute), "10472m drive 5m0s idle 54m50s stand 0s silent 10s trips 1 top 130 over 5m0s"},
	} {
		if got := told(tc.track.summary(time.Hour)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}
