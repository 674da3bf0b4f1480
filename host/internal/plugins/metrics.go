package plugins

import (
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/outrider/host/internal/telemetry"
)

// metrics are what happens to processes.
type metrics struct {
	events *prometheus.CounterVec
	up     *prometheus.GaugeVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	m := &metrics{
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "outrider_plugin_events_total", Help: "Starts, crashes, hangs and quarantines of plugins.",
		}, []string{"plugin", "event"}),
		up: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "outrider_plugin_state", Help: "1 for the state that a plugin is in.",
		}, []string{"plugin", "state"}),
	}
	registry.MustRegister(m.events, m.up)
	return m
}

func (m *metrics) observer(plugin string) func(string) {
	return func(event string) { m.events.WithLabelValues(plugin, event).Inc() }
}

// MetricsOf are the plugins that can be asked for their own metrics now.
func (p *Plugins) MetricsOf() []telemetry.Source {
	var sources []telemetry.Source
	for _, status := range p.supervisor.Statuses() {
		if unit, ok := p.supervisor.Unit(status.ID); ok {
			if instance := unit.Instance(); instance != nil {
				sources = append(sources, telemetry.Source{Plugin: status.ID, Read: instance.Metrics})
			}
		}
	}
	return sources
}

func (m *metrics) state(status supervisor.Status) {
	m.up.DeletePartialMatch(prometheus.Labels{"plugin": status.ID})
	m.up.WithLabelValues(status.ID, string(status.State)).Set(1)
}
