// Package zone finds the IANA time zone of a point: on land from borders that are good to half a kilometre, at sea from the meridian.
package zone

import (
	_ "embed"
	"encoding/binary"
	"sort"
	"strings"
)

// The packaged borders are lines of latitude cut into runs of one zone: a hundredth of a degree from line to line, 65,536 columns around the
// globe. They are read where they lie in the program's file, so that a start costs nothing and only the lines that are asked for take memory.
const (
	Rows    = 180 * 100
	Columns = 1 << 16

	rowSize = 8 // first run uint32, number of runs uint32
	runSize = 4 // first column uint16, zone uint16
)

//go:embed data/zones.bin
var packaged string

// Finder finds zones. It is safe for use by many goroutines.
type Finder struct {
	names []string
	rows  string // Rows times rowSize
	runs  string // runSize each
}

// Packaged reads the head of the packaged borders, whose layout pack/ writes: names, one a line, an empty line, rows, runs.
func Packaged() *Finder {
	names, rest, _ := strings.Cut(packaged, "\n\n")
	return &Finder{names: strings.Split(names, "\n"), rows: rest[:Rows*rowSize], runs: rest[Rows*rowSize:]}
}

// Find returns the zone of a point, "Europe/London". It is empty when the coordinates are not on the globe.
func (f *Finder) Find(lat, lng float64) string {
	if lat < -90 || lat > 90 || lng < -180 || lng > 180 || lat != lat || lng != lng {
		return ""
	}
	row := min(int((lat+90)*100), Rows-1)
	column := min(int((lng+180)/360*Columns), Columns-1)
	first, count := uint32At(f.rows, row*rowSize), uint32At(f.rows, row*rowSize+4)
	runs := f.runs[first*runSize : (first+count)*runSize]
	after := sort.Search(int(count), func(i int) bool { return int(uint16At(runs, i*runSize)) > column })
	return f.names[uint16At(runs, (after-1)*runSize+2)]
}

func uint32At(s string, at int) uint32 { return binary.LittleEndian.Uint32([]byte(s[at : at+4])) }
func uint16At(s string, at int) uint16 { return binary.LittleEndian.Uint16([]byte(s[at : at+2])) }
