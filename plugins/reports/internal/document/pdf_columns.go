package document

import (
	"math"
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	rowSize, leastSize = 8.0, 4.5 // of rows, in points: as small as it takes for all columns
	padding            = 2.0      // of a cell, left and right of its text together
	mostWide           = 90.0     // what a text alone asks for: a longer one takes more lines
	mostWord           = 25.0     // a longer word is broken
)

// wants is how wide the texts of each column are: whole, and the least that breaks neither a word nor a number or a time.
type wants struct{ whole, least []float64 }

// wants measures the columns with all that stands in them.
func (p *paper) wants(held [][]any, added *sums.Sums) wants {
	places := p.table.Places
	w := wants{make([]float64, len(places)), make([]float64, len(places))}
	p.SetFont(family, "B", rowSize)
	for i, place := range places {
		column := p.table.Report.Columns[place]
		w.words(p, i, column.Label.In(p.table.Language))
		w.words(p, i, p.table.unit(column))
	}
	whole := p.table.total(added)
	for i, place := range places {
		f, ok := p.table.figureBelow(place)
		if !ok {
			continue
		}
		w.one(p, i, p.table.valueText(f, whole.now))
		w.one(p, i, p.table.valueText(f, whole.before))
		w.one(p, i, changeText(p.table.Language, at(whole.now, f), at(whole.before, f)))
	}
	p.SetFont(family, "", rowSize)
	for _, row := range held {
		for i, place := range places {
			column := p.table.Report.Columns[place]
			text := read(p.table.Language, column.Kind, p.table.cell(column, row[place]))
			if isBroken(column.Kind) {
				w.words(p, i, text)
			} else {
				w.one(p, i, text)
			}
		}
	}
	return w
}

// isBroken reports whether texts of a kind go on in another line.
func isBroken(kind string) bool {
	return kind != manifest.KindTime && kind != manifest.KindDay && !isNumeric(kind)
}

// one is a text that stands in one line.
func (w wants) one(p *paper, i int, text string) {
	wide := p.lineOf(text).width
	w.whole[i], w.least[i] = max(w.whole[i], wide), max(w.least[i], wide)
}

// words are a text that may take several lines.
func (w wants) words(p *paper, i int, text string) {
	w.whole[i] = max(w.whole[i], min(p.lineOf(text).width, mostWide))
	for word := range strings.FieldsSeq(text) {
		w.least[i] = max(w.least[i], min(p.lineOf(word).width, mostWord))
	}
}

// measure divides the width of the page among the columns: each has what its texts need; where that is more than there is, texts take several lines, and letters are smaller where
// numbers, times and single words would not fit otherwise. Nothing is cut.
func (p *paper) measure(w wants) {
	n := len(p.table.Places)
	room := p.room() - padding*float64(n)
	whole, least := sum(w.whole), sum(w.least)
	scale := 1.0
	if least > room {
		scale = max(leastSize/rowSize, room/least)
	}
	p.size, p.widths = rowSize*scale, make([]float64, n)
	shares := p.shares()
	for i := range p.widths {
		switch {
		case whole <= room:
			p.widths[i] = padding + w.whole[i] + (room-whole)*shares[i]/sum(shares)
		case whole > least && least*scale < room:
			p.widths[i] = padding + w.least[i]*scale + (room-least*scale)*(w.whole[i]-w.least[i])/(whole-least)
		default:
			p.widths[i] = padding + w.least[i]*room/least
		}
	}
}

// room is how wide a line is.
func (p *paper) room() float64 {
	page, _ := p.GetPageSize()
	return page - 2*margin
}

// shares are how much each column has of the room that is left.
func (p *paper) shares() (shares []float64) {
	for _, place := range p.table.Places {
		share := 1.0
		switch p.table.Report.Columns[place].Kind {
		case manifest.KindPlace, manifest.KindText:
			share = 2
		case manifest.KindTime:
			share = 1.6
		case manifest.KindVehicle, manifest.KindGroup, manifest.KindDriver:
			share = 1.4
		}
		shares = append(shares, share)
	}
	return shares
}

