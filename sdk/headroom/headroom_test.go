package headroom

import "testing"

func TestPercent(t *testing.T) {
	for _, tc := range []struct {
		alive uint64
		want  int
	}{{0, 1600}, {1 << 20, 1600}, {8 << 20, 400}, {32 << 20, 100}, {1 << 30, 100}} {
		if got := percent(tc.alive); got != tc.want {
			t.Errorf("with %d bytes alive the heap may grow by %d %%, want %d", tc.alive, got, tc.want)
		}
	}
}
