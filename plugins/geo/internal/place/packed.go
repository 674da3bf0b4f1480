package place

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// A record: latitude and longitude int32 in ten-thousandths of a degree, population uint32, positions of name and region in the text
// uint32 each, their lengths uint8 each, country two letters. Places lie by cell, so that a search reads its neighbourhood in one go.
const (
	recordSize = 24
	perDegree  = 10_000
)

//go:embed data/places.bin
var packaged string

// Packaged is the index of the packaged places, about 135,000. They are read where they lie in the program's file, so that a start costs
// nothing and only the parts of the world that are asked for take memory.
func Packaged() *Index {
	x, err := open(packaged)
	if err != nil {
		panic("packaged places: " + err.Error()) // the tests have read them
	}
	return x
}

// open reads what Pack wrote: the number of places uint32, records, text.
func open(packed string) (*Index, error) {
	if len(packed) < 4 {
		return nil, fmt.Errorf("%d bytes are too few", len(packed))
	}
	end := 4 + int(uint32At(packed, 0))*recordSize
	if end > len(packed) {
		return nil, fmt.Errorf("%d bytes end before the records, which end at %d", len(packed), end)
	}
	return &Index{records: packed[4:end], text: packed[end:]}, nil
}

// point is where the place at a position is.
func (x *Index) point(i int) (lat, lng float64) {
	at := i * recordSize
	return float64(int32(uint32At(x.records, at))) / perDegree, float64(int32(uint32At(x.records, at+4))) / perDegree
}

// at is the place at a position.
func (x *Index) at(i int) Place {
	lat, lng := x.point(i)
	r := x.records[i*recordSize : (i+1)*recordSize]
	name, region := uint32At(r, 12), uint32At(r, 16)
	return Place{
		Lat: lat, Lng: lng, Population: int(uint32At(r, 8)), Country: r[22:24],
		Name: x.text[name : name+uint32(r[20])], Region: x.text[region : region+uint32(r[21])],
	}
}

// Pack lays places out for the index. Coordinates are kept to four digits; it refuses what has no room: texts over 255 bytes, a country
// that is not two letters, a place beside the globe.
func Pack(places []Place) ([]byte, error) {
	sorted := slices.Clone(places)
	for i, p := range sorted {
		if !onGlobe(p.Lat, p.Lng) || len(p.Name) > 255 || len(p.Region) > 255 || len(p.Country) != 2 {
			return nil, fmt.Errorf("place %+v has no room in a record", p)
		}
		sorted[i].Lat, sorted[i].Lng = math.Round(p.Lat*perDegree)/perDegree, math.Round(p.Lng*perDegree)/perDegree
	}
	slices.SortFunc(sorted, func(a, b Place) int {
		return cmp.Or(cmp.Compare(cellOf(row(a.Lat), column(a.Lng)), cellOf(row(b.Lat), column(b.Lng))), cmp.Compare(a.Name, b.Name))
	})
	records := binary.LittleEndian.AppendUint32(nil, uint32(len(sorted)))
	var text []byte
	known := map[string]uint32{}
	for _, p := range sorted {
		records = binary.LittleEndian.AppendUint32(records, uint32(int32(math.Round(p.Lat*perDegree))))
		records = binary.LittleEndian.AppendUint32(records, uint32(int32(math.Round(p.Lng*perDegree))))
		records = binary.LittleEndian.AppendUint32(records, uint32(p.Population))
		for _, word := range []string{p.Name, p.Region} {
			at, ok := known[word]
			if !ok {
				at = uint32(len(text))
				known[word] = at
				text = append(text, word...)
			}
			records = binary.LittleEndian.AppendUint32(records, at)
		}
		records = append(records, byte(len(p.Name)), byte(len(p.Region)), p.Country[0], p.Country[1])
	}
	return append(records, text...), nil
}

func uint32At(s string, at int) uint32 { return binary.LittleEndian.Uint32([]byte(s[at : at+4])) }
