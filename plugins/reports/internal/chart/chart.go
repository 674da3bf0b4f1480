// Package chart says which bars a report's chart has, on the screen and in files: of its sums, with the days on which there is nothing, and by the week where there are too many days.
package chart

import (
	"cmp"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
)

// Most is how many bars a chart has at most: more say nothing.
const Most = 62

// How far a bar reaches where bars are of a length of time.
const (
	Day  = "day"
	Week = "week"
)

// Chart are the bars of a report.
type Chart struct {
	Points []sums.Point
	Parts  []string // keys of the sub-totals that divide the bars
	Step   string   // Day or Week; empty: a bar is a value of the column
}

// Span is the time that bars are of, as far as it is over, by the clock of the report.
type Span struct {
	From, To time.Time
	Daily    bool // rows are of single days
}

// SpanOf is the time of a query in its zone.
func SpanOf(q rows.Query, zone *time.Location, now time.Time) Span {
	to := q.To
	if now.Before(to) {
		to = now
	}
	granularity, _ := q.Filters["time_granularity"].(string)
	return Span{q.From.In(zone), to.In(zone), granularity == "" || granularity == Day}
}

// Of is the chart of a report: days in their order, other values the largest first.
func Of(report manifest.ReportType, span Span, s *sums.Sums) Chart {
	points, parts := s.Chart()
	c := Chart{Points: points, Parts: parts}
	switch kindOfX(report) {
	case manifest.KindTime:
	case manifest.KindDay:
		if filled, ok := everyDay(points, span); ok && span.Daily {
			c.Points, c.Step = filled, Day
		}
		if c.Step == Day && len(c.Points) > Most {
			c.Points, c.Step = byWeek(c.Points), Week
		}
	default:
		slices.SortStableFunc(c.Points, func(a, b sums.Point) int { return cmp.Compare(height(b), height(a)) })
	}
	c.Points = c.Points[:min(len(c.Points), Most)]
	return c
}

// Bars is how many bars another time would have, one of the same length as a rule; of a day that is not whole its part, so that what one bar came to is not
// made less by it.
func (c Chart) Bars(other Span) float64 {
	switch days := onTheWall(other.To).Sub(onTheWall(other.From)).Hours() / 24; c.Step {
	case Day:
		return max(1, days)
	case Week:
		return max(1, days/7)
	default:
		return float64(max(1, len(c.Points)))
	}
}

// onTheWall is an instant as if its clock were never changed: days then have 24 hours.
func onTheWall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

func kindOfX(report manifest.ReportType) string {
	if report.Chart == nil {
		return ""
	}
	if place := kind.Place(report, report.Chart.X); place >= 0 {
		return report.Columns[place].Kind
	}
	return ""
}

func height(p sums.Point) float64 {
	if len(p.Y) == 0 {
		return 0
	}
	return p.Y[0]
}

// days are those that a time touches, in their order.
func days(span Span) (list []string) {
	last := span.To.Add(-time.Nanosecond).In(span.To.Location()).Format(time.DateOnly)
	for day := time.Date(span.From.Year(), span.From.Month(), span.From.Day(), 0, 0, 0, 0, time.UTC); ; day = day.AddDate(0, 0, 1) {
		one := day.Format(time.DateOnly)
		if one > last {
			return list
		}
		list = append(list, one)
	}
}

// maxBars is how many bars sub-totals have together; more are not told.
const maxBars = 50_000

// AddBars gives each sub-total its own bars, in the order of those of a chart of days.
func (c Chart) AddBars(report manifest.ReportType, s *sums.Sums, groups []sums.Group) {
	if kindOfX(report) != manifest.KindDay || len(groups)*len(c.Points) > maxBars {
		return
	}
	places, bars := map[string]int{}, map[string][]float64{}
	for i, one := range c.Points {
		places[one.X] = i
	}
	s.Cells(func(x, by string, value float64) {
		if c.Step == Week {
			x = mondayOf(x)
		}
		if i, ok := places[x]; ok {
			if bars[by] == nil {
				bars[by] = make([]float64, len(c.Points))
			}
			bars[by][i] += value
		}
	})
	for i := range groups {
		groups[i].Bars = bars[groups[i].Key]
	}
}

// mondayOf is the Monday at or before a day; the day itself where that is none.
func mondayOf(text string) string {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
}

// everyDay adds the days of a time that have no point; false where points are of days outside of it.
func everyDay(points []sums.Point, span Span) (filled []sums.Point, ok bool) {
	left := points
	if len(left) == 0 {
		return points, false
	}
	for _, day := range days(span) {
		if len(left) > 0 && left[0].X == day {
			filled, left = append(filled, left[0]), left[1:]
			continue
		}
		filled = append(filled, sums.Point{X: day, Y: make([]float64, len(points[0].Y))})
	}
	return filled, len(left) == 0
}

// byWeek adds days up by the Mondays at or before them.
func byWeek(daily []sums.Point) (weeks []sums.Point) {
	for _, one := range daily {
		monday := mondayOf(one.X)
		if len(weeks) == 0 || weeks[len(weeks)-1].X != monday {
			weeks = append(weeks, sums.Point{X: monday, Y: make([]float64, len(one.Y))})
		}
		week := &weeks[len(weeks)-1]
		week.Y = added(week.Y, one.Y)
		week.Parts = added(week.Parts, one.Parts)
	}
	return weeks
}

// added are two lists of numbers, added up; either may be empty.
func added(to, more []float64) []float64 {
	if len(to) == 0 {
		return slices.Clone(more)
	}
	for i, value := range more {
		to[i] += value
	}
	return to
}
