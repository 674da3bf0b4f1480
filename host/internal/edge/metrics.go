package edge

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are what the edge counts. Labels are operations and plugins, never paths or people.
type Metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	flights  *prometheus.GaugeVec
	busy     *prometheus.CounterVec
	repeats  *prometheus.CounterVec
}

// NewMetrics registers them.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "outrider_requests_total", Help: "Requests by plugin, operation and class of status.",
		}, []string{"plugin", "operation", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "outrider_request_duration_seconds", Help: "Time to the end of the answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60},
		}, []string{"plugin", "operation"}),
		flights: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "outrider_requests_under_way", Help: "Requests that a plugin has not answered yet.",
		}, []string{"plugin"}),
		busy: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "outrider_requests_refused_busy_total", Help: "Requests refused because too many were under way to the plugin.",
		}, []string{"plugin"}),
		repeats: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "outrider_requests_repeated_total", Help: "Requests sent again since the plugin's process died under them.",
		}, []string{"plugin"}),
	}
	registry.MustRegister(m.requests, m.seconds, m.flights, m.busy, m.repeats)
	return m
}

// observed are the metrics of one operation, looked up once.
type observed struct {
	good    prometheus.Counter // of class 2xx
	seconds prometheus.Observer
}

func (m *Metrics) of(o *operation) observed {
	return observed{m.requests.WithLabelValues(o.owner(), o.name(), "2xx"), m.seconds.WithLabelValues(o.owner(), o.name())}
}

func (m *Metrics) observe(o *operation, status int, took time.Duration) {
	if status/100 == 2 {
		o.observed.good.Inc()
	} else {
		m.requests.WithLabelValues(o.owner(), o.name(), class(status)).Inc()
	}
	o.observed.seconds.Observe(took.Seconds())
}

// class is the status itself for refusals and failures, which are told apart, and "2xx" or "3xx" otherwise.
func class(status int) string {
	if status < http.StatusBadRequest {
		return strconv.Itoa(status/100) + "xx"
	}
	return strconv.Itoa(status)
}

func (m *Metrics) refused(plugin string)  { m.busy.WithLabelValues(plugin).Inc() }
func (m *Metrics) repeated(plugin string) { m.repeats.WithLabelValues(plugin).Inc() }
