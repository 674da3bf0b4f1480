// Package trial says what a geofence would have raised, before it is saved: the positions of the past that are around it go through the same watching as those that come.
package trial

import (
	"slices"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
)

// Position is a position of the past, or a gap: positions that were left out, since they are far from the geofence.
type Position struct {
	watch.Fix
	Gap bool
}

// fenceID is the name under which the geofence is watched.
const fenceID = "trial"

// Judge returns the visits that the positions of a vehicle make to a geofence, in the order of time. nowMs is until when whoever stands is taken to stand.
func Judge(d fence.Definition, vehicleID string, positions []Position, nowMs int64) []watch.Visit {
	return judge(bookOf(d), vehicleID, positions, nowMs)
}

// bookOf has a geofence alone, for the vehicles that it is tried with.
func bookOf(d fence.Definition) *book.Book {
	d.ID, d.FromMs, d.ToMs, d.ShapeRev, d.Disabled = fenceID, 1, 0, 1, false
	d.Association, d.Path = fence.Association{All: true}, ""
	fences := book.New()
	fences.Put(fenceID, []fence.Definition{d})
	return fences
}

func judge(fences *book.Book, vehicleID string, positions []Position, nowMs int64) []watch.Visit {
	found, order := map[string]watch.Visit{}, []string{}
	w := watch.Watcher{VehicleID: vehicleID, State: &watch.State{}, Fences: fences, Changed: func(v *watch.Visit) {
		if _, known := found[v.ID]; !known {
			order = append(order, v.ID)
		}
		one := *v
		one.Events = slices.Clone(v.Events)
		found[v.ID] = one
	}}
	for i, p := range positions {
		switch {
		case p.Gap:
		case i > 0 && positions[i-1].Gap:
			w.Resume(p.Fix, "")
		default:
			w.Step(p.Fix, "")
		}
	}
	if w.State.Last != nil && nowMs > w.State.Last.TimeMs {
		w.Tick(nowMs)
	}
	visits := make([]watch.Visit, len(order))
	for i, id := range order {
		visits[i] = found[id]
	}
	return visits
}

// Way is where a vehicle drove on a visit, with a little before and after, at most so many places.
func Way(positions []Position, v watch.Visit, most int) []shape.Point {
	const aroundMs = 120_000
	end := max(v.DepartureMs, v.LastMs) + aroundMs
	first, _ := slices.BinarySearchFunc(positions, v.ArrivalMs-aroundMs, func(p Position, atMs int64) int { return int(p.TimeMs - atMs) })
	var way []shape.Point
	for _, p := range positions[first:] {
		if p.TimeMs > end {
			break
		}
		if !p.Gap {
			way = append(way, p.At)
		}
	}
	if len(way) <= most {
		return way
	}
	thinned := make([]shape.Point, most)
	for i := range thinned {
		thinned[i] = way[i*(len(way)-1)/(most-1)]
	}
	return thinned
}
