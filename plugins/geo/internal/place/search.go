package place

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Near is where whoever searches is; places around it come first.
type Near struct{ Lat, Lng float64 }

// match is a place that a search finds.
type match struct {
	at    int
	rank  int // 0: it is called so, 1: its name begins so, 2: a word of it does
	score float64
}

// Search returns at most so many places that are called or begin as a text says, without regard to case and accents: "crewe", "sankt gal", "Newport, Wales". What follows a comma
// is its country in two letters or begins the name of its region. Large places and, if near is given, those around come first.
func (x *Index) Search(text string, near *Near, most int) (list []Place) {
	name, region, _ := strings.Cut(text, ",")
	name, region = folded(strings.TrimSpace(name)), folded(strings.TrimSpace(region))
	if name == "" {
		return nil
	}
	var found []match
	for i := range x.Len() {
		called := x.name(i)
		if len(called) < len(name)/2 {
			continue
		}
		rank := rankOf(folded(called), name)
		if rank < 0 {
			continue
		}
		p := x.at(i)
		if region != "" && !strings.EqualFold(p.Country, region) && (len(region) < 3 || rankOf(folded(p.Region), region) < 0) {
			continue
		}
		score := math.Log10(float64(p.Population + 10))
		if near != nil {
			score -= math.Log10(distanceKm(p.Lat, p.Lng, near.Lat, near.Lng)+30) * 2
		}
		found = append(found, match{i, rank, score})
	}
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.score, a.score), cmp.Compare(a.at, b.at))
	})
	for _, one := range found[:min(most, len(found))] {
		list = append(list, x.at(one.at))
	}
	return list
}

func rankOf(called, asked string) int {
	switch at := strings.Index(called, asked); {
	case at < 0:
		return -1
	case at == 0 && len(called) == len(asked):
		return 0
	case at == 0:
		return 1
	case strings.Contains(called, " "+asked) || strings.Contains(called, "-"+asked):
		return 2
	default:
		return -1
	}
}

// name is that of the place at a position, read where it lies.
func (x *Index) name(i int) string {
	r := x.records[i*recordSize : (i+1)*recordSize]
	name := uint32At(r, 12)
	return x.text[name : name+uint32(r[20])]
}

// folded is a text in small letters without accents.
func folded(text string) string {
	ascii := true
	for i := range len(text) {
		ascii = ascii && text[i] < 0x80
	}
	if ascii {
		return strings.ToLower(text)
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text)))
}
