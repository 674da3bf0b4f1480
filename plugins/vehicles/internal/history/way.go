package history

import (
	"slices"
	"sync"
)

// Box is a part of the map in degrees; east is above 180 where it spans the 180th meridian.
type Box struct{ West, South, East, North float64 }

// Meets reports whether the box of two places has something in common with this one.
func (b Box) Meets(p, q Place) bool {
	if max(p.Lat, q.Lat) < b.South || min(p.Lat, q.Lat) > b.North {
		return false
	}
	west, east := min(p.Lng, q.Lng), max(p.Lng, q.Lng)
	if east-west > 180 { // the short way round
		west, east = east, west+360
	}
	for _, turn := range [...]float64{-360, 0, 360} {
		if east+turn >= b.West && west+turn <= b.East {
			return true
		}
	}
	return false
}

// Beside is how many positions outside a box count before and after those inside: what leaves or enters needs two.
const Beside = 2

// Ways are the positions of packed spans around a box. Nothing is made of those that are far from it.
type Ways struct {
	columns Columns
	at      []int // the readings of a span with a position
	list    []Reading
	ends    []int // of the pieces in the list
	begins  []int // of each span's pieces among the ends
	pieces  [][]Reading
}

var ways = sync.Pool{New: func() any { return new(Ways) }}

// NewWays returns those of no span, in the room of others that are not needed any more.
func NewWays() *Ways {
	w := ways.Get().(*Ways)
	w.list, w.ends, w.begins = w.list[:0], w.ends[:0], w.begins[:0]
	return w
}

// Free gives the room away: nothing of it is used afterwards.
func (w *Ways) Free() { ways.Put(w) }

// Add adds the positions of a span from a time to before another that are in a box or on a way that may cross it, those beside them, and the first and the last of
// the span, in pieces: between two of them positions were left out. They say time, position, speed and ignition. A span that is nil has none.
func (w *Ways) Add(packed []byte, deviceID string, fromMs, toMs int64, box Box) error {
	begin := len(w.ends)
	w.begins = append(w.begins, begin)
	if packed == nil {
		return nil
	}
	c := &w.columns
	if err := c.read(packed, wayFields); err != nil {
		return err
	}
	first, _ := slices.BinarySearch(c.Times, fromMs)
	end, _ := slices.BinarySearch(c.Times, toMs)
	w.at = w.at[:0]
	for i := first; i < end; i++ {
		if c.flags[i]&uint64(HasPosition) != 0 {
			w.at = append(w.at, i)
		}
	}
	done := w.keep(0, 0, Beside+1, deviceID) // the way to the first one is not known here
	var last Place
	for n, i := range w.at {
		here := Place{c.of[Lat].at(i), c.of[Lng].at(i)}
		if n > 0 && box.Meets(last, here) || n == 0 && box.Meets(here, here) {
			done = w.keep(done, n-Beside, n+Beside+1, deviceID)
		}
		last = here
	}
	w.keep(done, len(w.at)-Beside, len(w.at), deviceID)
	return nil
}

// Pieces are those of the span that was added as the nth, good until the next call.
func (w *Ways) Pieces(n int) [][]Reading {
	w.pieces = w.pieces[:0]
	from, to := w.begins[n], len(w.ends)
	if n+1 < len(w.begins) {
		to = w.begins[n+1]
	}
	begin := 0
	if from > 0 {
		begin = w.ends[from-1]
	}
	for _, end := range w.ends[from:to] {
		w.pieces = append(w.pieces, w.list[begin:end:end])
		begin = end
	}
	return w.pieces
}

// keep adds the positions of a span from one to before another that are not done yet, and says what is done then.
func (w *Ways) keep(done, from, to int, deviceID string) int {
	from, to = max(done, from), min(to, len(w.at))
	if from >= to {
		return done
	}
	for _, i := range w.at[from:to] {
		c := &w.columns
		w.list = append(w.list, Reading{
			DeviceID: deviceID, TimeMs: c.Times[i], Lat: c.Value(Lat, i), Lng: c.Value(Lng, i), SpeedKmh: c.Value(Speed, i),
			Has: c.Has(i) & (HasPosition | HasSpeed | HasIgnition), Ignition: c.On(i),
		})
	}
	if from == done && len(w.ends) > w.begins[len(w.begins)-1] {
		w.ends[len(w.ends)-1] = len(w.list)
	} else {
		w.ends = append(w.ends, len(w.list))
	}
	return to
}
