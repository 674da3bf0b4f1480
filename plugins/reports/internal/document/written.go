package document

import (
	"sort"
	"strconv"
	"strings"
)

// mostLines is how many texts of which some letters need more than one font are remembered with their widths.
const mostLines = 4096

// line is a text as it is written: its pieces, and how wide they are together.
type line struct {
	pieces []piece
	width  float64
}

// lineKey is what the width of a text depends on.
type lineKey struct {
	text  string
	style string
	size  float64
}

// lineOf lays a text out in the style and size of the moment.
func (p *paper) lineOf(text string) line {
	if isPlain(text) {
		return line{[]piece{{family, text}}, p.GetStringWidth(text)}
	}
	key := lineKey{text, p.GetFontStyle(), p.sizeInPoints()}
	if known, ok := p.lines[key]; ok {
		return known
	}
	if len(p.lines) >= mostLines {
		clear(p.lines)
	}
	made := line{pieces: pieces(text)}
	for _, one := range made.pieces {
		p.in(one.family, key, func() { made.width += p.GetStringWidth(one.text) })
	}
	p.lines[key] = made
	return made
}

func (p *paper) sizeInPoints() float64 {
	points, _ := p.GetFontSize()
	return points
}

// in does something in a font, and goes back to the document's own.
func (p *paper) in(name string, key lineKey, do func()) {
	if name == family {
		do()
		return
	}
	for i, other := range machine.read() {
		if name == otherFamily+strconv.Itoa(i) {
			p.AddUTF8FontFromBytes(name, "", other.raw) // nothing the second time
		}
	}
	p.SetFont(name, "", key.size)
	do()
	p.SetFont(family, key.style, key.size)
}

// cell writes a text into a cell, as CellFormat of the library does; one that needs more than one font is put together.
func (p *paper) cell(width, height float64, text, border string, after int, align string, fill bool) {
	laid := p.lineOf(text)
	if len(laid.pieces) == 1 && laid.pieces[0].family == family {
		p.CellFormat(width, height, laid.pieces[0].text, border, after, align, fill, 0, "")
		return
	}
	if width == 0 {
		page, _ := p.GetPageSize()
		_, _, right, _ := p.GetMargins()
		width = page - right - p.GetX()
	}
	p.CellFormat(width, height, "", border, 0, "", fill, 0, "") // may begin a page
	endX, y := p.GetXY()
	space := p.GetCellMargin()
	x := endX - width + space
	switch align {
	case "R":
		x = endX - space - laid.width
	case "C":
		x = endX - width/2 - laid.width/2
	}
	key := lineKey{text, p.GetFontStyle(), p.sizeInPoints()}
	p.SetCellMargin(0)
	for _, one := range laid.pieces {
		p.in(one.family, key, func() {
			wide := p.GetStringWidth(one.text)
			p.SetXY(x, y)
			p.CellFormat(wide, height, one.text, "", 0, "L", false, 0, "")
			x += wide
		})
	}
	p.SetCellMargin(space)
	p.SetXY(endX, y)
	if after == 1 {
		p.Ln(height)
	}
}

// fitted cuts a text to a width.
func (p *paper) fitted(text string, width float64) string {
	if p.lineOf(text).width <= width-2 {
		return text
	}
	runes := []rune(text)
	keep := sort.Search(len(runes), func(n int) bool { return p.lineOf(strings.TrimRight(string(runes[:n+1]), " ")+"…").width > width-2 })
	return strings.TrimRight(string(runes[:keep]), " ") + "…"
}
