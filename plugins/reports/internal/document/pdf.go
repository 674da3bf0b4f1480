package document

import (
	"fmt"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

// maxPDFRows is what a document for reading has at most.
const maxPDFRows = 50_000

var errTooLongToRead = fault.New(fault.Invalid, "A PDF holds 50,000 rows. Choose a shorter time, or XLSX.")

// Measures in millimetres, and the colours of the letterhead.
const (
	margin    = 12.0
	rowHeight = 5.2
)

var (
	navy = [3]int{24, 42, 71}
	grey = [3]int{90, 100, 115}
	pale = [3]int{241, 244, 248}
	fill = [3]int{230, 235, 243}
	rule = [3]int{215, 221, 230}
)

// paper is a PDF on its way.
type paper struct {
	*fpdf.Fpdf
	table  Table
	words  words
	widths []float64
	size   float64 // of the letters of rows, in points
	even   bool
	lines  map[lineKey]line
	inRows bool   // pages begin with the names of the columns
	within string // the sub-total whose rows are written, which a new page repeats; empty: none
}

// writePDF writes A4 pages, across where there are many columns, with the organisation's name, the title, the chart, the sub-totals, the rows, the totals and page numbers. What
// stands before the rows is known after them, so the rows are held until then: there are few enough for a document that is read. Rows stand below the sub-totals that add them up.
func writePDF(w io.Writer, t Table, each Each) error {
	added, held := sums.New(t.Report, t.GroupBy), [][]any(nil)
	err := each(func(row []any) error {
		if len(held) == maxPDFRows {
			return errTooLongToRead
		}
		added.Add(row)
		held = append(held, row)
		return nil
	})
	if err != nil {
		return err
	}
	p := laidOut(t, held, added)
	p.AddPage()
	if added.Rows() > 0 {
		p.boxes(added)
		p.chart(t.stacked(added))
		p.subTotals(added)
	}
	if len(held) == 0 {
		p.SetFont(family, "", 10)
		p.cell(0, 12, p.words.empty, "", 1, "L", false)
	} else {
		p.rows(held, added)
		p.totals(added)
	}
	if p.Err() {
		return fmt.Errorf("write PDF: %w", p.Error())
	}
	p.feet()
	if err := p.Output(w); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

// laidOut is a document without pages: across where there are many columns, or wide ones.
func laidOut(t Table, held [][]any, added *sums.Sums) *paper {
	t.Places = t.placesOfRows()
	p := newPaper(t, "P")
	w := p.wants(held, added)
	if len(t.Places) > 6 || p.areWide(w) {
		p = newPaper(t, "L")
	}
	p.measure(w)
	return p
}

func newPaper(t Table, orientation string) *paper {
	p := &paper{Fpdf: fpdf.New(orientation, "mm", "A4", ""), table: t, words: wordsOf(t.Language), lines: map[lineKey]line{}}
	addFonts(p.Fpdf)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin+8)
	p.SetTitle(t.Title(), true)
	p.SetAuthor(t.Organisation, true)
	p.SetHeaderFunc(p.head)
	return p
}

// rowHead writes the names of the columns, their units below.
func (p *paper) rowHead() {
	p.SetTextColor(navy[0], navy[1], navy[2])
	p.SetDrawColor(navy[0], navy[1], navy[2])
	names, units := []string{}, []string{}
	for _, place := range p.table.Places {
		column := p.table.Report.Columns[place]
		names, units = append(names, column.Label.In(p.table.Language)), append(units, p.table.unit(column))
	}
	p.SetFont(family, "B", p.size)
	head := p.rowOf(names, p.widths, 4, p.align)
	for i, lines := range head.cells { // names end at the line above their units
		head.cells[i] = append(make([]string, head.lines-len(lines)), lines...)
	}
	p.write(head, "", false)
	p.SetFont(family, "", p.size-1)
	p.write(p.rowOf(units, p.widths, 4, p.align), "B", false)
	p.Ln(1)
	p.even = false
}

func (p *paper) align(i int) string {
	if isNumeric(p.table.Report.Columns[p.table.Places[i]].Kind) {
		return "R"
	}
	return "L"
}

// feet writes the last line of every page, once it is known how many there are.
func (p *paper) feet() {
	p.SetAutoPageBreak(false, 0)
	for page := range p.PageCount() {
		p.SetPage(page + 1)
		p.SetFont(family, "B", 8) // a page that is gone back to is told of a font only when that changes
		p.foot(page + 1)
	}
}

func (p *paper) foot(number int) {
	p.SetY(-margin - 3)
	p.SetDrawColor(rule[0], rule[1], rule[2])
	p.SetFont(family, "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	page, _ := p.GetPageSize()
	p.cell((page-2*margin)/2, 5, p.words.made(p.written(p.table.MadeAt), p.table.MadeBy), "T", 0, "L", false)
	p.cell(0, 5, p.words.page(number, p.PageCount()), "T", 0, "R", false)
}

// written is a time by the clock of the report, as its language writes it.
func (p *paper) written(at time.Time) string {
	return fleet.DateTime(p.table.Language, at.In(p.table.Zone))
}

// read is a cell as a text for the eye: numbers of one column have as many digits, and signs as the language has them.
func read(lang, kind string, cell any) string {
	number, ok := cell.(float64)
	switch {
	case !ok:
		if day, isText := cell.(string); isText && kind == manifest.KindDay {
			if at, err := time.Parse(time.DateOnly, day); err == nil {
				return fleet.Date(lang, at)
			}
		}
		return plain(cell)
	case kind == manifest.KindDistance || kind == manifest.KindVolume || kind == manifest.KindEnergy:
		return grouped(lang, number, 2)
	case kind == manifest.KindSpeed || kind == manifest.KindTemperature || kind == manifest.KindPercent:
		return grouped(lang, number, 1)
	case number == math.Trunc(number):
		return grouped(lang, number, 0)
	default:
		return grouped(lang, number, 2)
	}
}
