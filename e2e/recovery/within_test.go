package recovery_test

import (
	"testing"
	"time"
)

// within waits until condition holds. Each look reads all samples, or counts them, so the next is made only after twice as long, a second at most: what is waited for
// has the processors.
func within(t *testing.T, otherwise string, condition func() bool) {
	t.Helper()
	deadline := time.After(patience)
	for {
		began := time.Now()
		if condition() {
			return
		}
		select {
		case <-deadline:
			t.Fatal(otherwise)
		case <-time.After(min(max(20*time.Millisecond, 2*time.Since(began)), time.Second)):
		}
	}
}
