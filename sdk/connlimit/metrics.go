package connlimit

import "github.com/prometheus/client_golang/prometheus"

// NewCollector shows a listener's counts, under names that begin with the prefix.
func NewCollector(prefix string, l *Listener) prometheus.Collector {
	return &collector{
		listener: l,
		open:     prometheus.NewDesc(prefix+"connections", "Connections that are open.", nil, nil),
		refused:  prometheus.NewDesc(prefix+"connections_refused_total", "Connections for which there was no room.", nil, nil),
		closed:   prometheus.NewDesc(prefix+"connections_closed_for_room_total", "Connections that did nothing and were closed for others.", nil, nil),
		slow:     prometheus.NewDesc(prefix+"connections_too_slow_total", "Connections that were closed because their clients were too slow.", nil, nil),
	}
}

type collector struct {
	listener                    *Listener
	open, refused, closed, slow *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(into chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.open, c.refused, c.closed, c.slow} {
		into <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(into chan<- prometheus.Metric) {
	n := c.listener.Counts()
	into <- prometheus.MustNewConstMetric(c.open, prometheus.GaugeValue, float64(n.Open))
	into <- prometheus.MustNewConstMetric(c.refused, prometheus.CounterValue, float64(n.Refused))
	into <- prometheus.MustNewConstMetric(c.closed, prometheus.CounterValue, float64(n.Closed))
	into <- prometheus.MustNewConstMetric(c.slow, prometheus.CounterValue, float64(n.Slow))
}
