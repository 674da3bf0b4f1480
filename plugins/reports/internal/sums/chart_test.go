package sums_test

import (
	"fmt"
	"slices"
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

// mileage is a report with a chart of distances by period.
func mileage() manifest.ReportType {
	column := func(key, kind string) manifest.Column {
		return manifest.Column{Field: manifest.Field{Key: key, Kind: kind}}
	}
	return manifest.ReportType{
		Columns: []manifest.Column{column("group", "group"), column("period", "day"), column("distance", "distance")},
		GroupBy: []string{"group", "period"}, Chart: &manifest.Chart{Kind: "bar", X: "period", Y: []string{"distance"}},
	}
}

// TestChart_IsDividedByTheSubTotals has the five largest by name, and the others together; the parts of a point come to the point.
func TestChart_IsDividedByTheSubTotals(t *testing.T) {
	added := sums.New(mileage(), "group")
	for i := range 8 {
		added.Add([]any{fmt.Sprintf("g%d", i), "2026-10-01", float64(i + 1)})
		added.Add([]any{fmt.Sprintf("g%d", i), "2026-10-02", nil})
	}
	points, parts := added.Chart()
	if want := []string{"g7", "g6", "g5", "g4", "g3"}; !slices.Equal(parts, want) {
		t.Errorf("the parts are %v, want %v", parts, want)
	}
	if len(points) != 2 || points[0].Y[0] != 36 || !slices.Equal(points[0].Parts, []float64{8, 7, 6, 5, 4, 6}) {
		t.Errorf("the points are %+v", points)
	}
}

func TestChart_IsWhole(t *testing.T) {
	for _, by := range []string{"", "period"} { // a bar that is the sub-total has no parts
		added := sums.New(mileage(), by)
		added.Add([]any{"a", "2026-10-01", 2.0})
		if points, parts := added.Chart(); parts == nil || len(parts) != 0 || len(points) != 1 || points[0].Parts != nil {
			t.Errorf("by %q: %+v %v", by, points, parts)
		}
	}
}

// TestChart_OfTooManySubTotals is not divided rather than wrong.
func TestChart_OfTooManySubTotals(t *testing.T) {
	added := sums.New(mileage(), "group")
	for i := range 50_001 {
		added.Add([]any{fmt.Sprint(i), "2026-10-01", 1.0})
	}
	if points, parts := added.Chart(); len(parts) != 0 || points[0].Parts != nil || points[0].Y[0] != 50_001 {
		t.Errorf("%v %v", points, parts)
	}
}
