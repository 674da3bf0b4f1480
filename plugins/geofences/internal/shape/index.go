package shape

import "math"

// Index finds areas that hold a place or lie on a way. It is a grid of several sizes of cells: an area lies in the size in which it covers a few cells,
// and each of them knows whether the area fills it, so that most places are answered without looking at a corner. Writing is for one goroutine
// alone; reading for many once nothing is written.
type Index[K comparable] struct {
	levels [levelCount]level[K]
	placed map[K]placement
}

const (
	levelCount = 12
	around     = 88 << (levelCount - 1) // of the smallest cells, about 200 m wide, go round the earth; each size is twice the one before, the last some 4 degrees
	mostAcross = 7                      // cells of an area in each direction, at most
)

// level has the cells of one size.
type level[K comparable] struct {
	cells map[uint64][]entry[K]
	areas int
}

type entry[K comparable] struct {
	key   K
	area  *Area
	whole bool // the area fills the cell
}

type placement struct {
	level int
	cells []uint64
	area  *Area
}

// NewIndex returns an empty index.
func NewIndex[K comparable]() *Index[K] {
	x := &Index[K]{placed: map[K]placement{}}
	for i := range x.levels {
		x.levels[i].cells = map[uint64][]entry[K]{}
	}
	return x
}

// Len is how many areas there are.
func (x *Index[K]) Len() int { return len(x.placed) }

// Put adds an area under a key, in place of the one that was there.
func (x *Index[K]) Put(key K, a *Area) {
	x.Remove(key)
	n := 0
	for n < levelCount-1 && max(a.east-a.west, a.north-a.south)/size(n) > mostAcross {
		n++
	}
	p := placement{level: n, area: a}
	l, step := &x.levels[n], size(n)
	for row := math.Floor(a.south / step); row <= math.Floor(a.north/step); row++ {
		for column := columnOf(a.west, step); column <= columnOf(a.east, step); column++ {
			touches, whole := a.cell(float64(column)*step-180, row*step, step)
			if !touches {
				continue
			}
			c := cellOf(column, int64(row), n)
			l.cells[c] = append(l.cells[c], entry[K]{key, a, whole})
			p.cells = append(p.cells, c)
		}
	}
	l.areas++
	x.placed[key] = p
}

// Remove takes an area out.
func (x *Index[K]) Remove(key K) {
	p, there := x.placed[key]
	if !there {
		return
	}
	l := &x.levels[p.level]
	for _, c := range p.cells {
		list := l.cells[c]
		kept := make([]entry[K], 0, len(list)) // anew: somebody may be reading the old one
		for _, e := range list {
			if e.key != key {
				kept = append(kept, e)
			}
		}
		if len(kept) == 0 {
			delete(l.cells, c)
		} else {
			l.cells[c] = kept
		}
	}
	l.areas--
	delete(x.placed, key)
}

// At calls found with each area that holds a place.
func (x *Index[K]) At(lat, lng float64, found func(key K)) {
	for n := range x.levels {
		l := &x.levels[n]
		if l.areas == 0 {
			continue
		}
		step := size(n)
		for _, e := range l.cells[cellOf(columnOf(lng, step), int64(math.Floor(lat/step)), n)] {
			if e.whole || e.area.Contains(lat, lng) {
				found(e.key)
			}
		}
	}
}

// Along calls found, perhaps more than once, with each area whose cells a way touches: those that it may cross.
func (x *Index[K]) Along(from, to Point, found func(key K, a *Area)) {
	lng := near(to.Lng, from.Lng)
	for n := range x.levels {
		l := &x.levels[n]
		if l.areas == 0 {
			continue
		}
		walk(from.Lng+180, from.Lat, lng+180, to.Lat, size(n), func(column, row int64) {
			for _, e := range l.cells[cellOf(column, row, n)] {
				found(e.key, e.area)
			}
		})
	}
}

// size is the side of the cells of a level in degrees.
func size(n int) float64 { return 360 / float64(int64(around)>>n) }

// columnOf counts columns from the 180th meridian on.
func columnOf(lng, step float64) int64 { return int64(math.Floor((lng + 180) / step)) }

// cellOf names a cell; columns beyond the last are those on the other side of the 180th meridian.
func cellOf(column, row int64, n int) uint64 {
	width := int64(around) >> n
	if column = column % width; column < 0 {
		column += width
	}
	return uint64(column)<<32 | uint64(uint32(row)) // the bits alone matter
}

// walk calls visit with each cell on a way, in degrees from where cells are counted.
func walk(x0, y0, x1, y1, step float64, visit func(column, row int64)) {
	column, row := int64(math.Floor(x0/step)), int64(math.Floor(y0/step))
	lastColumn, lastRow := int64(math.Floor(x1/step)), int64(math.Floor(y1/step))
	stepX, nextX, deltaX := stride(x0, x1, step, column)
	stepY, nextY, deltaY := stride(y0, y1, step, row)
	visit(column, row)
	for left := abs(lastColumn-column) + abs(lastRow-row); left > 0; left-- {
		if nextX < nextY {
			column, nextX = column+stepX, nextX+deltaX
		} else {
			row, nextY = row+stepY, nextY+deltaY
		}
		visit(column, row)
	}
}

// stride is how a way goes from cell to cell in one direction: by which step, at which part of it next, and how far apart.
func stride(from, to, step float64, cell int64) (by int64, next, delta float64) {
	switch d := to - from; {
	case d > 0:
		return 1, (float64(cell+1)*step - from) / d, step / d
	case d < 0:
		return -1, (float64(cell)*step - from) / d, -step / d
	default:
		return 0, math.Inf(1), math.Inf(1)
	}
}

func abs(n int64) int64 { return max(n, -n) }
