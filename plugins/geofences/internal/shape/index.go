package shape

import "math"

// Index finds areas that hold a place or lie on a way. It is a grid of several sizes of cells: an area lies in the size in which it covers a few cells,
// and each of them knows whether the area fills it, so that most places are answered without looking at a corner. Writing is for one goroutine
// alone, while nobody reads.
type Index[K comparable] struct {
	levels [levelCount]level
	placed map[K]uint32 // the number of an area
	keys   []K          // by number
	areas  []*Area
	in     []int    // the level of each
	free   []uint32 // numbers that are to be had again
}

const (
	levelCount = 12
	around     = 176 << (levelCount - 1) // of the smallest cells, about 110 m wide, go round the earth; each size is twice the one before, the last some 2 degrees
	mostAcross = 14                      // cells of an area in each direction, at most
	pageBits   = 3                       // a page is 8 by 8 cells
	pageSide   = 1 << pageBits
)

// level has the cells of one size, in pages.
type level struct {
	pages map[uint64]*page
	areas int
}

// page has what lies in each of its cells: nothing (0), one area, or several.
type page struct {
	cells [pageSide * pageSide]cellRef
	lists [][]cellRef
	spare []cellRef // places of lists that are empty
	used  int       // cells with something in them
}

// cellRef is an area in a cell by its number, with a bit that says that it fills the cell; or the place of a list of them.
type cellRef uint32

const (
	oneArea  cellRef = 1 << 31
	aList    cellRef = 1 << 30
	filled   cellRef = 1
	listMask         = aList - 1
)

func refOf(number uint32, whole bool) cellRef {
	ref := oneArea | cellRef(number)<<1
	if whole {
		ref |= filled
	}
	return ref
}

func (r cellRef) number() uint32 { return uint32(r&^oneArea) >> 1 }

// cellAt is a cell of a page.
type cellAt struct {
	page uint64
	cell uint8
}

