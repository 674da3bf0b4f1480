package events

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// meter counts what becomes of events.
type meter struct {
	handled   *prometheus.CounterVec
	failed    *prometheus.CounterVec
	dead      *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	pending   *prometheus.GaugeVec
	published prometheus.Counter
	waiting   prometheus.Gauge
	lag       prometheus.Gauge
}

// newMeter registers the metrics; without a registry they are counted for nobody.
func newMeter(registry prometheus.Registerer) (*meter, error) {
	counter := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{"subject"})
	}
	m := &meter{
		handled: counter("outrider_events_handled_total", "Events that were handled, by the subject of the manifest."),
		failed:  counter("outrider_events_failed_total", "Attempts to handle an event or a batch that failed."),
		dead:    counter("outrider_events_dead_total", "Events that went to the dead letters."),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "outrider_event_handling_seconds", Help: "Time to handle an event or a batch.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
		}, []string{"subject"}),
		pending: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "outrider_consumer_pending", Help: "Events that waited in the stream behind the newest one that was handed out.",
		}, []string{"consumer"}),
		published: prometheus.NewCounter(prometheus.CounterOpts{Name: "outrider_outbox_published_total", Help: "Events that the outbox's relay has published."}),
		waiting:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "outrider_outbox_waiting", Help: "Events that the relay found in the outbox last, at most 256."}),
		lag:       prometheus.NewGauge(prometheus.GaugeOpts{Name: "outrider_outbox_lag_seconds", Help: "Age of the oldest event that the relay found in the outbox last."}),
	}
	if registry == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{m.handled, m.failed, m.dead, m.seconds, m.pending, m.published, m.waiting, m.lag} {
		if err := registry.Register(c); err != nil {
			return nil, fmt.Errorf("register the metrics of events: %w", err)
		}
	}
	return m, nil
}

// took notes an attempt to handle so many events.
func (m *meter) took(subject string, events int, took time.Duration, err error) {
	m.seconds.WithLabelValues(subject).Observe(took.Seconds())
	if err != nil {
		m.failed.WithLabelValues(subject).Inc()
		return
	}
	m.handled.WithLabelValues(subject).Add(float64(events))
}

// outbox notes what the relay found: so many events, the oldest of that time.
func (m *meter) outbox(rows []outboxRow, now time.Time) {
	m.waiting.Set(float64(len(rows)))
	if len(rows) == 0 {
		m.lag.Set(0)
		return
	}
	m.lag.Set(max(now.Sub(rows[0].at).Seconds(), 0))
}
