package place

import (
	"strings"
	"testing"
)

func TestSearch(t *testing.T) {
	x := Packaged()
	cheshire := &Near{Lat: 53.2, Lng: -2.4}
	for _, tc := range []struct {
		name, text string
		near       *Near
		want       string // the first that is found
	}{
		{"a town", "crewe", nil, "Crewe, Cheshire East GB"},
		{"the beginning of one", "Holmes Ch", nil, "Holmes Chapel, Cheshire East GB"},
		{"without accents", "zurich", nil, "Zürich"},
		{"with accents", "ZÜRICH", nil, "Zürich"},
		{"one of many, nearby", "newport", cheshire, "Newport"},
		{"one of many, by its country", "Berlin, US", nil, "Berlin"},
		{"the largest of a name", "london", nil, "London"},
		{"nothing", "  ", nil, ""},
		{"no such place", "xyzzyq", nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			list := x.Search(tc.text, tc.near, 5)
			got := ""
			if len(list) > 0 {
				got = Found{Place: list[0]}.Label() + " " + list[0].Country
			}
			if !strings.HasPrefix(got, tc.want) || (tc.want == "") != (got == "") {
				t.Errorf("%q finds %q, want %q", tc.text, got, tc.want)
			}
		})
	}
	if list := x.Search("newport", cheshire, 5); len(list) > 0 && distanceKm(list[0].Lat, list[0].Lng, 53.2, -2.4) > 250 {
		t.Errorf("the nearest Newport is %v", list[0])
	}
	if list := x.Search("Berlin, US", nil, 5); len(list) == 0 || list[0].Country != "US" {
		t.Errorf("Berlin in the United States is %v", list)
	}
	if list := x.Search("san", nil, 8); len(list) != 8 {
		t.Errorf("%d places, want 8", len(list))
	}
}
