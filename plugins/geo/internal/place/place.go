// Package place names a point on the map by the populated place that a person would name: "Holmes Chapel, Cheshire
// East", or "near Crewe" between places. Its data is packaged (see data/build.mjs), so it needs no network.
package place

import (
	"strings"

	"outrider.dev/sdk/fleet"
)

// MaxDistanceKm is how far a place may be from a point that it names.
const MaxDistanceKm = 50.0

// nearKm is how far outside its edge a place is still said to be where the point is.
const nearKm = 2.0

// Place is a populated place.
type Place struct {
	Name       string
	Country    string // ISO 3166 alpha-2
	Region     string // county, department or state; may be empty
	Lat, Lng   float64
	Population int
}

// Found is the place that names a point.
type Found struct {
	Place
	DistanceKm float64 // from the point to the centre of the place
}

// Label is what a person reads: the name with its region, and "near" outside of the place.
func (f Found) Label() string {
	label := f.Name
	if f.Region != "" && !strings.Contains(f.Region, f.Name) {
		label += ", " + f.Region
	}
	if f.DistanceKm-f.edgeKm() > nearKm {
		return fleet.Near(label)
	}
	return label
}
