package gogc

import "testing"

func TestPercent(t *testing.T) {
	for _, tc := range []struct {
		alive, stacks uint64
		want          int
	}{
		{0, 0, 1600},
		{1 << 20, 0, 1600},
		{8 << 20, 0, 400},
		{32 << 20, 0, 100},
		{1 << 30, 0, 100},
		{8 << 20, 8 << 20, 200},
		{64 << 20, 16 << 20, 80},
		{64 << 20, 256 << 20, 50},
	} {
		if got := percent(Usual, tc.alive, tc.stacks); got != tc.want {
			t.Errorf("with %d bytes alive and %d of stacks the heap may grow by %d %%, want %d", tc.alive, tc.stacks, got, tc.want)
		}
	}
}
