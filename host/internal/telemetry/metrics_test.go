package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"

	"outrider.dev/outrider/host/internal/telemetry"
)

// spoken is what a plugin with these metrics answers.
func spoken(t *testing.T, collectors ...prometheus.Collector) []byte {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors...)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, f := range families {
		if err := expfmt.NewEncoder(&out, expfmt.NewFormat(expfmt.TypeProtoDelim)).Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func gauge(name string, labels prometheus.Labels, value float64) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: "of the test", ConstLabels: labels})
	g.Set(value)
	return g
}

func text(t *testing.T, families []*dto.MetricFamily) string {
	t.Helper()
	var out bytes.Buffer
	for _, f := range families {
		if _, err := expfmt.MetricFamilyToText(&out, f); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func TestGatherer_PutsPluginsBesideTheHost(t *testing.T) {
	host := prometheus.NewRegistry()
	host.MustRegister(gauge("go_goroutines", nil, 7), gauge("outrider_plugin_state", prometheus.Labels{"plugin": "geo"}, 1))
	good := spoken(t, gauge("go_goroutines", prometheus.Labels{"plugin": "somebody else"}, 3), gauge("rooms_open", nil, 5),
		gauge("outrider_plugin_state", nil, 9))
	vast := bytes.Repeat([]byte{0xff}, 9) // a length that no machine has
	answers := map[string]func(context.Context) ([]byte, error){
		"rooms":   func(context.Context) ([]byte, error) { return good, nil },
		"rubbish": func(context.Context) ([]byte, error) { return []byte("no metrics at all"), nil },
		"vast":    func(context.Context) ([]byte, error) { return append(vast, 0x7f), nil },
		"broken":  func(context.Context) ([]byte, error) { return nil, errors.New("away") },
		"hanging": func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() },
		"liar": func(context.Context) ([]byte, error) {
			return spoken(t, prometheus.NewCounter(prometheus.CounterOpts{Name: "go_goroutines"})), nil
		},
	}
	var families []*dto.MetricFamily
	synctest.Test(t, func(t *testing.T) { // in which time passes only while all are waiting
		g, err := telemetry.NewGatherer(t.Context(), host, func() (sources []telemetry.Source) {
			for id, read := range answers {
				sources = append(sources, telemetry.Source{Plugin: id, Read: read})
			}
			return sources
		})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if families, err = g.Gather(); err != nil || time.Since(began) > 5*time.Second {
			t.Fatalf("gather: %v after %s", err, time.Since(began))
		}
	})
	got := text(t, families)
	for _, want := range []string{
		"go_goroutines 7", `go_goroutines{plugin="rooms"} 3`, `rooms_open{plugin="rooms"} 5`, `outrider_plugin_state{plugin="geo"} 1`,
		`outrider_plugin_metrics_missed_total{plugin="hanging"} 1`, `outrider_plugin_metrics_missed_total{plugin="vast"} 1`,
		`outrider_plugin_metrics_missed_total{plugin="rubbish"} 1`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, `plugin="liar"`) && strings.Contains(got, "somebody") || strings.Contains(got, `outrider_plugin_state{plugin="rooms"}`) {
		t.Errorf("a plugin speaks for somebody else:\n%s", got)
	}
}

func TestGatherer_IsBounded(t *testing.T) {
	many := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "many"}, []string{"n"})
	for n := range 6_000 {
		many.WithLabelValues(strings.Repeat("x", n%7) + string(rune('a'+n%26)) + time.Duration(n).String()).Set(1)
	}
	raw := spoken(t, many)
	g, err := telemetry.NewGatherer(t.Context(), prometheus.NewRegistry(), func() []telemetry.Source {
		return []telemetry.Source{{Plugin: "greedy", Read: func(context.Context) ([]byte, error) { return raw, nil }}}
	})
	if err != nil {
		t.Fatal(err)
	}
	families, err := g.Gather()
	if err != nil || strings.Contains(text(t, families), "many{") {
		t.Errorf("a plugin shows more series than it may: %v", err)
	}
}
