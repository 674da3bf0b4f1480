package admin

import (
	"context"
	"time"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/sdk/fault"
)

// PluginView is one plugin as the list shows it.
type PluginView struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Version     string      `json:"version"`
	Digest      string      `json:"digest"`
	State       string      `json:"state" enum:"starting,ready,degraded,restarting,quarantined,stopped"`
	Detail      string      `json:"detail" doc:"Why it is not simply ready"`
	Since       *time.Time  `json:"since,omitempty" doc:"Of the state"`
	StartedAt   *time.Time  `json:"started_at,omitempty" doc:"Of the process"`
	RetryAt     *time.Time  `json:"retry_at,omitempty" doc:"When it is tried again"`
	PID         int         `json:"pid"`
	Restarts    int         `json:"restarts" doc:"Since the host started"`
	LastExit    string      `json:"last_exit"`
	LastExitAt  *time.Time  `json:"last_exit_at,omitempty"`
	Enabled     bool        `json:"enabled"`
	CanRollBack bool        `json:"can_roll_back"`
	MemoryBytes int64       `json:"memory_bytes"`
	CPUPercent  float64     `json:"cpu_percent" doc:"Of one processor"`
	UnderWay    int         `json:"under_way" doc:"Requests that it has not answered yet"`
	Traffic     TrafficView `json:"traffic"`
	LastError   *FailedCall `json:"last_error,omitempty"`
}

// TrafficView is the last minute.
type TrafficView struct {
	PerSecond float64 `json:"per_second"`
	ErrorRate float64 `json:"error_rate" doc:"Share of 5xx answers, 0 to 1"`
	P50Ms     float64 `json:"p50_ms"`
	P99Ms     float64 `json:"p99_ms"`
	Count     int     `json:"count"`
}

// FailedCall is the newest answer that was the plugin's own mistake.
type FailedCall struct {
	At        time.Time `json:"at"`
	Operation string    `json:"operation"`
	Status    int       `json:"status"`
	RequestID string    `json:"request_id"`
}

func trafficOf(t edge.Traffic) TrafficView {
	return TrafficView{PerSecond: t.PerSecond, ErrorRate: t.ErrorRate, P50Ms: milliseconds(t.P50), P99Ms: milliseconds(t.P99), Count: t.Count}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func momentOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

type pluginList struct {
	Body struct {
		Host    string       `json:"host" doc:"Its name"`
		HostID  string       `json:"host_id"`
		Hosts   []HostName   `json:"hosts" doc:"Those of the cluster, by name"`
		Plugins []PluginView `json:"plugins"`
	}
}

// HostName is what a host of the cluster is called.
type HostName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (a *Admin) listPlugins(context.Context, *OnHost) (*pluginList, error) {
	answer := &pluginList{}
	answer.Body.Host, answer.Body.HostID, answer.Body.Plugins = a.Name, a.HostID, []PluginView{}
	for _, h := range a.hosts() {
		answer.Body.Hosts = append(answer.Body.Hosts, HostName{h.ID, h.Name})
	}
	for _, status := range a.plugins.Statuses() {
		answer.Body.Plugins = append(answer.Body.Plugins, a.viewOf(status))
	}
	return answer, nil
}

// find is the state of one plugin.
func (a *Admin) find(id string) (supervisor.Status, error) {
	for _, status := range a.plugins.Statuses() {
		if status.ID == id {
			return status, nil
		}
	}
	return supervisor.Status{}, fault.New(fault.NotFound, "There is no such plugin.")
}

func (a *Admin) viewOf(s supervisor.Status) PluginView {
	v := PluginView{
		ID: s.ID, Name: s.ID, Version: s.Version, Digest: s.Digest, State: string(s.State), Detail: a.plugins.Redact(s.ID, s.Detail),
		Since: momentOf(s.Since), StartedAt: momentOf(s.StartedAt), RetryAt: momentOf(s.RetryAt), PID: s.PID, Restarts: s.Restarts,
	}
	if entry, ok := a.plugins.Entry(s.ID); ok {
		v.Enabled, v.CanRollBack = entry.Enabled, len(entry.Previous) > 0
		if m, err := a.plugins.Manifest(s.ID, entry.Current); err == nil {
			v.Name = m.Name
			if v.Version == "" {
				v.Version = m.Version
			}
		}
	}
	if s.LastFall != nil {
		v.LastExit, v.LastExitAt = a.plugins.Redact(s.ID, s.LastFall.Reason), momentOf(s.LastFall.At)
	}
	traffic := a.edge.Traffic(s.ID, a.Now())
	v.Traffic, v.UnderWay = trafficOf(traffic.All), traffic.UnderWay
	if f := traffic.LastError; f != nil {
		v.LastError = &FailedCall{At: f.At.UTC(), Operation: f.Operation, Status: f.Status, RequestID: f.RequestID}
	}
	if newest, ok := a.newest(s.ID); ok && s.PID != 0 {
		v.MemoryBytes, v.CPUPercent = newest.MemoryBytes, newest.CPUPercent
	}
	return v
}
