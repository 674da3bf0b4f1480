package history

import (
	"math"
	"slices"
)

const (
	cellsADegree = 50 // cells are 2.2 km high
	cellsAround  = 360 * cellsADegree
	mostCells    = 400 // of a span, about 2 KB; one that was in more is Anywhere
	mostAsked    = 4096
	// Anywhere is the cell of a span that is not described closer.
	Anywhere = -1
)

// Place is one in degrees.
type Place struct{ Lat, Lng float64 }

// Reach says where readings were.
type Reach struct {
	Cells       []int32 // sorted; of the positions and of the boxes of each two that follow each other
	First, Last *Place  // nil: there are no positions
}

// ReachOf describes the readings of a device in the order of time.
func ReachOf(list []Reading) Reach {
	reach, seen := Reach{Cells: []int32{}}, map[int32]bool{}
	anywhere := false
	for i := range list {
		r := &list[i]
		if !r.Said(HasPosition) {
			continue
		}
		here := Place{r.Lat, r.Lng}
		if reach.First == nil {
			reach.First, reach.Last = &here, &here
		}
		last := *reach.Last
		reach.Last = &here
		if anywhere {
			continue
		}
		cells, ok := Cells(min(last.Lng, here.Lng), min(last.Lat, here.Lat), max(last.Lng, here.Lng), max(last.Lat, here.Lat))
		for _, cell := range cells {
			seen[cell] = true
		}
		anywhere = !ok || len(seen) > mostCells || math.Abs(last.Lng-here.Lng) > 180
	}
	if anywhere {
		reach.Cells = []int32{Anywhere}
		return reach
	}
	for cell := range seen {
		reach.Cells = append(reach.Cells, cell)
	}
	slices.Sort(reach.Cells)
	return reach
}

// Cells are those of a box in degrees, whose longitudes may go beyond 180; false if they are too many to be named.
func Cells(west, south, east, north float64) (cells []int32, ok bool) {
	column, lastColumn := int(math.Floor(west*cellsADegree)), int(math.Floor(east*cellsADegree))
	row, lastRow := int(math.Floor((south+90)*cellsADegree)), int(math.Floor((north+90)*cellsADegree))
	if (lastColumn-column+1)*(lastRow-row+1) > mostAsked {
		return nil, false
	}
	for y := row; y <= lastRow; y++ {
		for x := column; x <= lastColumn; x++ {
			cells = append(cells, int32(y*cellsAround+(x%cellsAround+cellsAround)%cellsAround))
		}
	}
	return cells, true
}
