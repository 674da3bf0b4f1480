package track

import "outrider.dev/outrider/plugins/vehicles/internal/history"

// Box is a part of the map in degrees; east is above 180 where it spans the 180th meridian.
type Box struct {
	West  float64 `json:"west" minimum:"-540" maximum:"540"`
	South float64 `json:"south" minimum:"-90" maximum:"90"`
	East  float64 `json:"east" minimum:"-540" maximum:"540"`
	North float64 `json:"north" minimum:"-90" maximum:"90"`
}

func (b Box) meets(p, q *history.Reading) bool {
	return history.Box(b).Meets(history.Place{Lat: p.Lat, Lng: p.Lng}, history.Place{Lat: q.Lat, Lng: q.Lng})
}

// beside is how many positions outside a box are kept before and after those inside.
const beside = history.Beside

// around keeps of the positions of a vehicle those in a box and on ways that may cross it, with a few before and after. The zero value with a box is ready.
type around struct {
	box   Box
	last  history.Reading
	begun bool
	held  []history.Reading // the last that were left out so far
	after int               // how many more are kept
	left  bool              // some were left out before those that are held
}

// add takes the next position; keep is called with each that is kept, in order, and with nil where some were left out in between.
func (a *around) add(r *history.Reading, keep func(*history.Reading)) {
	from := r
	if a.begun {
		from = &a.last
	}
	isNear := a.box.meets(from, r)
	a.last, a.begun = *r, true
	if !isNear {
		if a.after > 0 {
			a.after--
			keep(r)
			return
		}
		if a.held = append(a.held, *r); len(a.held) > beside {
			a.held, a.left = append(a.held[:0], a.held[1:]...), true
		}
		return
	}
	if a.left {
		keep(nil)
	}
	for i := range a.held {
		keep(&a.held[i])
	}
	keep(r)
	a.held, a.left, a.after = a.held[:0], false, beside
}

// addAll takes the readings with a position.
func (a *around) addAll(list []history.Reading, keep func(*history.Reading)) {
	for i := range list {
		if list[i].Said(history.HasPosition) {
			a.add(&list[i], keep)
		}
	}
}

// skip says that positions in between were not read: none of them is near, and nobody knows the way.
func (a *around) skip() {
	a.begun, a.held, a.after, a.left = false, a.held[:0], 0, true
}
