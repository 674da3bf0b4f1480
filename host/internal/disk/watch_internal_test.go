package disk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
)

func TestLevelOf(t *testing.T) {
	const reserve = 1_000
	cases := []struct {
		free   uint64
		before Level
		want   Level
	}{
		{5_000, Roomy, Roomy},
		{2_000, Roomy, Roomy},
		{1_999, Roomy, Low},
		{1_000, Low, Low},
		{999, Low, Full},
		{0, Roomy, Full},
		{1_049, Full, Full}, // a little room is not enough to take work again
		{1_050, Full, Low},
		{2_099, Low, Low},
		{2_100, Low, Roomy},
		{9_000, Full, Roomy},
	}
	for _, tc := range cases {
		if got := levelOf(tc.free, reserve, tc.before); got != tc.want {
			t.Errorf("%d free after %d: %d, want %d", tc.free, tc.before, got, tc.want)
		}
	}
}

func TestLook_TellsOfEveryChangeOnce(t *testing.T) {
	var told []Level
	deaf := errors.New("deaf")
	w := NewWatch(t.TempDir(), 1<<30, func(_ context.Context, to Level) error {
		if told = append(told, to); len(told) == 1 {
			return deaf
		}
		return nil
	}, slog.New(slog.DiscardHandler))
	for i, level := range []Level{Roomy, Full, Full, Full, Roomy} {
		w.space = func(string) (free, total uint64, err error) {
			return map[Level]uint64{Roomy: 90, Full: 5}[level], 100, nil
		}
		if err := w.Look(t.Context()); err != nil && i != 1 {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(told) != fmt.Sprint([]Level{Full, Full, Roomy}) || w.Full() {
		t.Errorf("told of %v", told)
	}
}