// NewIndex returns an empty index.
func NewIndex[K comparable]() *Index[K] {
	x := &Index[K]{placed: map[K]uint32{}}
	for i := range x.levels {
		x.levels[i].pages = map[uint64]*page{}
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
	number := x.number(key, a)
	x.in[number] = n
	l := &x.levels[n]
	cellsOf(a, n, func(column, row int64) {
		touches, whole := a.cell(float64(column)*size(n)-180, float64(row)*size(n)-90, size(n))
		if !touches {
			return
		}
		at := place(column, row, n)
		p := l.pages[at.page]
		if p == nil {
			p = &page{}
			l.pages[at.page] = p
		}
		p.add(at.cell, refOf(number, whole))
	})
	l.areas++
}

// cellsOf calls do with each cell of the box of an area.
func cellsOf(a *Area, n int, do func(column, row int64)) {
	step := size(n)
	west := columnOf(a.west, step)
	for row := rowOf(a.south, step); row <= rowOf(a.north, step); row++ {
		for column, last := west, min(columnOf(a.east, step), west+(int64(around)>>n)-1); column <= last; column++ { // once round at most
			do(column, row)
		}
	}
}

// number gives an area its number.
func (x *Index[K]) number(key K, a *Area) uint32 {
	if n := len(x.free); n > 0 {
		number := x.free[n-1]
		x.free = x.free[:n-1]
		x.keys[number], x.areas[number], x.placed[key] = key, a, number
		return number
	}
	number := uint32(len(x.keys)) // a billion at most
	x.keys, x.areas, x.in = append(x.keys, key), append(x.areas, a), append(x.in, 0)
	x.placed[key] = number
	return number
}

// Remove takes an area out.
func (x *Index[K]) Remove(key K) {
	number, there := x.placed[key]
	if !there {
		return
	}
	n := x.in[number]
	l := &x.levels[n]
	cellsOf(x.areas[number], n, func(column, row int64) {
		at := place(column, row, n)
		p := l.pages[at.page]
		if p == nil {
			return
		}
		if p.remove(at.cell, number); p.used == 0 {
			delete(l.pages, at.page)
		}
	})
	l.areas--
	var none K
	x.keys[number], x.areas[number] = none, nil
	x.free = append(x.free, number)
	delete(x.placed, key)
}

// add puts an area into a cell.
func (p *page) add(cell uint8, ref cellRef) {
	switch was := p.cells[cell]; {
	case was == 0:
		p.cells[cell] = ref
		p.used++
	case was&oneArea != 0:
		at := cellRef(len(p.lists))
		if n := len(p.spare); n > 0 {
			at, p.spare = p.spare[n-1], p.spare[:n-1]
		} else {
			p.lists = append(p.lists, nil)
		}
		p.cells[cell], p.lists[at] = aList|at, []cellRef{was, ref}
	default:
		p.lists[was&listMask] = append(p.lists[was&listMask], ref)
	}
}

// remove takes an area out of a cell, if it is there. A list stays one, so that others keep their places.
func (p *page) remove(cell uint8, number uint32) {
	was := p.cells[cell]
	if was == 0 {
		return
	}
	if was&oneArea != 0 {
		if was.number() == number {
			p.cells[cell] = 0
			p.used--
		}
		return
	}
	list := p.lists[was&listMask]
	kept := list[:0]
	for _, ref := range list {
		if ref.number() != number {
			kept = append(kept, ref)
		}
	}
	if p.lists[was&listMask] = kept; len(kept) == 0 {
		p.spare = append(p.spare, was&listMask)
		p.cells[cell] = 0
		p.used--
	}
}

// At calls found with each area that holds a place.
func (x *Index[K]) At(lat, lng float64, found func(key K)) {
	for n := range x.levels {
		l := &x.levels[n]
		if l.areas == 0 {
			continue
		}
		step := size(n)
		at := place(columnOf(lng, step), rowOf(lat, step), n)
		p := l.pages[at.page]
		if p == nil {
			continue
		}
		switch ref := p.cells[at.cell]; {
		case ref == 0:
		case ref&oneArea != 0:
			x.ask(ref, lat, lng, found)
		default:
			for _, one := range p.lists[ref&listMask] {
				x.ask(one, lat, lng, found)
			}
		}
	}
}

func (x *Index[K]) ask(ref cellRef, lat, lng float64, found func(key K)) {
	if number := ref.number(); ref&filled != 0 || x.areas[number].Contains(lat, lng) {
		found(x.keys[number])
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
		walk(from.Lng+180, from.Lat+90, lng+180, to.Lat+90, size(n), func(column, row int64) {
			at := place(column, row, n)
			p := l.pages[at.page]
			if p == nil {
				return
			}
			ref := p.cells[at.cell]
			list := []cellRef{ref}
			if ref == 0 || ref&oneArea == 0 {
				list = nil
				if ref != 0 {
					list = p.lists[ref&listMask]
				}
			}
			for _, one := range list {
				found(x.keys[one.number()], x.areas[one.number()])
			}
		})
	}
}

// size is the side of the cells of a level in degrees.
func size(n int) float64 { return 360 / float64(int64(around)>>n) }

// columnOf counts columns from the 180th meridian on, rowOf rows from the south pole.
func columnOf(lng, step float64) int64 { return int64(math.Floor((lng + 180) / step)) }

func rowOf(lat, step float64) int64 { return int64(math.Floor((lat + 90) / step)) }

// place finds the page of a cell; columns beyond the last are those on the other side of the 180th meridian.
func place(column, row int64, n int) cellAt {
	width := int64(around) >> n
	if column >= width || column < 0 {
		if column %= width; column < 0 {
			column += width
		}
	}
	row = max(row, 0)
	return cellAt{
		page: uint64(column>>pageBits)<<32 | uint64(row>>pageBits),
		cell: uint8((column&(pageSide-1))<<pageBits | row&(pageSide-1)),
	}
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
