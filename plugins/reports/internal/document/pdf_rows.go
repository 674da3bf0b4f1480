package document

import (
	"slices"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/sums"
)

// section is a sub-total and the rows that it adds up.
type section struct {
	summary
	lines [][]any
}

// sections divide rows by the column of sub-totals, in the order in which those are told; the rows of sub-totals that are not kept are the last. One without a name holds all rows
// where there are no sub-totals.
func (t Table) sections(held [][]any, added *sums.Sums) []section {
	place := kind.Place(t.Report, t.GroupBy)
	if _, ok := t.grouped(); !ok {
		return []section{{lines: held}}
	}
	list, at := []section{}, map[string]int{}
	for _, one := range t.subTotals(added.Groups()) {
		at[one.key] = len(list)
		list = append(list, section{summary: one})
	}
	rest := section{summary: summary{label: wordsOf(t.Language).rest}}
	for _, row := range held {
		if i, ok := at[sums.KeyOf(row[place])]; ok {
			list[i].lines = append(list[i].lines, row)
		} else {
			rest.lines = append(rest.lines, row)
		}
	}
	return slices.DeleteFunc(append(list, rest), func(one section) bool { return len(one.lines) == 0 }) // some were before alone
}

// placesOfRows are the columns of rows: the one of the sub-totals stands above them.
func (t Table) placesOfRows() []int {
	column := kind.Place(t.Report, t.GroupBy)
	left := slices.DeleteFunc(slices.Clone(t.Places), func(place int) bool { return t.GroupBy != "" && place == column })
	if len(left) == 0 {
		return t.Places
	}
	return left
}

// rows writes all rows, each below its sub-total.
func (p *paper) rows(held [][]any, added *sums.Sums) {
	if _, ok := p.table.grouped(); ok {
		p.keep(6) // a head is never left alone
		p.heading(p.words.rows, "")
	} else {
		p.keep(4)
	}
	p.rowHead()
	p.inRows = true
	for _, one := range p.table.sections(held, added) {
		p.section(one)
	}
}

// keep begins a page where there is no room for so many lines more.
func (p *paper) keep(lines int) {
	if p.GetY() > p.lastLine()-float64(lines-1)*rowHeight {
		p.AddPage()
	}
}

// section writes the rows of a sub-total between its name and what they come to.
func (p *paper) section(one section) {
	if one.label != "" {
		p.keep(3)
		p.within = one.label
		p.sectionHead(p.words.ofRows(int64(len(one.lines)), grouped(p.table.Language, float64(len(one.lines)), 0)))
	}
	hasSum := one.now != nil && len(one.lines) > 1 && p.table.hasSums()
	for i, row := range one.lines {
		if i == len(one.lines)-1 && hasSum {
			p.keep(2) // a sub-total is never left alone
		} else {
			p.keep(1)
		}
		p.row(row)
	}
	if hasSum {
		p.SetFillColor(pale[0], pale[1], pale[2])
		p.sumLine(p.words.subTotal(one.label), "", func(f figure) string { return p.table.valueText(f, one.now) })
	}
	p.within = ""
}

// sectionHead is the name of the sub-total whose rows follow, and something beside it.
func (p *paper) sectionHead(beside string) {
	page, _ := p.GetPageSize()
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.SetDrawColor(rule[0], rule[1], rule[2])
	p.SetFont(family, "B", 8)
	label := p.fitted(p.within, (page-2*margin)*0.7)
	wide := p.lineOf(label).width + 2.5
	p.cell(wide, rowHeight+1, label, "", 0, "L", false)
	p.SetFont(family, "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	p.cell(0, rowHeight+1, beside, "", 1, "L", false)
	p.even = false
}

// row writes a line.
func (p *paper) row(row []any) {
	p.SetFont(family, "", 8)
	p.SetTextColor(20, 26, 38)
	p.SetFillColor(pale[0], pale[1], pale[2])
	for i, place := range p.table.Places {
		text := read(p.table.Language, p.table.Report.Columns[place].Kind, p.table.cell(p.table.Report.Columns[place], row[place]))
		p.cell(p.widths[i], rowHeight, p.fitted(text, p.widths[i]), "", 0, p.align(i), p.even)
	}
	p.Ln(rowHeight)
	p.even = !p.even
}

// hasSums reports whether a column of the rows comes to something.
func (t Table) hasSums() bool {
	return slices.ContainsFunc(t.figures(), func(f figure) bool {
		return !f.isCount && slices.Contains(t.Places, kind.Place(t.Report, f.column.Key))
	})
}

// totals writes what the columns come to, and with a comparison what they came to before.
func (p *paper) totals(added *sums.Sums) {
	if len(p.table.Report.Totals) == 0 {
		return
	}
	whole := p.table.total(added)
	p.SetFillColor(fill[0], fill[1], fill[2])
	p.sumLine(whole.label, "T", func(f figure) string { return p.table.valueText(f, whole.now) })
	if whole.before != nil {
		p.sumLine(p.words.before, "", func(f figure) string { return p.table.valueText(f, whole.before) })
		p.sumLine(p.words.change, "", func(f figure) string {
			return changeText(p.table.Language, at(whole.now, f), at(whole.before, f))
		})
	}
}

// sumLine writes figures below their columns; the label takes the room of the columns before the first of them.
func (p *paper) sumLine(label, border string, text func(figure) string) {
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.SetDrawColor(navy[0], navy[1], navy[2])
	p.SetFont(family, "B", 8)
	said := make([]string, len(p.table.Places))
	for i, place := range p.table.Places {
		if f, ok := p.table.figureBelow(place); ok {
			said[i] = text(f)
		}
	}
	first, wide := 1, p.widths[0]
	for first < len(said) && said[first] == "" {
		wide += p.widths[first]
		first++
	}
	p.cell(wide, 6, p.fitted(label, wide), border, 0, "L", true)
	for i := first; i < len(said); i++ {
		p.cell(p.widths[i], 6, p.fitted(said[i], p.widths[i]), border, 0, p.align(i), true)
	}
	p.Ln(6)
}
