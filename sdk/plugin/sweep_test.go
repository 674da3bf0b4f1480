package plugin

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"outrider.dev/sdk/fault"
)

type two struct{}

func (two) Organisations(context.Context) ([]Organisation, error) {
	return []Organisation{{ID: "alpha"}, {ID: "beta"}}, nil
}

func TestSweep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		began, done := time.Now(), []string(nil)
		ended := make(chan error, 1)
		go func() {
			ended <- Sweep(ctx, two{}, time.Minute, func(_ context.Context, orgID string) error {
				done = append(done, fmt.Sprintf("%s %s", orgID, time.Since(began)))
				if orgID == "alpha" && len(done) == 1 {
					return fmt.Errorf("ask: %w", fault.New(fault.Unavailable, "Not yet."))
				}
				return nil
			})
		}()
		<-time.After(61 * time.Second)
		synctest.Wait()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := fmt.Sprint(done); got != "[alpha 0s beta 0s alpha 1s beta 1s alpha 1m0s beta 1m0s]" {
			t.Errorf("done: %s", got)
		}
	})
}

func TestSweep_EndsWithAnError(t *testing.T) {
	broken := errors.New("broken")
	if err := Sweep(t.Context(), two{}, time.Minute, func(context.Context, string) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("Sweep = %v", err)
	}
}
