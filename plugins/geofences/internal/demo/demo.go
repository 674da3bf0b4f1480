// Package demo gives the demonstration geofences where its vehicles drive, once: what a person changes or deletes afterwards stays changed.
package demo

import (
	"context"
	"fmt"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// orgID is the organisation of the demonstration.
const orgID = "demo"

func circle(lat, lng, radiusM float64) shape.Shape {
	return shape.Shape{Type: shape.Circle, Center: &shape.Point{Lat: lat, Lng: lng}, RadiusM: radiusM}
}

func polygon(points ...shape.Point) shape.Shape {
	return shape.Shape{Type: shape.Polygon, Points: points}
}

// fences are depots, a zone, a stretch of motorway, a place where few may be fast, and one that is disabled.
func fences() []fence.Fence {
	fast, slow, hours := 96.0, 32.0, 2*60*60
	weekdays := &fence.Period{Days: []int{1, 2, 3, 4, 5}, From: "06:00", To: "20:00", Zone: "Europe/London"}
	borders := fence.Triggers{Enter: true, Leave: true}
	list := []fence.Fence{
		{Description: "Loading bays and yard", Definition: fence.Definition{Name: "Trafford Park depot", Colour: "#1976D2B3", Shape: circle(53.468, -2.359, 2500), Triggers: borders}},
		{Definition: fence.Definition{Name: "Liverpool depot, Knowsley", Colour: "#7448C8B3", Shape: circle(53.459, -2.882, 2500), Triggers: borders}},
		{
			Description: "Reported when a vehicle is parked for two hours",
			Definition: fence.Definition{
				Name: "Crewe depot", Colour: "#11875DB3", Triggers: fence.Triggers{Enter: true, Leave: true, ParkInsideS: &hours},
				Shape: polygon(shape.Point{Lat: 53.12, Lng: -2.47}, shape.Point{Lat: 53.12, Lng: -2.4}, shape.Point{Lat: 53.09, Lng: -2.385}, shape.Point{Lat: 53.06, Lng: -2.42}, shape.Point{Lat: 53.07, Lng: -2.47}),
			},
		},
		{Definition: fence.Definition{
			Name: "Manchester clean air zone", Colour: "#C2386FB3", Triggers: fence.Triggers{Enter: true},
			Shape: polygon(shape.Point{Lat: 53.5, Lng: -2.28}, shape.Point{Lat: 53.505, Lng: -2.23}, shape.Point{Lat: 53.48, Lng: -2.2}, shape.Point{Lat: 53.455, Lng: -2.22}, shape.Point{Lat: 53.46, Lng: -2.27}),
		}},
		{Definition: fence.Definition{
			Name: "M6 slow traffic, J18 to J20", Colour: "#8A5A2BB3", Triggers: fence.Triggers{SpeedBelowKmh: &slow}, Period: weekdays,
			Shape: polygon(
				shape.Point{Lat: 53.195, Lng: -2.39}, shape.Point{Lat: 53.26, Lng: -2.412}, shape.Point{Lat: 53.303, Lng: -2.42}, shape.Point{Lat: 53.358, Lng: -2.52},
				shape.Point{Lat: 53.362, Lng: -2.505}, shape.Point{Lat: 53.308, Lng: -2.395}, shape.Point{Lat: 53.262, Lng: -2.388}, shape.Point{Lat: 53.197, Lng: -2.366},
			),
		}},
		{Definition: fence.Definition{Name: "Knutsford, over 60 mph", Colour: "#E0701AB3", Shape: circle(53.26, -2.4, 3000), Triggers: fence.Triggers{SpeedAboveKmh: &fast}}},
		{Description: "Given up in spring", Definition: fence.Definition{Name: "Old yard, Widnes", Colour: "#44505EB3", Shape: circle(53.364, -2.734, 800), Triggers: fence.Triggers{Enter: true}, Disabled: true}},
	}
	for i := range list {
		f := &list[i]
		f.ID, f.Path, f.CreatedBy, f.All, f.Emails = fmt.Sprintf("demo-geofence-%d", i+1), "/"+orgID+"/", "demo", true, map[string][]string{}
	}
	return list
}

// Seed adds those that were never there. It is begun again until the organisation exists.
func Seed(ctx context.Context, store *fence.Store) error {
	for _, f := range fences() {
		if err := store.CreateOnce(ctx, orgID, f); err != nil {
			return fmt.Errorf("add the demonstration's geofences: %w", err)
		}
	}
	return nil
}
