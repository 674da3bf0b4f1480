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
	p.keepRoom(float64(lines) * rowHeight)
}

// keepRoom begins a page where what is so high would not end on this one.
func (p *paper) keepRoom(height float64) {
	if p.GetY() > p.lastLine()+rowHeight-height {
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
		made := p.row(row)
		height := made.height(min(made.lines, mostTogether))
		if i == len(one.lines)-1 && hasSum {
			height += rowHeight // a sub-total is never left alone
		}
		p.keepRoom(height)
		p.rowStyle()
		p.write(made, "", p.even)
		p.even = !p.even
	}
	if hasSum {
		p.keep(1)
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

// row lays a line out.
func (p *paper) row(row []any) rowOf {
	p.rowStyle()
	texts := make([]string, len(p.table.Places))
	for i, place := range p.table.Places {
		column := p.table.Report.Columns[place]
		texts[i] = read(p.table.Language, column.Kind, p.table.cell(column, row[place]))
	}
	return p.rowOf(texts, p.widths, rowHeight, p.align)
}

// rowStyle is how rows are written; a page that began in between has another.
func (p *paper) rowStyle() {
	p.SetFont(family, "", p.size)
	p.SetTextColor(20, 26, 38)
	p.SetFillColor(pale[0], pale[1], pale[2])
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
	p.SetFont(family, "B", p.size)
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
	widths, texts := append([]float64{wide}, p.widths[first:]...), append([]string{label}, said[first:]...)
	p.write(p.rowOf(texts, widths, 6, func(i int) string {
		if i == 0 {
			return "L"
		}
		return p.align(first + i - 1)
	}), border, true)
}
