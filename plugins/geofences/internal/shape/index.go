package shape

import "math"

// Index finds areas that hold a place or lie on a way. It is a grid of tiles of several sizes: an area lies in the size of which it covers a few, and
// each of them knows which of its parts the area fills and which its border passes, so that few places are compared with corners. Writing is for one
// goroutine alone, while nobody reads.
type Index[K comparable] struct {
	tiles  tiles
	on     [levelCount]int // areas of each level
	placed map[K]uint32    // the number of an area
	keys   []K             // by number
	areas  []*Area
	in     []uint8  // the level of each
	free   []uint32 // numbers that are to be had again
}

const (
	levelCount = 6
	levelBits  = 2                                    // tiles of a level are four times as wide as those of the one before
	around     = 88 << (levelBits * (levelCount - 1)) // of the smallest tiles, about 440 m wide, go round the earth
	mostAcross = 4                                    // tiles of an area in each direction, at most, but on the last level
	partBits   = 3                                    // a tile is 8 by 8 parts
	parts      = 1 << partBits
	allFilled  = math.MaxUint64
)

// NewIndex returns an empty index.
func NewIndex[K comparable]() *Index[K] {
	return &Index[K]{placed: map[K]uint32{}}
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
	x.in[number] = uint8(n)
	x.on[n]++
	tilesOf(a, n, func(column, row int64) {
		filled, border := a.partsOf(float64(column)*size(n)-180, float64(row)*size(n)-90, size(n))
		if filled|border != 0 {
			x.tiles.add(tileAt(column, row, n), tileRef{filled: filled, border: border, number: number})
		}
	})
}

// tilesOf calls do with each tile of the box of an area.
func tilesOf(a *Area, n int, do func(column, row int64)) {
	per := perDegree(n)
	west := columnOf(a.west, per)
	for row := rowOf(a.south, per); row <= rowOf(a.north, per); row++ {
		for column, last := west, min(columnOf(a.east, per), west+across(n)-1); column <= last; column++ { // once round at most
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
	n := int(x.in[number])
	tilesOf(x.areas[number], n, func(column, row int64) { x.tiles.remove(tileAt(column, row, n), number) })
	x.on[n]--
	var none K
	x.keys[number], x.areas[number] = none, nil
	x.free = append(x.free, number)
	delete(x.placed, key)
}

// At calls found with each area that holds a place.
func (x *Index[K]) At(lat, lng float64, found func(key K)) {
	for n, areas := range x.on {
		if areas == 0 {
			continue
		}
		per := perDegree(n) * parts // exactly: a part lies in the tile that it is a part of
		column, row := columnOf(lng, per), rowOf(lat, per)
		list := x.tiles.list(tileAt(column>>partBits, row>>partBits, n))
		bit := partBit(column&(parts-1), row&(parts-1))
		for i := range list {
			ref := &list[i]
			if ref.filled&bit != 0 || ref.border&bit != 0 && x.areas[ref.number].holds(lat, lng) {
				found(x.keys[ref.number])
			}
		}
	}
}

// Along calls found, perhaps more than once, with each area whose parts lie within the box of a way and a tile on it: those that it may cross.
func (x *Index[K]) Along(from, to Point, found func(key K, a *Area)) {
	lng := near(to.Lng, from.Lng)
	for n, areas := range x.on {
		if areas == 0 {
			continue
		}
		per := perDegree(n)
		way := square{min(from.Lng, lng), min(from.Lat, to.Lat), max(from.Lng, lng), max(from.Lat, to.Lat)}
		walk(from.Lng+180, from.Lat+90, lng+180, to.Lat+90, per, func(column, row int64) {
			list := x.tiles.list(tileAt(column, row, n))
			if len(list) == 0 {
				return
			}
			touched := way.partsIn(column, row, per*parts)
			for _, ref := range list {
				if (ref.filled|ref.border)&touched != 0 {
					found(x.keys[ref.number], x.areas[ref.number])
				}
			}
		})
	}
}

// partsIn are the parts of a tile that a square touches, with one more in doubt.
func (s square) partsIn(column, row int64, perDegree float64) (touched uint64) {
	const doubt = 1e-6 // of a part
	first := func(degrees float64, tile int64) int64 {
		return max(0, int64(math.Floor(degrees*perDegree-doubt))-tile<<partBits)
	}
	last := func(degrees float64, tile int64) int64 {
		return min(parts-1, int64(math.Floor(degrees*perDegree+doubt))-tile<<partBits)
	}
	for x := first(s.west+180, column); x <= last(s.east+180, column); x++ {
		for y := first(s.south+90, row); y <= last(s.north+90, row); y++ {
			touched |= partBit(x, y)
		}
	}
	return touched
}

func partBit(x, y int64) uint64 { return 1 << (y<<partBits | x) }

// across is how many tiles of a level go round the earth.
func across(n int) int64 { return around >> (levelBits * n) }

// size is the side of the tiles of a level in degrees.
func size(n int) float64 { return 360 / float64(across(n)) }

// perDegree is how many tiles of a level are in a degree.
func perDegree(n int) float64 { return float64(across(n)) / 360 }

// columnOf counts columns from the 180th meridian on, rowOf rows from the south pole.
func columnOf(lng, perDegree float64) int64 { return int64(math.Floor((lng + 180) * perDegree)) }

func rowOf(lat, perDegree float64) int64 { return int64(math.Floor((lat + 90) * perDegree)) }

// tileAt is the tile of a column and a row; columns beyond the last are those on the other side of the 180th meridian.
func tileAt(column, row int64, n int) tile {
	if width := across(n); column >= width || column < 0 {
		if column %= width; column < 0 {
			column += width
		}
	}
	row = max(row, 0)
	return tile{
		block:  uint64(n)<<56 | uint64(column>>blockBits)<<28 | uint64(row>>blockBits),
		within: uint8((column&(blockSide-1))<<blockBits | row&(blockSide-1)),
	}
}

// walk calls visit with each tile on a way, in degrees from where tiles are counted.
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

// stride is how a way goes from tile to tile in one direction: by which step, at which part of it next, and how far apart.
func stride(from, to, step float64, tile int64) (by int64, next, delta float64) {
	switch d := to - from; {
	case d > 0:
		return 1, (float64(tile+1)*step - from) / d, step / d
	case d < 0:
		return -1, (float64(tile)*step - from) / d, -step / d
	default:
		return 0, math.Inf(1), math.Inf(1)
	}
}

func abs(n int64) int64 { return max(n, -n) }
