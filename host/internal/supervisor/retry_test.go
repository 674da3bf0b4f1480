package supervisor

import (
	"context"
	"log/slog"
	"testing"
	"time"
)

func TestFell_TriesWhatIsEssentialAgainWithinAMinute(t *testing.T) {
	for name, tc := range map[string]struct{ retry, want time.Duration }{
		"essential":     {time.Minute, time.Minute},
		"any other":     {0, DefaultPolicy().QuarantineRetry},
		"less patience": {time.Hour, DefaultPolicy().QuarantineRetry},
	} {
		t.Run(name, func(t *testing.T) {
			seen := make(chan Status, 1)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			u := newUnit(nil, DefaultPolicy(), "", Release{ID: "users", Retry: tc.retry, Log: slog.New(slog.DiscardHandler)}, nil, func(s Status) {
				seen <- s
				cancel() // nobody waits for the next try
			})
			began := time.Now()
			u.fell(ctx, "it exited", nil, true)
			s := <-seen
			if wait := s.RetryAt.Sub(began); s.State != Quarantined || wait < tc.want || wait > tc.want+30*time.Second {
				t.Errorf("%s, tried again after %s, want %s", s.State, wait, tc.want)
			}
		})
	}
}
