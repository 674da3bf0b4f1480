package sample

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"outrider.dev/sdk/events"
)

// sizes notes how many samples each transaction has, once it may.
type sizes struct {
	may  chan struct{}
	mu   sync.Mutex
	list []int
}

func (s *sizes) Take(_ context.Context, _ string, batch []events.Telemetry) (Taken, error) {
	<-s.may
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, (&share{batch: batch}).samples())
	return Taken{}, nil
}

func TestTogether_ATransactionHasNotMoreSamplesThanItMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &sizes{may: make(chan struct{})}
		joint := newGroupCommit(s)
		const large, huge = maxSamples/2 - 100, 3 * maxSamples
		var taking sync.WaitGroup
		for _, samples := range []int{large, large, large, large, large, huge, large} {
			taking.Go(func() {
				if _, err := joint.Take(t.Context(), "demo", []events.Telemetry{{DeviceID: "d1", Samples: make([]events.Sample, samples)}}); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait() // in this order
		}
		close(s.may)
		taking.Wait()
		all, most := 0, 0
		for _, samples := range s.list {
			if all += samples; samples != huge {
				most = max(most, samples)
			}
		}
		if all != 6*large+huge || most != 2*large || !slices.Contains(s.list, huge) {
			t.Errorf("transactions of %v samples", s.list)
		}
	})
}