func sum(list []float64) (all float64) {
	for _, one := range list {
		all += one
	}
	return all
}

// wrapped divides a text into lines of a cell's width; a word that is wider by itself is broken.
func (p *paper) wrapped(text string, width float64) []string {
	fits := func(line string) bool { return p.lineOf(line).width <= width-padding+0.01 }
	if fits(text) {
		return []string{text}
	}
	lines, line := []string{}, ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && fits(line+" "+word) {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; !fits(line); {
			runes := []rune(line)
			n := 1
			for n < len(runes)-1 && fits(string(runes[:n+1])) {
				n++
			}
			if n >= len(runes) {
				break // a letter alone
			}
			lines, line = append(lines, string(runes[:n])), string(runes[n:])
		}
	}
	return append(lines, line)
}

// rowOf is a row of cells that is ready to be written.
type rowOf struct {
	cells  [][]string // the lines of each
	widths []float64
	align  func(i int) string
	lines  int     // of the longest cell
	first  float64 // height of a line that is alone
	next   float64 // height of each further one
}

func (p *paper) rowOf(texts []string, widths []float64, first float64, align func(i int) string) rowOf {
	r := rowOf{widths: widths, align: align, first: first, next: p.sizeInPoints() * 0.46, lines: 1}
	for i, text := range texts {
		lines := p.wrapped(text, widths[i])
		r.cells, r.lines = append(r.cells, lines), max(r.lines, len(lines))
	}
	return r
}

func (r rowOf) height(lines int) float64 { return r.first + float64(lines-1)*r.next }

// mostTogether is how many lines of a row stand on one page at least.
const mostTogether = 24

// write writes a row. One with very long texts goes on on further pages.
func (p *paper) write(r rowOf, border string, fill bool) {
	for from := 0; from < r.lines; from += mostTogether {
		lines := min(mostTogether, r.lines-from)
		if from > 0 {
			p.keepRoom(r.height(lines))
		}
		p.writePart(r, from, lines, border, fill)
	}
}

func (p *paper) writePart(r rowOf, from, lines int, border string, fill bool) {
	x, y, height := margin, p.GetY(), r.height(lines)
	for i, cell := range r.cells {
		p.SetXY(x, y)
		if lines == 1 {
			p.cell(r.widths[i], height, cell[min(from, len(cell)-1)], border, 0, r.align(i), fill)
		} else {
			p.cell(r.widths[i], height, "", border, 0, "L", fill)
			for n, line := range cell[min(from, len(cell)):min(from+lines, len(cell))] {
				p.SetXY(x, y+(r.first-r.next)/2+float64(n)*r.next)
				p.cell(r.widths[i], r.next, line, "", 0, r.align(i), false)
			}
		}
		x += r.widths[i]
	}
	p.SetXY(margin, y+height)
}

// block writes a text in as many lines as it takes, and answers how high they are together.
func (p *paper) block(text string, x, y, width, height float64, align string) float64 {
	lines := p.wrapped(text, width)
	for n, line := range lines {
		p.SetXY(x, y+float64(n)*height)
		p.cell(width, height, line, "", 0, align, false)
	}
	return float64(len(lines)) * height
}

// shrink has letters as large as a text of one line can have.
func (p *paper) shrink(text string, width float64) {
	if wide := p.lineOf(text).width; wide > width-padding {
		p.SetFontSize(max(leastSize, math.Floor(20*p.sizeInPoints()*(width-padding)/wide)/20))
	}
}

// areWide reports whether columns need more than there is in one line each.
func (p *paper) areWide(w wants) bool {
	return sum(w.whole)+padding*float64(len(w.whole)) > p.room()
}

// same is the alignment of all cells but the first, which begins at the left.
func same(align string) func(i int) string {
	return func(i int) string {
		if i == 0 {
			return "L"
		}
		return align
	}
}

// widthsOf are one width, and n further ones.
func widthsOf(first, other float64, n int) []float64 {
	return append([]float64{first}, slices.Repeat([]float64{other}, n)...)
}
