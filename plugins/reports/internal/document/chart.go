package document

import (
	"fmt"
	"math"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/chart"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

// mostSeries is how many parts of a bar have a name.
const mostSeries = 5

// graph is the chart of a report: bars, of one or several parts.
type graph struct {
	across, up manifest.Column
	bars       []bar
	series     []string // names of the parts; none: each bar is one
	hasRest    bool     // the last part is of all other sub-totals
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

// stacked is the chart of the first of its columns, divided by the sub-totals.
func (t Table) stacked(added *sums.Sums) (g graph) {
	span := t.span(t.From, t.To)
	drawn := chart.Of(t.Report, span, added)
	if len(drawn.Points) == 0 || len(drawn.Points[0].Y) == 0 {
		return g
	}
	c := t.Report.Chart
	g.across, g.up = t.Report.Columns[kind.Place(t.Report, c.X)], t.Report.Columns[kind.Place(t.Report, c.Y[0])]
	if by, ok := t.grouped(); ok {
		for _, key := range drawn.Parts {
			g.series = append(g.series, read(t.Language, by.Kind, t.cell(by, key)))
		}
	}
	for _, one := range drawn.Points {
		g.bars = append(g.bars, bar{x: one.X, parts: t.heights(g.up, one)})
		if len(one.Parts) > len(g.series) && len(g.series) > 0 {
			g.hasRest = true
		}
	}
	if g.hasRest {
		g.series = append(g.series, wordsOf(t.Language).rest)
	}
	if t.Before != nil && inTime(g.across) {
		for i, total := range t.Report.Totals {
			if total.Column == g.up.Key && total.Of == "sum" {
				g.average = t.height(g.up, numberOf(t.Before.Totals[i])) / drawn.Bars(t.span(t.Before.From, t.Before.To))
			}
		}
	}
	for i := range g.bars {
		g.bars[i].label = t.barLabel(g, i)
	}
	return g
}

// span is a time of the file's report for its chart.
func (t Table) span(from, to time.Time) chart.Span {
	if t.MadeAt.Before(to) {
		to = t.MadeAt
	}
	return chart.Span{From: from.In(t.Zone), To: to.In(t.Zone), Daily: t.Daily}
}

// heights are the parts of a bar, or the bar as a whole.
func (t Table) heights(c manifest.Column, p sums.Point) (list []float64) {
	values := p.Parts
	if len(values) == 0 {
		values = p.Y[:1]
	}
	for _, value := range values {
		list = append(list, t.height(c, value))
	}
	return list
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

// ticksOf are round values from nothing up to the first that is not below a value, as the screen has them: four steps or so.
func ticksOf(most float64) (list []float64) {
	power := math.Pow(10, math.Floor(math.Log10(most/4)))
	step := 10 * power
	for _, one := range []float64{5, 2.5, 2, 1} {
		if one*power >= most/4 {
			step = one * power
		}
	}
	for i := range int(math.Ceil(most/step-1e-9)) + 1 {
		list = append(list, float64(i)*step)
	}
	return list
}
