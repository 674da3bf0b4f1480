package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/host/internal/supervisor"
)

// The subjects, core NATS, on which hosts tell each other of themselves.
const (
	subjectAnnounce    = "host.admin.announce"    // a HostView, from every host
	subjectConnections = "host.admin.connections" // asked of all: their push connections
	subjectEnd         = "host.admin.end"         // asked of all: end a connection
)

const (
	announceEvery = 2 * time.Second
	forgetAfter   = 10 * time.Second
)

// HostView is one host of the cluster.
type HostView struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Version     string       `json:"version"`
	StartedAt   time.Time    `json:"started_at"`
	SeenAt      time.Time    `json:"seen_at"`
	PID         int          `json:"pid"`
	MemoryBytes int64        `json:"memory_bytes"`
	Connections int          `json:"connections" doc:"Push connections"`
	Plugins     []HostPlugin `json:"plugins"`
	This        bool         `json:"this" doc:"The one that answers"`
}

// HostPlugin is how a plugin is on a host.
type HostPlugin struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	State   string `json:"state"`
}

// cluster is what the other hosts said.
type cluster struct {
	mu    sync.Mutex
	hosts map[string]HostView
}

// announceUntil tells of this host and hears the others until ctx ends.
func (a *Admin) announceUntil(ctx context.Context) error {
	handlers := map[string]nats.MsgHandler{subjectAnnounce: a.hear, subjectConnections: a.tellConnections, subjectEnd: a.endForOther}
	for subject, handle := range handlers {
		subscription, err := a.NATS.Subscribe(subject, handle)
		if err != nil {
			return fmt.Errorf("listen to other hosts: %w", err)
		}
		defer func() { _ = subscription.Unsubscribe() }() // fails only when the connection is closed
	}
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	for {
		if body, err := json.Marshal(a.self()); err == nil {
			_ = a.NATS.Publish(subjectAnnounce, body) // not connected: the others will say that this host is silent
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (a *Admin) self() HostView {
	h := HostView{
		ID: a.HostID, Name: a.Name, Version: a.Version, StartedAt: a.started.UTC(), SeenAt: a.Now().UTC(), PID: os.Getpid(),
		MemoryBytes: supervisor.UsageOf(os.Getpid()).ResidentBytes, Connections: len(a.Hub.Connections()), Plugins: []HostPlugin{},
	}
	for _, s := range a.plugins.Statuses() {
		h.Plugins = append(h.Plugins, HostPlugin{s.ID, s.Version, string(s.State)})
	}
	return h
}

func (a *Admin) hear(m *nats.Msg) {
	var h HostView
	if json.Unmarshal(m.Data, &h) != nil || h.ID == "" || h.ID == a.HostID {
		return
	}
	h.SeenAt, h.This = a.Now().UTC(), false
	a.cluster.mu.Lock()
	defer a.cluster.mu.Unlock()
	a.cluster.hosts[h.ID] = h
}

// hosts are this one and those that were heard of lately, by name.
func (a *Admin) hosts() []HostView {
	self := a.self()
	self.This = true
	all := []HostView{self}
	a.cluster.mu.Lock()
	for id, h := range a.cluster.hosts {
		if a.Now().Sub(h.SeenAt) > forgetAfter {
			delete(a.cluster.hosts, id)
			continue
		}
		all = append(all, h)
	}
	a.cluster.mu.Unlock()
	slices.SortFunc(all, func(x, y HostView) int { return strings.Compare(x.Name+x.ID, y.Name+y.ID) })
	return all
}
