package push

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

type counters struct {
	items   atomic.Int64 // delivered to at least a tick
	dropped atomic.Int64 // clients that were told to resync
	bad     atomic.Int64 // publications that could not be read
}

var (
	clientsDesc = prometheus.NewDesc("outrider_push_connections", "Open push connections.", nil, nil)
	feedsDesc   = prometheus.NewDesc("outrider_push_feeds", "Topics of organisations that somebody is subscribed to.", nil, nil)
	itemsDesc   = prometheus.NewDesc("outrider_push_items_total", "Values that were handed to browsers, coalesced.", nil, nil)
	droppedDesc = prometheus.NewDesc("outrider_push_resyncs_total", "Times that a slow browser lost what waited for it.", nil, nil)
	badDesc     = prometheus.NewDesc("outrider_push_bad_publications_total", "Publications of plugins that could not be read.", nil, nil)
)

// Describe implements prometheus.Collector.
func (h *Hub) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{clientsDesc, feedsDesc, itemsDesc, droppedDesc, badDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (h *Hub) Collect(to chan<- prometheus.Metric) {
	h.mu.RLock()
	clients, feeds := len(h.clients), len(h.feeds)
	h.mu.RUnlock()
	to <- prometheus.MustNewConstMetric(clientsDesc, prometheus.GaugeValue, float64(clients))
	to <- prometheus.MustNewConstMetric(feedsDesc, prometheus.GaugeValue, float64(feeds))
	to <- prometheus.MustNewConstMetric(itemsDesc, prometheus.CounterValue, float64(h.counters.items.Load()))
	to <- prometheus.MustNewConstMetric(droppedDesc, prometheus.CounterValue, float64(h.counters.dropped.Load()))
	to <- prometheus.MustNewConstMetric(badDesc, prometheus.CounterValue, float64(h.counters.bad.Load()))
}
