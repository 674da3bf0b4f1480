package document

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	logoWidth, logoHeight = 45.0, 13.0 // the most that a logo takes
	boxHeight             = 19.0
	boxesBeside           = 4
	maxBoxes              = 8
)

// head is the letterhead of the first page, and the names of the columns of every page of rows, with the sub-total whose rows go on there.
func (p *paper) head() {
	if p.PageNo() == 1 {
		p.letterhead()
		p.title()
	}
	if p.inRows {
		p.rowHead()
	}
	if p.within != "" {
		p.sectionHead(p.words.continued)
	}
}

// letterhead is the organisation's logo and name, and its address at the right end.
func (p *paper) letterhead() {
	t, top := p.table, margin
	page, _ := p.GetPageSize()
	beside := p.logo(top)
	bottom := top + 7
	if beside > 0 {
		bottom = top + logoHeight
	}
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.SetFont(family, "B", 13)
	p.SetXY(margin+beside, (top+bottom)/2-3.5)
	wide := (page - 2*margin) * 0.55
	p.cell(wide-beside, 7, p.fitted(t.Organisation, wide-beside), "", 0, "L", false)
	p.SetFont(family, "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	for i, line := range t.Address {
		p.SetXY(margin+wide, top+4*float64(i))
		p.cell(page-2*margin-wide, 4, p.fitted(line, page-2*margin-wide), "", 0, "R", false)
		bottom = math.Max(bottom, top+4*float64(i+1))
	}
	p.SetDrawColor(navy[0], navy[1], navy[2])
	p.SetLineWidth(0.5)
	p.Line(margin, bottom+2.5, page-margin, bottom+2.5)
	p.SetLineWidth(0.2)
	p.SetXY(margin, bottom+6)
}

// title is what the report is of: its name and time, which vehicles, and the time that it is compared with.
func (p *paper) title() {
	t := p.table
	page, _ := p.GetPageSize()
	half := (page - 2*margin) / 2
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.SetFont(family, "B", 17)
	top := p.GetY()
	high := p.block(t.Title(), margin, top, half, 9, "L")
	p.SetFont(family, "B", 10)
	period := p.period(t.From, t.To)
	if t.Report.Now {
		period = p.written(t.MadeAt)
	}
	high = max(high, p.block(period, margin+half, top+1.5, half, 6, "R"))
	p.SetTextColor(grey[0], grey[1], grey[2])
	p.SetFont(family, "", 9)
	top += high
	high = p.block(t.covered(), margin, top, half, 5, "L")
	said := t.Zone.String()
	if t.Before != nil {
		said = fmt.Sprintf(p.words.comparedWith, p.period(t.Before.From, t.Before.To)) + " · " + said
	}
	high = max(high, p.block(said, margin+half, top, half, 5, "R"))
	if t.Unknown != nil {
		high += p.block(p.words.unknown, margin, top+high, 2*half, 5, "R")
	}
	p.SetXY(margin, top+high+4)
}

// covered says which vehicles a report of vehicles is of.
func (t Table) covered() string {
	isOfVehicles := slices.ContainsFunc(t.Report.Columns, func(c manifest.Column) bool { return c.Kind == manifest.KindVehicle })
	if t.Covers == "" && isOfVehicles {
		return wordsOf(t.Language).allVehicles
	}
	return t.Covers
}

// period is a range as its days, or to the minute where it is not of whole days.
func (p *paper) period(from, to time.Time) string {
	from, to = from.In(p.table.Zone), to.In(p.table.Zone)
	last := to.Add(-time.Second)
	if from.Format(time.TimeOnly) != "00:00:00" || to.Format(time.TimeOnly) != "00:00:00" {
		return p.written(from) + " – " + p.written(last)
	}
	first, end := fleet.Date(p.table.Language, from), fleet.Date(p.table.Language, last)
	if first == end {
		return first
	}
	return first + " – " + end
}

// logo stands at the left end of the letterhead, as large as its room allows; beside is where the name begins after it.
func (p *paper) logo(top float64) (beside float64) {
	if p.table.Logo == nil {
		return 0
	}
	options := fpdf.ImageOptions{ImageType: "PNG"}
	picture := p.RegisterImageOptionsReader("logo", options, bytes.NewReader(p.table.Logo))
	if p.Err() {
		return 0
	}
	scale := min(logoWidth/picture.Width(), logoHeight/picture.Height())
	width, height := picture.Width()*scale, picture.Height()*scale
	p.ImageOptions("logo", margin, top+(logoHeight-height)/2, width, height, false, options, 0, "")
	return width + 3
}

// boxes are the report's totals, each with its change.
func (p *paper) boxes(added *sums.Sums) {
	whole, figures := p.table.total(added), p.table.figures()
	figures = figures[:min(len(figures), maxBoxes)]
	if len(figures) == 0 {
		return
	}
	height := boxHeight
	if whole.before == nil {
		height -= 5
	}
	page, _ := p.GetPageSize()
	lines := (len(figures) + boxesBeside - 1) / boxesBeside
	beside := (len(figures) + lines - 1) / lines
	width, top := (page-2*margin)/float64(beside), p.GetY()
	p.SetDrawColor(rule[0], rule[1], rule[2])
	for i, f := range figures {
		x, y := margin+width*float64(i%beside), top+height*float64(i/beside)
		p.Rect(x, y, width, height, "D")
		p.box(f, whole, x+2, y+2, width-4)
	}
	p.SetXY(margin, top+height*float64(lines)+5)
}

func (p *paper) box(f figure, whole summary, x, y, width float64) {
	p.SetXY(x, y)
	p.SetFont(family, "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	p.shrink(f.name, width)
	p.cell(width, 4, f.name, "", 0, "L", false)
	p.SetXY(x, y+4)
	p.SetFont(family, "B", 14)
	p.SetTextColor(navy[0], navy[1], navy[2])
	text := p.table.valueText(f, whole.now)
	if text == "" {
		text = "–"
	}
	p.shrink(text, width)
	wide := p.lineOf(text).width + 2
	p.cell(wide, 7, text, "", 0, "L", false)
	p.SetFont(family, "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	unit := f.unit
	if f.column.Kind == manifest.KindDuration {
		unit = p.words.hour
	}
	if left := width - wide; unit != "" && left > 4 {
		p.shrink(unit, left)
		p.cell(left, 7.6, unit, "", 0, "L", false)
	}
	if whole.before != nil {
		p.SetXY(x, y+11)
		change := fmt.Sprintf(p.words.changed, changeText(p.table.Language, at(whole.now, f), at(whole.before, f)), p.table.valueText(f, whole.before))
		p.SetFont(family, "", 8)
		p.shrink(change, width)
		p.cell(width, 4, change, "", 0, "L", false)
	}
}

// at is a total as it was added up.
func at(totals sums.Totals, f figure) any {
	if totals == nil {
		return nil
	}
	return totals[f.at]
}
