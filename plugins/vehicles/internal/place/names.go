package place

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// NamesStore keeps the names of cells for Names.
type NamesStore interface {
	NamesOf(ctx context.Context, cells []int64) (map[int64]string, error)
	SavePlaces(ctx context.Context, places []Place) ([]presence.DeviceRef, error)
}

// namesTimeout is how long an answer waits for names; what has none by then has one the next time.
const namesTimeout = 1500 * time.Millisecond

// Names names points of the past by their cells, and asks geo for those that nobody has named yet.
type Names struct {
	store  NamesStore
	caller Caller
	log    *slog.Logger
}

// NewNames reads names from a store and asks for the others.
func NewNames(store NamesStore, caller Caller, log *slog.Logger) *Names {
	return &Names{store: store, caller: caller, log: log}
}

// Names are what places are called, in the order of the points; empty: not known.
func (n *Names) Names(ctx context.Context, orgID string, points []trip.Position) []string {
	names := make([]string, len(points))
	cells := make([]int64, len(points))
	for i, p := range points {
		cells[i] = presence.Cell(p.Lat, p.Lng)
	}
	known, err := n.store.NamesOf(ctx, cells)
	if err == nil {
		err = n.ask(ctx, orgID, cells, known)
	}
	if err != nil && ctx.Err() == nil {
		n.log.Warn("places of the past stay without a name for now", "error", err.Error())
	}
	for i, cell := range cells {
		names[i] = known[cell]
	}
	return names
}

// Known are the names of points that somebody asked for before; empty: nobody has.
func (n *Names) Known(ctx context.Context, points []trip.Position) []string {
	names, cells := make([]string, len(points)), make([]int64, len(points))
	for i, p := range points {
		cells[i] = presence.Cell(p.Lat, p.Lng)
	}
	known, err := n.store.NamesOf(ctx, cells)
	if err != nil && ctx.Err() == nil {
		n.log.Warn("places of the past stay without a name for now", "error", err.Error())
	}
	for i, cell := range cells {
		names[i] = known[cell]
	}
	return names
}

// ask adds to known the names of the cells that lack one, at most atOnce.
func (n *Names) ask(ctx context.Context, orgID string, cells []int64, known map[int64]string) error {
	var unknown []int64
	var question struct {
		Points []point `json:"points"`
	}
	asked := map[int64]bool{}
	for _, cell := range cells {
		if _, there := known[cell]; !there && !asked[cell] && len(unknown) < atOnce {
			asked[cell] = true
			lat, lng := presence.CellCentre(cell)
			unknown, question.Points = append(unknown, cell), append(question.Points, point{lat, lng})
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	var answers []answer
	asking, cancel := context.WithTimeout(web.AsPlugin(ctx, orgID), namesTimeout)
	defer cancel()
	if err := n.caller.Call(asking, http.MethodPost, "/api/geo/places", question, &answers); err != nil {
		return fmt.Errorf("ask for the names of %d places: %w", len(unknown), err)
	}
	if len(answers) != len(unknown) {
		return fmt.Errorf("%d names came for %d places", len(answers), len(unknown))
	}
	places := make([]Place, len(unknown))
	for i, a := range answers {
		if a.Label == fleet.PlaceNotKnown {
			a.Label = ""
		}
		places[i] = Place{Cell: unknown[i], Label: a.Label, Country: a.Country, Zone: a.Zone}
		known[unknown[i]] = a.Label
	}
	_, err := n.store.SavePlaces(ctx, places)
	return err
}

// NamesOf are the names of the cells that have been named; the empty one is that of a cell without a place.
func (s *Store) NamesOf(ctx context.Context, cells []int64) (map[int64]string, error) {
	names := make(map[int64]string, len(cells))
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[Place](tx, `SELECT cell, label FROM vehicles.place WHERE cell = ANY(?)`, store.List(cells))
		for _, p := range found {
			names[p.Cell] = p.Label
		}
		return err
	})
	if err != nil {
		return names, fmt.Errorf("read the names of %d cells: %w", len(cells), err)
	}
	return names, nil
}
