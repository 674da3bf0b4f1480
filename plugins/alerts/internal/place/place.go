// Package place has the geo plugin name the places of alerts and tell their time zones.
package place

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

const (
	atOnce     = 1_000 // points of one question
	askTimeout = 3 * time.Second
	lookEvery  = time.Minute
)

// Host is the part of plugin.Host that is used.
type Host interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
	Call(ctx context.Context, method, path string, in, out any) error
}

// Store keeps the alerts.
type Store interface {
	Unplaced(ctx context.Context, orgID string, limit int) ([]alert.Alert, error)
	Place(ctx context.Context, orgID string, list []alert.Alert) error
}

// Placer finds out places.
type Placer struct {
	host  Host
	store Store
	tell  func(ctx context.Context, orgID string, ids []string)
	log   *slog.Logger
}

// New returns a placer; tell is called with alerts that got their place later.
func New(host Host, store Store, tell func(ctx context.Context, orgID string, ids []string), log *slog.Logger) *Placer {
	return &Placer{host: host, store: store, tell: tell, log: log}
}

type point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

type name struct {
	Label string `json:"label"`
	Zone  string `json:"zone"`
}

// Fill writes zone and address into alerts that have a position. When geo does not answer they stay without; Run mends them.
func (p *Placer) Fill(ctx context.Context, orgID string, list []alert.Alert) {
	var at []int
	var ask struct {
		Points []point `json:"points"`
	}
	for i, a := range list {
		if a.Lat != nil && a.Lng != nil && !a.Placed && len(at) < atOnce {
			at, ask.Points = append(at, i), append(ask.Points, point{*a.Lat, *a.Lng})
		}
	}
	if len(at) == 0 {
		return
	}
	names, err := p.ask(ctx, orgID, ask)
	if err == nil && len(names) != len(at) {
		err = fmt.Errorf("%d names came for %d places", len(names), len(at))
	}
	if err != nil {
		p.log.Warn("alerts stay without a place for now", "org", orgID, "alerts", len(at), "error", err.Error())
		return
	}
	for n, i := range at {
		list[i].Zone, list[i].Address, list[i].Placed = names[n].Zone, names[n].Label, true
	}
}

func (p *Placer) ask(ctx context.Context, orgID string, points any) (names []name, err error) {
	asking, cancel := context.WithTimeout(web.AsPlugin(ctx, orgID), askTimeout)
	defer cancel()
	err = p.host.Call(asking, http.MethodPost, "/api/geo/places", points, &names)
	return names, err
}

// Run finds out the places of alerts that came while geo did not answer, until ctx ends.
func (p *Placer) Run(ctx context.Context) error {
	return plugin.Sweep(ctx, p.host, lookEvery, p.Mend)
}

// Mend finds out the places of alerts of an organisation that have none yet.
func (p *Placer) Mend(ctx context.Context, orgID string) error {
	found, err := p.store.Unplaced(ctx, orgID, atOnce)
	if err != nil || len(found) == 0 {
		return err
	}
	p.Fill(ctx, orgID, found)
	var placed []alert.Alert
	var ids []string
	for _, a := range found {
		if a.Placed {
			placed, ids = append(placed, a), append(ids, a.ID)
		}
	}
	if len(placed) == 0 {
		return nil
	}
	if err := p.store.Place(ctx, orgID, placed); err != nil {
		return err
	}
	p.tell(ctx, orgID, ids)
	return nil
}

// Notifier tells of alerts.
type Notifier interface {
	Created(ctx context.Context, orgID string, ids []string)
	Updated(ctx context.Context, orgID string, ids []string)
}

// First is a notifier that finds out the places of new alerts before it tells of them.
func (p *Placer) First(notifier Notifier) Notifier { return placed{notifier, p} }

type placed struct {
	Notifier
	placer *Placer
}

// Created finds out where, and tells.
func (p placed) Created(ctx context.Context, orgID string, ids []string) {
	if err := p.placer.Mend(ctx, orgID); err != nil {
		p.placer.log.Warn("alerts stay without a place for now", "org", orgID, "error", err.Error())
	}
	p.Notifier.Created(ctx, orgID, ids)
}
