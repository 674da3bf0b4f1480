// Package place has map cells named by the geo plugin, in the background: presence never waits for a name.
package place

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

const (
	atOnce     = 1_000            // cells of one question
	pause      = time.Second      // between questions
	lookEvery  = 15 * time.Second // without being woken
	restAfter  = 15 * time.Second // when geo does not answer
	askTimeout = 20 * time.Second
)

// Places keeps the names of cells.
type Places interface {
	UnnamedCells(ctx context.Context, limit int) ([]UnnamedCell, error)
	SavePlaces(ctx context.Context, places []Place) ([]presence.DeviceRef, error)
}

// Caller calls other plugins' operations.
type Caller interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// Namer names the cells that devices are in.
type Namer struct {
	store  Places
	caller Caller
	mark   func(orgID string, deviceIDs ...string)
	log    *slog.Logger
	wake   chan struct{} // holds one: several wakes before a look are one
}

// NewNamer returns a namer that marks the devices whose place got a name.
func NewNamer(store Places, caller Caller, mark func(orgID string, deviceIDs ...string), log *slog.Logger) *Namer {
	return &Namer{store: store, caller: caller, mark: mark, log: log, wake: make(chan struct{}, 1)}
}

// Wake makes the namer look soon. It never blocks.
func (n *Namer) Wake() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Run names cells until ctx ends.
func (n *Namer) Run(ctx context.Context) error {
	for {
		rest := pause
		named, err := n.name(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			n.log.Warn("places stay without a name for now", "error", err.Error())
			rest = restAfter
		case named < atOnce:
			n.sleep(ctx)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(rest):
		}
	}
}

// sleep waits to be woken, or for the next look.
func (n *Namer) sleep(ctx context.Context) {
	timer := time.NewTimer(lookEvery)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-n.wake:
	case <-timer.C:
	}
}

type point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

type answer struct {
	Label   string `json:"label"`
	Country string `json:"country"`
	Zone    string `json:"zone"`
}

// name has the cells that lack a name named, up to atOnce, and returns how many there were.
func (n *Namer) name(ctx context.Context) (int, error) {
	cells, err := n.store.UnnamedCells(ctx, atOnce)
	if err != nil || len(cells) == 0 {
		return 0, err
	}
	var ask struct {
		Points []point `json:"points"`
	}
	for _, c := range cells {
		lat, lng := presence.CellCentre(c.Cell)
		ask.Points = append(ask.Points, point{lat, lng})
	}
	var answers []answer
	asking, cancel := context.WithTimeout(web.AsPlugin(ctx, cells[0].OrgID), askTimeout)
	defer cancel()
	if err := n.caller.Call(asking, http.MethodPost, "/api/geo/places", ask, &answers); err != nil {
		return 0, fmt.Errorf("ask for the names of %d places: %w", len(cells), err)
	}
	if len(answers) != len(cells) {
		return 0, fmt.Errorf("%d names came for %d places", len(answers), len(cells))
	}
	return len(cells), n.keep(ctx, cells, answers)
}

func (n *Namer) keep(ctx context.Context, cells []UnnamedCell, answers []answer) error {
	places := make([]Place, len(cells))
	for i, a := range answers {
		if a.Label == fleet.PlaceNotKnown {
			a.Label = ""
		}
		places[i] = Place{Cell: cells[i].Cell, Label: a.Label, Country: a.Country, Zone: a.Zone}
	}
	there, err := n.store.SavePlaces(ctx, places)
	for _, d := range there {
		n.mark(d.OrgID, d.DeviceID)
	}
	return err
}
