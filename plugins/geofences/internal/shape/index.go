package shape

import (
	"math"
	"slices"
)

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
	blockBits  = 4 // a block is 16 by 16 pages
	blockSide  = 1 << blockBits
	leastWaste = 1024
)

// level has the cells of one size, in pages, and these in blocks: of ten thousand areas in a county few blocks are needed, of as many around the world each is small.
type level struct {
	blocks map[uint64]*block
	pages  []page
	free   []uint32 // pages that are empty
	refs   []cellRef
	waste  int // of refs that belong to no list any more
	areas  int
}

// block has the places of its pages, from 1; 0: there is none.
type block struct {
	pages [blockSide * blockSide]uint32
	used  int
}

// page has what lies in each of its cells: nothing (0), or the place of a list of areas, from 1. A list lies behind how many they are, so that it is read in one go.
type page struct {
	cells [pageSide * pageSide]uint32
	used  int // cells with something in them
}

// cellRef is an area in a cell, and what it does to the sixteenths of the cell: a bit each of those that it fills, and of those that its border passes.
type cellRef struct {
	number         uint32
	filled, border uint16
}

// sixteenths is how many parts a cell has in each direction for that.
const (
	sixteenthBits = 2
	sixteenths    = 1 << sixteenthBits
	allFilled     = 1<<(sixteenths*sixteenths) - 1
)

// cellAt is a cell of a page of a block.
type cellAt struct {
	block      uint64
	page, cell uint8
}

// NewIndex returns an empty index.
func NewIndex[K comparable]() *Index[K] {
	x := &Index[K]{placed: map[K]uint32{}}
	for i := range x.levels {
		x.levels[i].blocks = map[uint64]*block{}
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
		ref := a.sixteenths(number, float64(column)*size(n)-180, float64(row)*size(n)-90, size(n))
		if ref.filled|ref.border == 0 {
			return
		}
		l.add(place(column, row, n), ref)
	})
	l.areas++
}

