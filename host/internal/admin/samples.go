package admin

import (
	"context"
	"time"

	"outrider.dev/outrider/host/internal/supervisor"
)

const (
	sampleEvery = 5 * time.Second
	keptSamples = 360 // half an hour
)

// Sample is one moment of a plugin.
type Sample struct {
	At          time.Time `json:"at"`
	PerSecond   float64   `json:"per_second"`
	ErrorRate   float64   `json:"error_rate"`
	P50Ms       float64   `json:"p50_ms"`
	P99Ms       float64   `json:"p99_ms"`
	MemoryBytes int64     `json:"memory_bytes"`
	CPUPercent  float64   `json:"cpu_percent"`
}

// series is the last half hour of one plugin.
type series struct {
	samples   []Sample // oldest first
	pid       int
	processor time.Duration
	at        time.Time
}

func (a *Admin) sampleUntil(ctx context.Context) error {
	tick := time.NewTicker(sampleEvery)
	defer tick.Stop()
	for {
		a.sample(a.Now())
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// sample notes the moment of every plugin.
func (a *Admin) sample(now time.Time) {
	for _, status := range a.plugins.Statuses() {
		traffic := a.edge.Recent(status.ID, now)
		var usage supervisor.Usage
		if status.PID != 0 {
			usage = supervisor.UsageOf(status.PID)
		}
		a.mu.Lock()
		s, ok := a.series[status.ID]
		if !ok {
			s = &series{}
			a.series[status.ID] = s
		}
		s.add(now, status.PID, usage, Sample{
			At: now.UTC(), PerSecond: traffic.PerSecond, ErrorRate: traffic.ErrorRate, P50Ms: milliseconds(traffic.P50),
			P99Ms: milliseconds(traffic.P99), MemoryBytes: usage.ResidentBytes,
		})
		a.mu.Unlock()
	}
}

func (s *series) add(now time.Time, pid int, usage supervisor.Usage, sample Sample) {
	if passed := now.Sub(s.at); pid != 0 && pid == s.pid && passed > 0 {
		sample.CPUPercent = max(0, 100*(usage.Processor-s.processor).Seconds()/passed.Seconds())
	}
	s.pid, s.processor, s.at = pid, usage.Processor, now
	s.samples = append(s.samples, sample)
	if len(s.samples) > keptSamples {
		s.samples = append(s.samples[:0:0], s.samples[1:]...)
	}
}

func (a *Admin) samples(id string) []Sample {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.series[id]
	if !ok {
		return []Sample{}
	}
	return append([]Sample{}, s.samples...)
}

func (a *Admin) newest(id string) (Sample, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.series[id]
	if !ok || len(s.samples) == 0 {
		return Sample{}, false
	}
	return s.samples[len(s.samples)-1], true
}
