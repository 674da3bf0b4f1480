package readiness_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/readiness"
)

func TestReport(t *testing.T) {
	broken := errors.New("broken")
	hang := make(chan struct{})
	defer close(hang)
	cases := map[string]struct {
		try  func(context.Context) error
		want readiness.State
	}{
		"works":                  {func(context.Context) error { return nil }, readiness.Ready},
		"works in part":          {func(context.Context) error { return readiness.Partly(broken) }, readiness.Degraded},
		"is broken":              {func(context.Context) error { return broken }, readiness.NotReady},
		"hangs":                  {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, readiness.NotReady},
		"hangs whatever is said": {func(context.Context) error { <-hang; return nil }, readiness.NotReady},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			checks := readiness.New(time.Now, readiness.Check{Name: "fine", Try: func(context.Context) error { return nil }}, readiness.Check{Name: "it", Try: tc.try})
			began := time.Now()
			report := checks.Report(t.Context())
			if report.State != tc.want || report.Parts[0].State != readiness.Ready || report.Parts[1].State != tc.want {
				t.Errorf("%+v, want %s", report, tc.want)
			}
			if took := time.Since(began); took > readiness.Bound+5*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestReport_ASecondIsShared(t *testing.T) {
	tried, now := 0, time.Unix(1_000, 0)
	checks := readiness.New(func() time.Time { return now }, readiness.Check{Name: "it", Try: func(context.Context) error { tried++; return nil }})
	for range 100 {
		checks.Report(t.Context())
	}
	if tried != 1 {
		t.Errorf("tried %d times within a second", tried)
	}
	now = now.Add(time.Second)
	checks.Report(t.Context())
	if tried != 2 {
		t.Errorf("tried %d times, want once more after a second", tried)
	}
}
