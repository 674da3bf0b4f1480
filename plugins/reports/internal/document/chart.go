package document

import (
	"math"
	"slices"
	"strconv"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	chartHeight = 46.0 // millimetres
	mostBars    = 62
)

var teal = [3]int{0, 122, 124}

// chart draws the first column of the report's chart as bars, by the days or by the largest.
func (p *paper) chart(points []sums.Point) {
	c := p.table.Report.Chart
	if c == nil || len(points) == 0 || len(c.Y) == 0 {
		return
	}
	x, y := kind.Place(p.table.Report, c.X), kind.Place(p.table.Report, c.Y[0])
	if x < 0 || y < 0 {
		return
	}
	across, up := p.table.Report.Columns[x], p.table.Report.Columns[y]
	inTime := across.Kind == manifest.KindDay || across.Kind == manifest.KindTime
	shown := slices.Clone(points)
	if !inTime {
		slices.SortFunc(shown, func(a, b sums.Point) int { return compare(b.Y[0], a.Y[0]) })
	}
	shown = shown[:min(len(shown), mostBars)]
	values, top := make([]float64, len(shown)), 0.0
	for i, one := range shown {
		values[i] = p.figure(up, one.Y[0])
		top = math.Max(top, values[i])
	}
	if top <= 0 {
		return
	}
	p.heading(up.Label.In(p.table.Language), p.table.unit(up))
	p.bars(shown, values, niceTop(top), across)
}

// figure is a value in the reader's unit; hours for durations.
func (p *paper) figure(c manifest.Column, value float64) float64 {
	if c.Kind == manifest.KindDuration {
		return value / 3600
	}
	if number, ok := p.table.converted(c, value).(float64); ok {
		return number
	}
	return value
}

func (p *paper) bars(points []sums.Point, values []float64, top float64, across manifest.Column) {
	page, _ := p.GetPageSize()
	left, base := margin+14, p.GetY()+chartHeight
	width := page - margin - left
	p.SetFont(family, "", 7)
	p.SetDrawColor(215, 221, 230)
	for step := range 5 {
		at := base - chartHeight*float64(step)/4
		p.Line(left, at, page-margin, at)
		p.SetXY(margin, at-2)
		p.cell(13, 4, strconv.FormatFloat(top*float64(step)/4, 'g', 6, 64), "", 0, "R", false)
	}
	p.SetFillColor(teal[0], teal[1], teal[2])
	slot := width / float64(len(points))
	every := max(1, int(math.Ceil(14/slot)))
	for i, one := range points {
		height := chartHeight * math.Max(values[i], 0) / top
		p.Rect(left+slot*(float64(i)+0.15), base-height, slot*0.7, height, "F")
		if i%every == 0 {
			p.SetXY(left+slot*float64(i)-4, base+0.5)
			label := read(across.Kind, p.table.cell(across, one.X))
			p.cell(slot*float64(every)+8, 4, p.fitted(label, slot*float64(every)+8), "", 0, "C", false)
		}
	}
	p.SetXY(margin, base+7)
}

// niceTop is where an axis ends: 1, 2, 2.5 or 5 with zeros behind, above a value.
func niceTop(value float64) float64 {
	scale := math.Pow(10, math.Floor(math.Log10(value)))
	for _, step := range []float64{1, 2, 2.5, 5} {
		if step*scale >= value {
			return step * scale
		}
	}
	return 10 * scale
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// heading begins a part of the document.
func (p *paper) heading(text, unit string) {
	if unit != "" {
		text += ", " + unit
	}
	p.SetFont(family, "B", 10)
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.cell(0, 7, text, "", 1, "L", false)
}
