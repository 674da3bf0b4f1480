package broker

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Measure shows the broker's totals in a registry.
func (b *Broker) Measure(registry prometheus.Registerer) error {
	connections := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "outrider_gateway_connections", Help: "Devices that are connected."},
		func() float64 { return float64(b.Counts().Connections) })
	if err := registry.Register(connections); err != nil {
		return fmt.Errorf("register the metrics of the gateway: %w", err)
	}
	for _, total := range []struct {
		name, help string
		read       func(Counts) int64
	}{
		{"samples", "Samples that the stream has.", func(c Counts) int64 { return c.Samples }},
		{"samples_repeated", "Samples whose time stood twice in one message.", func(c Counts) int64 { return c.Repeated }},
		{"rejected", "Samples and messages that can never be accepted.", func(c Counts) int64 { return c.Rejected }},
		{"readings_refused", "Readings of vehicles that cannot be; their samples live without them.", func(c Counts) int64 { return c.Readings }},
		{"dead_letters", "Dead letters that were due.", func(c Counts) int64 { return c.DeadLetters }},
		{"dead_letters_unkept", "Dead letters beyond a device's allowance, which were only counted.", func(c Counts) int64 { return c.DeadUnkept }},
		{"unavailable", "Messages that the stream did not take; their devices were disconnected.", func(c Counts) int64 { return c.Unavailable }},
		{"refused", "Connections refused for a wrong key.", func(c Counts) int64 { return c.Refused }},
		{"throttled", "Connections that were not even looked at.", func(c Counts) int64 { return c.Throttled }},
		{"beyond_limits", "Messages and connections beyond a limit of their device or organisation.", func(c Counts) int64 { return c.Beyond }},
		{"trespasses", "Messages on topics that are not the device's own.", func(c Counts) int64 { return c.Trespasses }},
	} {
		counter := prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "outrider_gateway_" + total.name + "_total", Help: total.help},
			func() float64 { return float64(total.read(b.Counts())) })
		if err := registry.Register(counter); err != nil {
			return fmt.Errorf("register the metrics of the gateway: %w", err)
		}
	}
	return nil
}
