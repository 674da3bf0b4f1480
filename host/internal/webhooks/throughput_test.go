package webhooks_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/webhooks"
)

// One event to each of 20 webhooks, whose receivers answer at once: how many deliveries a second leave one host, from the event to the receiver's answer.
func BenchmarkDeliveries(b *testing.B) {
	const hooks, eventsEach = 20, 25
	w := start(b)
	admin, to := w.as(b, "org_admin@alpha.test"), startReceiver(b, nil)
	for range hooks {
		w.make(b, admin, webhooks.Wanted{URL: to.URL})
	}
	var took time.Duration
	sent := 0
	for b.Loop() {
		began := time.Now()
		for range eventsEach {
			w.publish(b, "alpha", "van 1")
		}
		sent += hooks * eventsEach
		identitytest.Eventually(b, time.Minute, "all are delivered", func() bool { return len(to.all()) >= sent })
		took += time.Since(began)
	}
	b.ReportMetric(float64(sent)/took.Seconds(), "deliveries/s")
}
