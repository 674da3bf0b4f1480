package document

import (
	"math"

	"outrider.dev/outrider/plugins/reports/internal/sums"
)

// sumColumn is a column of the table of sub-totals.
type sumColumn struct {
	title, unit string
	text        func(summary) string
}

// subTotals writes a line for each value of the column of sub-totals, and the total.
func (p *paper) subTotals(added *sums.Sums) {
	column, ok := p.table.grouped()
	lines := p.table.subTotals(added.Groups())
	if !ok || len(lines) == 0 {
		return
	}
	columns := p.sumColumns(len(lines) > 0 && lines[0].before != nil)
	page, _ := p.GetPageSize()
	width := (page - 2*margin) / (float64(len(columns)) + 2)
	widths := widthsOf(2*width, width, len(columns))
	head := func() {
		p.sumHead(column.Label.In(p.table.Language), columns, widths)
	}
	p.heading(p.words.by(p.table.Language, column.Label.In(p.table.Language)), "")
	head()
	for i, one := range append(lines, p.table.total(added)) {
		if p.GetY() > p.lastLine() {
			p.AddPage()
			head()
		}
		p.SetDrawColor(rule[0], rule[1], rule[2])
		p.SetFont(family, "", 8)
		p.SetTextColor(20, 26, 38)
		p.SetFillColor(pale[0], pale[1], pale[2])
		if one.isTotal {
			p.SetDrawColor(navy[0], navy[1], navy[2])
			p.SetFont(family, "B", 8)
			p.SetFillColor(fill[0], fill[1], fill[2])
		}
		filled := one.isTotal || i%2 == 1
		texts := []string{one.label}
		for _, c := range columns {
			texts = append(texts, c.text(one))
		}
		p.write(p.rowOf(texts, widths, rowHeight, same("R")), "T", filled)
	}
	p.Ln(5)
}

// sumColumns are those of the totals; the first of them has what it was before, and its change.
func (p *paper) sumColumns(isCompared bool) (list []sumColumn) {
	page, _ := p.GetPageSize()
	most := int(math.Floor((page-2*margin)/22)) - 2
	for i, f := range p.table.figures() {
		if f.isCount && f.column.Key == p.table.GroupBy { // each is one of them
			continue
		}
		list = append(list, sumColumn{f.name, f.unit, func(s summary) string { return p.table.valueText(f, s.now) }})
		if i == 0 && isCompared {
			list = append(list, sumColumn{p.words.before, f.unit, func(s summary) string { return p.table.valueText(f, s.before) }},
				sumColumn{p.words.change, "", func(s summary) string { return changeText(p.table.Language, at(s.now, f), at(s.before, f)) }})
		}
	}
	return list[:min(len(list), most)]
}

// sumHead writes the names of the columns, their units below.
func (p *paper) sumHead(label string, columns []sumColumn, widths []float64) {
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.SetDrawColor(navy[0], navy[1], navy[2])
	p.SetFont(family, "B", 8)
	names, units := []string{""}, []string{label}
	for _, c := range columns {
		names, units = append(names, c.title), append(units, c.unit)
	}
	p.write(p.rowOf(names, widths, 4, same("R")), "", false)
	p.SetFont(family, "", 7)
	p.write(p.rowOf(units, widths, 4.5, same("R")), "B", false)
}

// lastLine is below which no line begins.
func (p *paper) lastLine() float64 {
	_, height := p.GetPageSize()
	_, bottom := p.GetAutoPageBreak()
	return height - bottom - rowHeight
}
