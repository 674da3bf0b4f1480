// Command pack makes data/zones.bin from the borders of timezone-boundary-builder as tzf reduces them:
//
//	go run ./plugins/geo/internal/zone/pack > plugins/geo/internal/zone/data/zones.bin
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	tzfrellite "github.com/ringsaturn/tzf-rel-lite"
	pb "github.com/ringsaturn/tzf/gen/go/tzf/v1"
	"github.com/ringsaturn/tzf/reduce"
	"google.golang.org/protobuf/proto"

	"outrider.dev/outrider/plugins/geo/internal/zone"
)

func main() {
	var packed pb.CompressedTimezones
	if err := proto.Unmarshal(tzfrellite.LiteCompressData, &packed); err != nil {
		log.Fatalf("read the borders: %v", err)
	}
	borders, err := reduce.Decompress(&packed)
	if err != nil {
		log.Fatalf("unpack the borders: %v", err)
	}
	out := bufio.NewWriter(os.Stdout)
	write(out, borders.Timezones)
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// write lays the zones out as package zone reads them; lines that are equal share their runs.
func write(out *bufio.Writer, zones []*pb.Timezone) {
	names := make([]string, len(zones))
	for i, z := range zones {
		names[i] = z.Name
	}
	fmt.Fprint(out, strings.Join(names, "\n"), "\n\n")
	var rows, runs []byte
	known := map[string]uint32{} // a line's runs to their place
	for _, spans := range cut(zones) {
		line := encode(paint(spans))
		first, ok := known[string(line)]
		if !ok {
			first = uint32(len(runs) / 4)
			known[string(line)] = first
			runs = append(runs, line...)
		}
		rows = binary.LittleEndian.AppendUint32(rows, first)
		rows = binary.LittleEndian.AppendUint32(rows, uint32(len(line)/4))
	}
	for _, part := range [][]byte{rows, runs} {
		if _, err := out.Write(part); err != nil {
			log.Fatalf("write the zones: %v", err)
		}
	}
}

// span is a part of a line that a zone covers, in columns.
type span struct {
	zone     uint16
	from, to float64
}

// cut intersects every zone with the middle of every line; of zones that overlap the first one in the list comes last.
func cut(zones []*pb.Timezone) (spans [zone.Rows][]span) {
	for i, z := range slices.Backward(zones) {
		for _, polygon := range z.Polygons {
			var crossings [zone.Rows][]float64
			for _, ring := range append([]*pb.Polygon{polygon}, polygon.Holes...) {
				cross(&crossings, ring.Points)
			}
			for row, at := range crossings {
				slices.Sort(at)
				for n := 0; n+1 < len(at); n += 2 {
					spans[row] = append(spans[row], span{uint16(i), at[n], at[n+1]})
				}
			}
		}
	}
	return spans
}

// cross adds where a ring crosses the middles of lines.
func cross(crossings *[zone.Rows][]float64, ring []*pb.Point) {
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if a.Lat > b.Lat {
			a, b = b, a
		}
		low, high := (float64(a.Lat)+90)*100-0.5, (float64(b.Lat)+90)*100-0.5
		for row := max(0, int(low)); row < zone.Rows && float64(row) < high; row++ {
			if float64(row) >= low {
				share := (float64(row) - low) / (high - low)
				lng := float64(a.Lng) + share*float64(b.Lng-a.Lng)
				crossings[row] = append(crossings[row], (lng+180)/360*zone.Columns)
			}
		}
	}
}

const nobody = 0xffff

// paint colours the columns of a line. The reduced borders leave slivers between zones, which their neighbours share.
func paint(spans []span) *[zone.Columns]uint16 {
	var line [zone.Columns]uint16
	for i := range line {
		line[i] = nobody
	}
	for _, s := range spans {
		for c := max(0, int(s.from+0.5)); c < min(zone.Columns, int(s.to+0.5)); c++ {
			line[c] = s.zone
		}
	}
	for c := 0; c < len(line); c++ {
		if line[c] != nobody {
			continue
		}
		end := c
		for end < len(line) && line[end] == nobody {
			end++
		}
		for i := c; i < end; i++ {
			if left := c - 1; left >= 0 && (end == len(line) || i-left <= end-i) {
				line[i] = line[left]
			} else if end < len(line) {
				line[i] = line[end]
			}
		}
		c = end
	}
	return &line
}

// encode writes a line's runs.
func encode(line *[zone.Columns]uint16) (runs []byte) {
	for c, z := range line {
		if c == 0 || z != line[c-1] {
			runs = binary.LittleEndian.AppendUint16(runs, uint16(c))
			runs = binary.LittleEndian.AppendUint16(runs, z)
		}
	}
	return runs
}
