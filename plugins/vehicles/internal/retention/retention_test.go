package retention

import (
	"context"
	"log/slog"
	"testing"
	"time"
)

type shelf struct {
	made []string
	kept int
}

func (s *shelf) MakePartition(_ context.Context, day time.Time) error {
	s.made = append(s.made, day.Format(time.DateOnly))
	return nil
}

func (s *shelf) DropOld(_ context.Context, days int) (int, error) {
	s.kept = days
	return 0, nil
}

func TestKeeper(t *testing.T) {
	s := &shelf{}
	now := time.Date(2025, 12, 31, 23, 0, 0, 0, time.UTC)
	ctx, stop := context.WithCancel(t.Context())
	stop() // the first round is worked all the same
	if err := NewKeeper(s, 30, slog.New(slog.DiscardHandler), func() time.Time { return now }).Run(ctx); err != nil {
		t.Fatal(err)
	}
	if len(s.made) != 2 || s.made[0] != "2025-12-31" || s.made[1] != "2026-01-01" || s.kept != 30 {
		t.Errorf("made %v, kept %d days", s.made, s.kept)
	}
}

func TestDays(t *testing.T) {
	for setting, want := range map[string]int{"": 400, "7": 7} {
		if got, err := Days(setting); err != nil || got != want {
			t.Errorf("Days(%q) = %d, %v; want %d", setting, got, err, want)
		}
	}
	for _, setting := range []string{"0", "-1", "many", "4001"} {
		if _, err := Days(setting); err == nil {
			t.Errorf("Days(%q) is taken", setting)
		}
	}
}
