package document

import (
	"math"
	"strings"
	"time"

	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

const chartHeight = 38.0 // millimetres

// shades are the colours of the parts of bars, in their order; the last is that of what has no name of its own.
var shades = [mostSeries + 1][3]int{{24, 42, 71}, {0, 150, 152}, {139, 165, 211}, {214, 158, 46}, {150, 98, 160}, {176, 184, 196}}

// chart draws a chart with its title and what its colours mean.
func (p *paper) chart(g graph) {
	top := g.average
	for _, one := range g.bars {
		top = math.Max(top, one.height())
	}
	if top <= 0 {
		return
	}
	unit := p.table.unit(g.up)
	if g.up.Kind == manifest.KindDuration {
		unit = p.words.hour
	}
	p.heading(g.up.Label.In(p.table.Language), unit)
	p.legend(g)
	p.bars(g, ticksOf(top))
}

// legend stands at the right end of the chart's title.
func (p *paper) legend(g graph) {
	if len(g.series) == 0 && g.average == 0 {
		return
	}
	page, _ := p.GetPageSize()
	y := p.GetY() - 5.5
	p.SetFont(family, "", 7.5)
	p.SetTextColor(grey[0], grey[1], grey[2])
	x, most := page-margin, 34.0
	if g.average > 0 {
		said := p.words.average
		x -= p.lineOf(said).width + 2
		p.SetXY(x, y)
		p.cell(p.lineOf(said).width+2, 4, said, "", 0, "L", false)
		x -= 6
		p.dashed(x, y+2, x+5)
		x -= 2
	}
	for i := len(g.series) - 1; i >= 0; i-- {
		said := p.fitted(g.series[i], most)
		width := p.lineOf(said).width + 2
		x -= width
		p.SetXY(x, y)
		p.cell(width, 4, said, "", 0, "L", false)
		x -= 3
		p.shade(i)
		p.Rect(x, y+0.8, 2.6, 2.6, "F")
		x -= 2.5
	}
	p.SetXY(margin, y+5.5)
}

func (p *paper) shade(i int) { p.SetFillColor(shades[i][0], shades[i][1], shades[i][2]) }

func (p *paper) dashed(from, y, to float64) {
	p.SetDrawColor(grey[0], grey[1], grey[2])
	p.SetDashPattern([]float64{1, 0.8}, 0)
	p.Line(from, y, to, y)
	p.SetDashPattern(nil, 0)
}

func (p *paper) bars(g graph, ticks []float64) {
	page, _ := p.GetPageSize()
	left, base := margin+14, p.GetY()+chartHeight+1
	width, top := page-margin-left, ticks[len(ticks)-1]
	p.SetFont(family, "", 7)
	p.SetTextColor(grey[0], grey[1], grey[2])
	p.SetDrawColor(rule[0], rule[1], rule[2])
	for _, tick := range ticks {
		at := base - chartHeight*tick/top
		p.Line(left, at, page-margin, at)
		p.SetXY(margin, at-2)
		p.cell(13, 4, axisText(p.table.Language, tick, ticks[1]), "", 0, "R", false)
	}
	slot := width / float64(len(g.bars))
	every := max(1, int(math.Ceil(p.widest(g)/slot)))
	for i, one := range g.bars {
		from, thick := left+slot*(float64(i)+0.14), math.Min(slot*0.72, 14)
		from += (slot*0.72 - thick) / 2
		at := base
		for part, value := range one.parts {
			height := chartHeight * math.Max(value, 0) / top
			p.shade(part)
			if len(g.series) == 0 {
				p.shade(1)
			}
			p.Rect(from, at-height, thick, height, "F")
			at -= height
		}
		if i%every == 0 {
			room := math.Max(slot*float64(every), math.Min(p.lineOf(one.label).width+2, 18))
			p.SetXY(left+slot*(float64(i)+0.5)-room/2, base+0.5)
			p.cell(room, 4, p.fitted(one.label, room+2), "", 0, "C", false)
		}
	}
	if g.average > 0 {
		at := base - chartHeight*g.average/top
		p.dashed(left, at, page-margin)
	}
	p.SetXY(margin, base+8)
}

// widest is how much room the label of a bar needs, within bounds.
func (p *paper) widest(g graph) (width float64) {
	for i, one := range g.bars {
		if i > 0 && len(one.label) <= 2 {
			continue // days of a month; the name of the month may reach beyond its bar
		}
		width = math.Max(width, p.lineOf(one.label).width+2)
	}
	if g.across.Kind == manifest.KindDay && len(g.bars) <= 35 {
		return 0
	}
	return math.Min(width, 18)
}

// axisText is a figure of an axis with steps of a size.
func axisText(lang string, value, step float64) string {
	digits := 0
	if step != math.Trunc(step) {
		digits = int(math.Min(3, math.Max(1, 1-math.Floor(math.Log10(step)))))
	}
	return grouped(lang, value, digits)
}

// dayMonth is a day without its year.
func dayMonth(lang string, day time.Time) string {
	if lang == "de" {
		return day.Format("2.1.")
	}
	text := strings.TrimSuffix(fleet.Date(lang, day), day.Format(" 2006"))
	return strings.TrimSuffix(text, ",")
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
