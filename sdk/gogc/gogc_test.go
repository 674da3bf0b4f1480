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

func TestNext(t *testing.T) {
	const mb = 1 << 20
	for what, tc := range map[string]struct {
		room, want uint64
		spent      usage
	}{
		"collecting is a fifth of the work":        {40 * mb, 50 * mb, usage{0.02, 0.1, 1}},
		"so it is, but the process hardly works":   {40 * mb, 40 * mb, usage{0.02, 0.1, 100}},
		"a fifth, and there is no more":            {120 * mb, 128 * mb, usage{0.02, 0.1, 1}},
		"a fifth, and more than that is alive":     {500 * mb, 500 * mb, usage{0.02, 0.1, 1}},
		"collecting is as much as it may be":       {40 * mb, 40 * mb, usage{0.0045, 0.1, 1}},
		"collecting is little":                     {100 * mb, 80 * mb, usage{0.0015, 0.1, 1}},
		"collecting is little, and so is the room": {33 * mb, 32 * mb, usage{0.0015, 0.1, 1}},
		"nothing has happened":                     {40 * mb, 40 * mb, usage{}},
	} {
		if got := next(tc.room, Usual, Most, tc.spent); got != tc.want {
			t.Errorf("%s: %d MB of room become %d, want %d", what, tc.room/mb, got/mb, tc.want/mb)
		}
	}
}
