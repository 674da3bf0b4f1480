package chart_test

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/chart"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
)

// london is where the clocks of these tests are.
var london = must(time.LoadLocation("Europe/London"))

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// report has a chart of distances by a column of a kind.
func report(kind string) manifest.ReportType {
	column := func(key, kind string) manifest.Column {
		return manifest.Column{Field: manifest.Field{Key: key, Kind: kind}}
	}
	return manifest.ReportType{
		Columns: []manifest.Column{column("x", kind), column("distance", "distance"), column("group", "group")},
		GroupBy: []string{"group"}, Chart: &manifest.Chart{Kind: "bar", X: "x", Y: []string{"distance"}},
	}
}

func october(day int) time.Time { return time.Date(2026, 10, day, 0, 0, 0, 0, london) }

func span(from, to time.Time, filters map[string]any) chart.Span {
	return chart.SpanOf(rows.Query{From: from, To: to, Filters: filters}, london, october(300))
}

// TestOf_DrawsEveryDay has the days without rows, also where the clocks change, and none that is still to come.
func TestOf_DrawsEveryDay(t *testing.T) {
	added := sums.New(report("day"), "")
	added.Add([]any{"2026-10-24", 5.0, "a"})
	added.Add([]any{"2026-10-27", 7.0, "a"})
	drawn := chart.Of(report("day"), span(october(23), october(29), nil), added)
	if drawn.Step != chart.Day || len(drawn.Points) != 6 || drawn.Points[0].X != "2026-10-23" || drawn.Points[1].Y[0] != 5 || drawn.Points[2].Y[0] != 0 || drawn.Points[5].X != "2026-10-28" {
		t.Errorf("drawn: %+v", drawn)
	}
	now := october(27).Add(6 * time.Hour)
	drawn = chart.Of(report("day"), chart.SpanOf(rows.Query{From: october(1), To: october(32)}, london, now), added)
	if len(drawn.Points) != 27 {
		t.Errorf("on the 27th the month has %d bars", len(drawn.Points))
	}
	if bars := drawn.Bars(span(october(1), october(7).Add(6*time.Hour), nil)); bars != 6.25 {
		t.Errorf("six days and six hours have %v bars", bars)
	}
	if bars := drawn.Bars(span(time.Date(2026, 9, 1, 0, 0, 0, 0, london), october(1), nil)); bars != 30 {
		t.Errorf("September has %g bars", bars)
	}
}

func TestOf_WhereDaysAreWeeks(t *testing.T) {
	added := sums.New(report("day"), "")
	added.Add([]any{"2026-10-05", 5.0, "a"})
	added.Add([]any{"2026-10-19", 7.0, "a"})
	drawn := chart.Of(report("day"), span(october(1), october(32), map[string]any{"time_granularity": "week"}), added)
	if drawn.Step != "" || len(drawn.Points) != 2 || drawn.Bars(span(october(1), october(32), nil)) != 2 {
		t.Errorf("drawn: %+v", drawn)
	}
}

// TestOf_AddsManyDaysUpByTheWeek loses nothing: a hundred days come to what they are, divided as they were.
func TestOf_AddsManyDaysUpByTheWeek(t *testing.T) {
	added := sums.New(report("day"), "group")
	for i := range 100 {
		day := october(1 + i).Format(time.DateOnly)
		added.Add([]any{day, 2.0, "a"})
		if i%2 == 0 {
			added.Add([]any{day, 1.0, "b"})
		}
	}
	drawn := chart.Of(report("day"), span(october(1), october(101), nil), added)
	all, a, b := 0.0, 0.0, 0.0
	for _, one := range drawn.Points {
		all, a, b = all+one.Y[0], a+one.Parts[0], b+one.Parts[1]
	}
	if drawn.Step != chart.Week || len(drawn.Points) != 15 || drawn.Points[0].X != "2026-09-28" || all != 250 || a != 200 || b != 50 {
		t.Errorf("%s, %d bars from %s: %g, %g and %g", drawn.Step, len(drawn.Points), drawn.Points[0].X, all, a, b)
	}
	groups := added.Groups()
	drawn.AddBars(report("day"), added, groups)
	if len(groups) != 2 || len(groups[1].Bars) != 15 || groups[0].Bars[1] != 14 || groups[1].Bars[0]+groups[1].Bars[1]+groups[1].Bars[14] != 8 {
		t.Errorf("the bars of sub-totals are %+v", groups)
	}
	if bars := drawn.Bars(span(october(1), october(71), nil)); bars != 10 {
		t.Errorf("70 days have %g bars", bars)
	}
}

func TestOf_HasTheLargestOfOtherValuesFirst(t *testing.T) {
	added := sums.New(report("vehicle"), "")
	for i := range 80 {
		added.Add([]any{fmt.Sprintf("v%02d", i), float64(i), "a"})
	}
	drawn := chart.Of(report("vehicle"), span(october(1), october(8), nil), added)
	if drawn.Step != "" || len(drawn.Points) != chart.Most || drawn.Points[0].X != "v79" || drawn.Points[61].X != "v18" {
		t.Errorf("%d bars from %+v", len(drawn.Points), drawn.Points[0])
	}
}

func TestOf_DaysOutsideOfTheTimeStayAsTheyAre(t *testing.T) {
	added := sums.New(report("day"), "")
	added.Add([]any{"2027-03-01", 5.0, "a"}) // when something is due, say
	if drawn := chart.Of(report("day"), span(october(1), october(8), nil), added); len(drawn.Points) != 1 || drawn.Step != "" {
		t.Errorf("drawn: %+v", drawn)
	}
}

// TestAddBars_OfDays has the bars of each sub-total, also on days without rows; sub-totals of what is not of days have none.
func TestAddBars_OfDays(t *testing.T) {
	added := sums.New(report("day"), "group")
	added.Add([]any{"2026-10-02", 5.0, "a"})
	added.Add([]any{"2026-10-03", 7.0, "b"})
	added.Add([]any{"2026-10-03", 1.0, "b"})
	groups := added.Groups()
	chart.Of(report("day"), span(october(1), october(5), nil), added).AddBars(report("day"), added, groups)
	if fmt.Sprint(groups[0].Bars, groups[1].Bars) != "[0 5 0 0] [0 0 8 0]" {
		t.Errorf("the bars are %v and %v", groups[0].Bars, groups[1].Bars)
	}
	other := sums.New(report("vehicle"), "group")
	other.Add([]any{"v1", 5.0, "a"})
	groups = other.Groups()
	chart.Of(report("vehicle"), span(october(1), october(5), nil), other).AddBars(report("vehicle"), other, groups)
	if groups[0].Bars != nil {
		t.Errorf("vehicles have the bars %v", groups[0].Bars)
	}
}
