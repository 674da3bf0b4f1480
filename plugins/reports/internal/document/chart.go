package document

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	mostBars   = 62
	mostSeries = 5 // parts of a bar that have a name
)

// graph is the chart of a report: bars, of one or several parts.
type graph struct {
	across, up manifest.Column
	bars       []bar
	series     []string // names of the parts; none: each bar is one
	average    float64  // of the time before; 0: not known
}

type bar struct {
	x     string
	label string
	parts []float64 // in the reader's unit
}

func (b bar) height() (sum float64) {
	for _, part := range b.parts {
		sum += math.Max(part, 0)
	}
	return sum
}

// stacked is the chart of the first of its columns, by the days or by the largest; its bars are divided by the sub-totals.
func (t Table) stacked(points []sums.Point, rows [][]any) (g graph) {
	c := t.Report.Chart
	if c == nil || len(c.Y) == 0 || len(points) == 0 {
		return g
	}
	x, y := kind.Place(t.Report, c.X), kind.Place(t.Report, c.Y[0])
	if x < 0 || y < 0 {
		return g
	}
	g.across, g.up = t.Report.Columns[x], t.Report.Columns[y]
	by := kind.Place(t.Report, t.GroupBy)
	if t.GroupBy == "" || by == x {
		by = -1
	}
	index := map[string]int{}
	for _, one := range points {
		index[one.X] = len(g.bars)
		g.bars = append(g.bars, bar{x: one.X, parts: []float64{t.height(g.up, one.Y[0])}})
	}
	if by >= 0 {
		g.divide(t, index, rows, x, y, by)
	}
	if inTime(g.across) && t.Before != nil {
		for i, total := range t.Report.Totals {
			if total.Column == g.up.Key && total.Of == "sum" {
				g.average = t.height(g.up, numberOf(t.Before.Totals[i])) / float64(max(1, len(g.bars)))
			}
		}
	}
	if !inTime(g.across) {
		slices.SortStableFunc(g.bars, func(a, b bar) int { return cmp.Compare(b.height(), a.height()) })
	}
	g.bars = g.bars[:min(len(g.bars), mostBars)]
	for i := range g.bars {
		g.bars[i].label = t.barLabel(g, i)
	}
	return g
}

// divide parts the bars by the sub-totals; the smallest of those are one part.
func (g *graph) divide(t Table, index map[string]int, rows [][]any, x, y, by int) {
	column, of := t.Report.Columns[by], map[string]float64{}
	key := func(row []any, place int) string { return sums.KeyOf(row[place]) }
	for _, row := range rows {
		of[key(row, by)] += numberOf(row[y])
	}
	keys := make([]string, 0, len(of))
	for one := range of {
		keys = append(keys, one)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	place := map[string]int{}
	for i, one := range keys {
		if place[one] = min(i, mostSeries); i < mostSeries {
			g.series = append(g.series, read(t.Language, column.Kind, t.cell(column, one)))
		}
	}
	if len(keys) > mostSeries {
		g.series = append(g.series, wordsOf(t.Language).rest)
	}
	for i := range g.bars {
		g.bars[i].parts = make([]float64, len(g.series))
	}
	for _, row := range rows {
		if i, ok := index[key(row, x)]; ok {
			g.bars[i].parts[place[key(row, by)]] += t.height(g.up, numberOf(row[y]))
		}
	}
}

// height is a value in the reader's unit; hours for durations.
func (t Table) height(c manifest.Column, value float64) float64 {
	if c.Kind == manifest.KindDuration {
		return value / 3600
	}
	if number, ok := t.converted(c, value).(float64); ok {
		return number
	}
	return value
}

// barLabel is what stands below a bar: days by their number, the first of each month with its name.
func (t Table) barLabel(g graph, i int) string {
	day, err := time.Parse(time.DateOnly, g.bars[i].x)
	if g.across.Kind != manifest.KindDay || err != nil {
		return read(t.Language, g.across.Kind, t.cell(g.across, g.bars[i].x))
	}
	if i > 0 && day.Day() > 1 {
		return fmt.Sprint(day.Day())
	}
	return dayMonth(t.Language, day)
}

// niceTop is where an axis ends: 1, 2, 2.5 or 5 with zeros behind, above a value.
func niceTop(value float64) float64 {
	scale := math.Pow(10, math.Floor(math.Log10(value)))
	for _, step := range []float64{1, 2, 2.5, 4, 5, 6, 8} {
		if step*scale >= value {
			return step * scale
		}
	}
	return 10 * scale
}
