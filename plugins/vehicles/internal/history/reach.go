package history

import (
	"encoding/binary"
	"math"
	"slices"
)

const (
	cellsADegree = 100 // cells are 1.1 km high
	cellsAround  = 360 * cellsADegree
	mostCells    = 1000 // of a span, about 1.5 KB; one that was in more was anywhere
	mostOfWay    = 4096
)

// Place is one in degrees.
type Place struct{ Lat, Lng float64 }

// Reach says where readings were.
type Reach struct {
	Cells       []int32 // sorted; of the positions and of the boxes of each two that follow each other
	Anywhere    bool    // it is not described closer
	First, Last *Place  // nil: there are no positions
	Positions   int
}

// ReachOf describes the readings of a device in the order of time.
func ReachOf(list []Reading) (reach Reach) {
	seen := map[int32]bool{}
	for i := range list {
		r := &list[i]
		if !r.Said(HasPosition) {
			continue
		}
		reach.Positions++
		here := Place{r.Lat, r.Lng}
		if reach.First == nil {
			reach.First, reach.Last = &here, &here
		}
		last := *reach.Last
		reach.Last = &here
		if reach.Anywhere {
			continue
		}
		rows, columns := cellsOf(Box{min(last.Lng, here.Lng), min(last.Lat, here.Lat), max(last.Lng, here.Lng), max(last.Lat, here.Lat)})
		if reach.Anywhere = rows.count()*columns.count() > mostOfWay || math.Abs(last.Lng-here.Lng) > 180; reach.Anywhere {
			continue
		}
		for y := rows.first; y <= rows.last; y++ {
			for x := columns.first; x <= columns.last; x++ {
				seen[int32(y*cellsAround+(x%cellsAround+cellsAround)%cellsAround)] = true
			}
		}
		reach.Anywhere = len(seen) > mostCells
	}
	if reach.Anywhere {
		return reach
	}
	for cell := range seen {
		reach.Cells = append(reach.Cells, cell)
	}
	slices.Sort(reach.Cells)
	return reach
}

// stretch is cells beside each other, from one to another.
type stretch struct{ first, last int }

func (s stretch) count() int { return s.last - s.first + 1 }

// cellsOf are the rows of cells of a box, and their columns, which go beyond the 180th meridian as the box does.
func cellsOf(b Box) (rows, columns stretch) {
	row := func(lat float64) int { return int(math.Floor((lat + 90) * cellsADegree)) }
	column := func(lng float64) int { return int(math.Floor(lng * cellsADegree)) }
	return stretch{row(b.South), row(b.North)}, stretch{column(b.West), column(b.East)}
}

// How a reach is written: what it is, how many positions (255: or more), the first and last place as they are in memory, and the cells as differences.
const (
	reachNowhere  = 0
	reachCells    = 1
	reachAnywhere = 2
	reachHead     = 2 + 4*8
)

// Bytes is the reach as ReadReach reads it.
func (r Reach) Bytes() []byte {
	if r.First == nil {
		return []byte{reachNowhere}
	}
	kind := byte(reachCells)
	if r.Anywhere {
		kind = reachAnywhere
	}
	b := append(make([]byte, 0, reachHead+2*len(r.Cells)), kind, byte(min(255, r.Positions)))
	for _, degrees := range [...]float64{r.First.Lat, r.First.Lng, r.Last.Lat, r.Last.Lng} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(degrees))
	}
	last := int32(0)
	for _, cell := range r.Cells {
		b = binary.AppendUvarint(b, uint64(cell-last))
		last = cell
	}
	return b
}

// Region is a box that reaches are compared with.
type Region struct {
	rows    stretch
	west    int // the first column, from 0 on
	columns int
}

// aHair is more than turning round the earth rounds a degree by.
const aHair = 1e-9

// RegionOf is the cells of a box.
func RegionOf(b Box) Region {
	rows, columns := cellsOf(Box{b.West - aHair, b.South - aHair, b.East + aHair, b.North + aHair})
	return Region{rows, (columns.first%cellsAround + cellsAround) % cellsAround, columns.count()}
}

// Seen is what a reach says about a region.
type Seen struct {
	Near        bool // it may have a position there, or a way through it
	Known       bool // First, Last and Positions are known
	None        bool // there are no positions at all
	First, Last Place
	Positions   int // 255: or more
}

// See reads what Reach.Bytes wrote. What cannot be read may have been anywhere.
func (g Region) See(reach []byte) Seen {
	switch {
	case len(reach) == 1 && reach[0] == reachNowhere:
		return Seen{None: true}
	case len(reach) < reachHead || reach[0] != reachCells && reach[0] != reachAnywhere:
		return Seen{Near: true}
	}
	degrees := func(n int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(reach[2+8*n:])) }
	seen := Seen{Known: true, Positions: int(reach[1]), First: Place{degrees(0), degrees(1)}, Last: Place{degrees(2), degrees(3)}}
	seen.Near = reach[0] == reachAnywhere || g.holdsOneOf(reach[reachHead:])
	return seen
}

// holdsOneOf reads cells until one is in the region, or all later ones are north of it.
func (g Region) holdsOneOf(cells []byte) bool {
	south, north := uint64(max(0, g.rows.first))*cellsAround, uint64(max(0, g.rows.last+1))*cellsAround
	cell := uint64(0)
	for len(cells) > 0 {
		step, n := uint64(cells[0]), 1
		if step >= 0x80 {
			if step, n = binary.Uvarint(cells); n <= 0 {
				return true
			}
		}
		cells = cells[n:]
		if cell += step; cell >= north {
			return false
		}
		if cell >= south && (int(cell%cellsAround)-g.west+cellsAround)%cellsAround < g.columns {
			return true
		}
	}
	return false
}
