package track

import (
	"cmp"
	"math"
	"slices"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// nearSpan is a span of a vehicle that has to be read. Number counts the spans of the vehicle that have positions, and those before and after are
// their beginnings.
type nearSpan struct {
	VehicleID, DeviceID string
	SpanMs, Number      int64
	Alone               bool // all of it is one packed row
	Crossed             bool // the way to it from the span before may cross the box
	Before, BeforeThat  *int64
	After, AfterThat    *int64
}

// bounds are the box of places.
type bounds struct{ south, north, west, east float64 }

var (
	nowhere  = bounds{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)} // of no place
	anywhere = bounds{-90, 90, -180, 180}
)

func at(p history.Place) bounds { return bounds{p.Lat, p.Lat, p.Lng, p.Lng} }

func (b bounds) with(c bounds) bounds {
	return bounds{min(b.south, c.south), max(b.north, c.north), min(b.west, c.west), max(b.east, c.east)}
}

// meets reports whether a way within the bounds may cross a box. Wide ones may go the other way round the earth.
func (b bounds) meets(box Box) bool {
	if b.south > box.North || b.north < box.South {
		return false
	}
	if b.east-b.west > 180 {
		return true
	}
	for _, turn := range [...]float64{-360, 0, 360} {
		if b.west+turn <= box.East && b.east+turn >= box.West {
			return true
		}
	}
	return false
}

// part is what a device said in a span: all that is packed of it, or all that is open. First and last are where it was at its ends.
type part struct {
	spanMs      int64
	device      string
	packed      bool
	near        bool // it may have a position in the box or a way through it
	first, last bounds
	positions   int
}

// between is how many positions lie between two spans at least if not all of them count: those beside the one, those beside the other, and one that is left out.
const between = 2*beside + 1

// chosen are the spans of a vehicle that have to be read: those near the box, those with a way that may cross it, and those between two of them that have few positions together. Where
// packed and open samples share a span, or several devices a vehicle, nobody knows here which of them follow each other, and it is read.
func chosen(vehicleID string, parts []part, box Box) (list []nearSpan) {
	slices.SortFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(a.spanMs, b.spanMs), cmp.Compare(a.device, b.device)) })
	several := slices.ContainsFunc(parts, func(p part) bool { return p.device != parts[0].device })
	var spans []nearSpan
	var positions, hits []int // positions: of each span; hits: those that are read
	last := nowhere
	for i := 0; i < len(parts); {
		one, n := parts[i], i+1
		for ; n < len(parts) && parts[n].spanMs == one.spanMs; n++ {
			one.first, one.last = one.first.with(parts[n].first), one.last.with(parts[n].last) // it is read: how many positions does not matter
		}
		crossed := last.with(one.first).meets(box)
		if one.near || crossed || several || n > i+1 {
			hits = append(hits, len(spans))
		}
		spans = append(spans, nearSpan{VehicleID: vehicleID, DeviceID: one.device, SpanMs: one.spanMs, Number: int64(len(spans) + 1), Alone: one.packed && !several && n == i+1, Crossed: crossed})
		positions = append(positions, one.positions)
		last, i = one.last, n
	}
	begin := func(n int) *int64 {
		if n < 0 || n >= len(spans) {
			return nil
		}
		return &spans[n].SpanMs
	}
	for n, hit := range hits {
		next := hit
		if n == 0 && sum(positions[min(1, hit):hit]) < between { // of the first span a part may be before the time that is asked for
			next = 0
		} else if n > 0 && sum(positions[hits[n-1]+1:hit]) < between {
			next = hits[n-1] + 1
		}
		for ; next <= hit; next++ {
			s := spans[next]
			s.Before, s.BeforeThat, s.After, s.AfterThat = begin(next-1), begin(next-2), begin(next+1), begin(next+2)
			list = append(list, s)
		}
	}
	return list
}

func sum(list []int) (n int) {
	for _, one := range list {
		n += one
	}
	return n
}
