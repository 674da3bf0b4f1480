package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

const (
	gatherTimeout = time.Second
	maxFamilies   = 500
	maxSeries     = 5_000 // of one plugin
	maxLabel      = 256   // bytes of a label's value
	pluginLabel   = "plugin"
)

// Source is one plugin that has metrics.
type Source struct {
	Plugin string
	// Read asks the plugin: length-prefixed MetricFamily messages.
	Read func(ctx context.Context) ([]byte, error)
}

// Gatherer puts the plugins' metrics beside the host's. It implements prometheus.Gatherer.
type Gatherer struct {
	host    prometheus.Gatherer
	sources func() []Source
	life    context.Context // Gather has none; this is the host's
	missed  *prometheus.CounterVec
}

// NewGatherer gathers from host and from the plugins that sources lists at that moment.
func NewGatherer(life context.Context, host *prometheus.Registry, sources func() []Source) (*Gatherer, error) {
	missed := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "outrider_plugin_metrics_missed_total", Help: "Times that metrics of a plugin were left out: it did not answer in time, or not with metrics.",
	}, []string{pluginLabel})
	if err := host.Register(missed); err != nil {
		return nil, fmt.Errorf("register the metrics of metrics: %w", err)
	}
	return &Gatherer{host: host, sources: sources, life: life, missed: missed}, nil
}

// Gather asks all plugins at once, for a second at most. What one of them cannot say, or says wrong, is left out.
func (g *Gatherer) Gather() ([]*dto.MetricFamily, error) {
	ctx, cancel := context.WithTimeout(g.life, gatherTimeout)
	defer cancel()
	sources := g.sources()
	theirs := make([][]*dto.MetricFamily, len(sources))
	var group sync.WaitGroup
	for i, source := range sources {
		group.Go(func() {
			raw, err := source.Read(ctx)
			if err == nil {
				theirs[i], err = parse(raw, source.Plugin)
			}
			if err != nil {
				g.missed.WithLabelValues(source.Plugin).Inc()
			}
		})
	}
	group.Wait()
	families, err := g.host.Gather()
	return merge(families, theirs), err
}

// merge adds families of one name to each other. A family whose type another one contradicts is left out, and so is one by which a plugin
// would speak in the host's name: the host itself has a series for each plugin in it.
func merge(families []*dto.MetricFamily, plugins [][]*dto.MetricFamily) []*dto.MetricFamily {
	byName, closed := map[string]*dto.MetricFamily{}, map[string]bool{}
	for _, f := range families {
		byName[f.GetName()] = f
		closed[f.GetName()] = slices.ContainsFunc(f.GetMetric(), func(m *dto.Metric) bool {
			return slices.ContainsFunc(m.GetLabel(), func(l *dto.LabelPair) bool { return l.GetName() == pluginLabel })
		})
	}
	for _, f := range slices.Concat(plugins...) {
		known, ok := byName[f.GetName()]
		switch {
		case !ok:
			byName[f.GetName()] = f
		case known.GetType() == f.GetType() && !closed[f.GetName()]:
			known.Metric = append(known.Metric, f.GetMetric()...)
		}
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b *dto.MetricFamily) int { return strings.Compare(a.GetName(), b.GetName()) })
}

var (
	metricName = regexp.MustCompile(`^[a-zA-Z_:][a-zA-Z0-9_:]{0,199}$`)
	labelName  = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,99}$`)
	errTooMany = errors.New("too many metrics")
)

// parse reads what a plugin answered and checks it as if a stranger had written it.
func parse(raw []byte, plugin string) ([]*dto.MetricFamily, error) {
	var families []*dto.MetricFamily
	names := map[string]bool{}
	for series := 0; len(raw) > 0; {
		message, n := protowire.ConsumeBytes(raw)
		if n < 0 {
			return nil, fmt.Errorf("read metrics: %w", protowire.ParseError(n))
		}
		raw = raw[n:]
		family := &dto.MetricFamily{}
		if err := proto.Unmarshal(message, family); err != nil {
			return nil, fmt.Errorf("read metrics: %w", err)
		}
		if series += len(family.GetMetric()); series > maxSeries || len(families) >= maxFamilies {
			return nil, errTooMany
		}
		if !metricName.MatchString(family.GetName()) || names[family.GetName()] || !owned(family, plugin) {
			return nil, fmt.Errorf("the metric %.50q is none", family.GetName())
		}
		if _, err := expfmt.MetricFamilyToText(io.Discard, family); err != nil {
			return nil, fmt.Errorf("write metrics: %w", err)
		}
		names[family.GetName()] = true
		families = append(families, family)
	}
	return families, nil
}

// owned puts the plugin's name on every series, and reports whether the labels are such that it can.
func owned(family *dto.MetricFamily, plugin string) bool {
	name, seen := pluginLabel, map[string]bool{}
	for _, m := range family.GetMetric() {
		labels := []*dto.LabelPair{{Name: &name, Value: &plugin}}
		identity := strings.Builder{}
		known := map[string]bool{pluginLabel: true}
		for _, l := range m.GetLabel() {
			if l.GetName() == pluginLabel {
				continue
			}
			if !labelName.MatchString(l.GetName()) || known[l.GetName()] {
				return false
			}
			known[l.GetName()] = true
			value := strings.ToValidUTF8(l.GetValue()[:min(len(l.GetValue()), maxLabel)], "?")
			l.Value = &value
			labels = append(labels, l)
			fmt.Fprintf(&identity, "%s=%q,", l.GetName(), value)
		}
		if seen[identity.String()] {
			return false
		}
		seen[identity.String()] = true
		m.Label = labels
	}
	return true
}
