package sums_test

import (
	"fmt"
	"reflect"
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

// driven is a report that counts groups with a distance, each once.
func driven() manifest.ReportType {
	report := mileage()
	report.Totals = []manifest.Total{{Column: "distance", Of: "sum"}, {Column: "group", Of: "distinct", Where: "distance"}, {Column: "group", Of: "distinct"}}
	return report
}

func TestDistinct_CountsEachOnceWhereTheOtherColumnIsAboveZero(t *testing.T) {
	added := sums.New(driven(), "period")
	for _, row := range [][]any{{"a", "1", 5.0}, {"a", "2", 7.0}, {"b", "2", 0.0}, {"c", "2", nil}, {"d", "2", 1.0}, {nil, "2", 1.0}} {
		added.Add(row)
	}
	if got, want := added.Totals(), (sums.Totals{14.0, int64(2), int64(4)}); !reflect.DeepEqual(got, want) {
		t.Errorf("the totals are %v, want %v", got, want)
	}
	groups := added.Groups()
	if got, want := groups[1].Totals, (sums.Totals{9.0, int64(2), int64(4)}); !reflect.DeepEqual(got, want) {
		t.Errorf("the second day comes to %v, want %v", got, want)
	}
	if got := sums.New(driven(), "").Totals()[1]; got != int64(0) {
		t.Errorf("no row has %v, want 0", got)
	}
}

// TestDistinct_SaysNothingBeyondWhatIsKept has a report of more vehicles than are kept.
func TestDistinct_SaysNothingBeyondWhatIsKept(t *testing.T) {
	added := sums.New(driven(), "")
	for i := range 200_001 {
		added.Add([]any{fmt.Sprint(i), "1", 1.0})
	}
	if got := added.Totals(); got[0] != 200_001.0 || got[1] != nil {
		t.Errorf("the totals are %v", got)
	}
}