// cellsOf calls do with each cell of the box of an area.
func cellsOf(a *Area, n int, do func(column, row int64)) {
	per := perDegree(n)
	west := columnOf(a.west, per)
	for row := rowOf(a.south, per); row <= rowOf(a.north, per); row++ {
		for column, last := west, min(columnOf(a.east, per), west+(int64(around)>>n)-1); column <= last; column++ { // once round at most
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
	cellsOf(x.areas[number], n, func(column, row int64) { l.remove(place(column, row, n), number) })
	l.areas--
	var none K
	x.keys[number], x.areas[number] = none, nil
	x.free = append(x.free, number)
	delete(x.placed, key)
}

// page is that of a cell; nil if nothing is there.
func (l *level) page(at cellAt) *page {
	b := l.blocks[at.block]
	if b == nil || b.pages[at.page] == 0 {
		return nil
	}
	return &l.pages[b.pages[at.page]-1]
}

// list are the areas of a cell.
func (l *level) list(at cellAt) []cellRef {
	p := l.page(at)
	if p == nil || p.cells[at.cell] == 0 {
		return nil
	}
	first := p.cells[at.cell]
	return l.refs[first : first+l.refs[first-1].number]
}

// put writes a list at the end, and says where it is.
func (l *level) put(list []cellRef) uint32 {
	l.refs = append(append(l.refs, cellRef{number: uint32(len(list))}), list...)
	return uint32(len(l.refs) - len(list))
}

// add puts an area into a cell.
func (l *level) add(at cellAt, ref cellRef) {
	p := l.page(at)
	if p == nil {
		p = l.newPage(at)
	}
	list := l.list(at)
	switch {
	case p.cells[at.cell] == 0:
		p.cells[at.cell] = l.put(nil)
		p.used++
	case int(p.cells[at.cell])+len(list) != len(l.refs): // others lie behind it
		l.waste += len(list) + 1
		p.cells[at.cell] = l.put(list)
	}
	l.refs[p.cells[at.cell]-1].number++
	l.refs = append(l.refs, ref)
	l.compact()
}

func (l *level) newPage(at cellAt) *page {
	b := l.blocks[at.block]
	if b == nil {
		b = &block{}
		l.blocks[at.block] = b
	}
	if n := len(l.free); n > 0 {
		b.pages[at.page], l.free = l.free[n-1], l.free[:n-1]
	} else {
		l.pages = append(l.pages, page{})
		b.pages[at.page] = uint32(len(l.pages))
	}
	b.used++
	return &l.pages[b.pages[at.page]-1]
}

// compact writes the lists anew once half of the room is waste.
func (l *level) compact() {
	if l.waste <= len(l.refs)/2 || l.waste < leastWaste {
		return
	}
	old := l.refs
	l.refs, l.waste = make([]cellRef, 0, len(old)-l.waste), 0
	for i := range l.pages {
		for cell, first := range l.pages[i].cells {
			if first != 0 {
				l.pages[i].cells[cell] = l.put(old[first : first+old[first-1].number])
			}
		}
	}
}

// remove takes an area out of a cell, if it is there.
func (l *level) remove(at cellAt, number uint32) {
	list := l.list(at)
	if len(list) == 0 {
		return
	}
	p := l.page(at)
	kept := slices.DeleteFunc(list, func(ref cellRef) bool { return ref.number == number })
	l.waste += len(list) - len(kept)
	if l.refs[p.cells[at.cell]-1].number = uint32(len(kept)); len(kept) == 0 {
		p.cells[at.cell] = 0
		l.waste++
		if p.used--; p.used == 0 {
			l.drop(at)
		}
	}
	l.compact()
}

// drop frees a page that is empty.
func (l *level) drop(at cellAt) {
	b := l.blocks[at.block]
	l.free = append(l.free, b.pages[at.page])
	b.pages[at.page] = 0
	if b.used--; b.used == 0 {
		delete(l.blocks, at.block)
	}
}

// At calls found with each area that holds a place.
func (x *Index[K]) At(lat, lng float64, found func(key K)) {
	for n := range x.levels {
		l := &x.levels[n]
		if l.areas == 0 {
			continue
		}
		parts := perDegree(n) * sixteenths // exactly: a part lies in the cell that it is a part of
		column, row := columnOf(lng, parts), rowOf(lat, parts)
		at := place(column>>sixteenthBits, row>>sixteenthBits, n)
		bit := uint16(1) << ((column&(sixteenths-1))<<sixteenthBits | row&(sixteenths-1))
		for _, ref := range l.list(at) {
			if ref.filled&bit != 0 || ref.border&bit != 0 && x.areas[ref.number].Contains(lat, lng) {
				found(x.keys[ref.number])
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
		walk(from.Lng+180, from.Lat+90, lng+180, to.Lat+90, perDegree(n), func(column, row int64) {
			for _, one := range l.list(place(column, row, n)) {
				found(x.keys[one.number], x.areas[one.number])
			}
		})
	}
}

// size is the side of the cells of a level in degrees.
func size(n int) float64 { return 360 / float64(int64(around)>>n) }

// perDegree is how many cells of a level are in a degree.
func perDegree(n int) float64 { return float64(int64(around)>>n) / 360 }

// columnOf counts columns from the 180th meridian on, rowOf rows from the south pole.
func columnOf(lng, perDegree float64) int64 { return int64(math.Floor((lng + 180) * perDegree)) }

func rowOf(lat, perDegree float64) int64 { return int64(math.Floor((lat + 90) * perDegree)) }

// place finds the page of a cell; columns beyond the last are those on the other side of the 180th meridian.
func place(column, row int64, n int) cellAt {
	width := int64(around) >> n
	if column >= width || column < 0 {
		if column %= width; column < 0 {
			column += width
		}
	}
	row = max(row, 0)
	pageColumn, pageRow := column>>pageBits, row>>pageBits
	return cellAt{
		block: uint64(pageColumn>>blockBits)<<32 | uint64(pageRow>>blockBits),
		page:  uint8((pageColumn&(blockSide-1))<<blockBits | pageRow&(blockSide-1)),
		cell:  uint8((column&(pageSide-1))<<pageBits | row&(pageSide-1)),
	}
}

// walk calls visit with each cell on a way, in degrees from where cells are counted.
func walk(x0, y0, x1, y1, perDegree float64, visit func(column, row int64)) {
	column, row := int64(math.Floor(x0*perDegree)), int64(math.Floor(y0*perDegree))
	lastColumn, lastRow := int64(math.Floor(x1*perDegree)), int64(math.Floor(y1*perDegree))
	stepX, nextX, deltaX := stride(x0, x1, 1/perDegree, column)
	stepY, nextY, deltaY := stride(y0, y1, 1/perDegree, row)
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
