package document

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"outrider.dev/outrider/plugins/reports/internal/kind"
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
)

// paper is a PDF on its way.
type paper struct {
	*fpdf.Fpdf
	table  Table
	words  words
	widths []float64
	even   bool
	lines  map[lineKey]line
	inRows bool // pages begin with the names of the columns
}

// writePDF writes A4 pages, across where there are many columns, with the organisation's name, the title, the chart, the sub-totals, the rows, the totals and page numbers. What
// stands before the rows is known after them, so the rows are held until then: there are few enough for a document that is read.
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
	p := newPaper(t)
	p.AddPage()
	p.chart(added.Chart())
	p.subTotals(added.Groups())
	if len(held) == 0 {
		p.SetFont(family, "", 10)
		p.cell(0, 12, p.words.empty, "", 1, "L", false)
	} else {
		p.rowHead()
	}
	p.inRows = true
	for i, row := range held {
		p.row(row)
		if held[i] = nil; p.Err() {
			return fmt.Errorf("write PDF: %w", p.Error())
		}
	}
	p.totals(len(held), added.Totals())
	if err := p.Output(w); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

// newPaper is a document without pages.
func newPaper(t Table) *paper {
	orientation := "P"
	if len(t.Places) > 6 {
		orientation = "L"
	}
	p := &paper{Fpdf: fpdf.New(orientation, "mm", "A4", ""), table: t, words: wordsOf(t.Language), lines: map[lineKey]line{}}
	addFonts(p.Fpdf)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin+8)
	p.SetTitle(t.Title(), true)
	p.SetAuthor(t.Organisation, true)
	p.AliasNbPages("{pages}")
	p.measure()
	p.SetHeaderFunc(p.head)
	p.SetFooterFunc(p.foot)
	return p
}

// measure divides the width of the page among the columns.
func (p *paper) measure() {
	page, _ := p.GetPageSize()
	sum := 0.0
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
		p.widths = append(p.widths, share)
		sum += share
	}
	for i := range p.widths {
		p.widths[i] *= (page - 2*margin) / sum
	}
}

// head is the letterhead of the first page, and the names of the columns of every page of rows.
func (p *paper) head() {
	t := p.table
	if p.PageNo() == 1 {
		p.logo()
		p.SetTextColor(navy[0], navy[1], navy[2])
		p.SetFont(family, "B", 13)
		p.cell(0, 7, t.Organisation, "", 1, "L", false)
		p.SetDrawColor(navy[0], navy[1], navy[2])
		page, _ := p.GetPageSize()
		p.Line(margin, p.GetY()+1, page-margin, p.GetY()+1)
		p.Ln(4)
		p.SetFont(family, "B", 17)
		p.cell(0, 8, t.Title(), "", 1, "L", false)
		p.SetFont(family, "", 10)
		p.SetTextColor(grey[0], grey[1], grey[2])
		p.cell(0, 6, fmt.Sprintf("%s – %s (%s)", p.written(t.From), p.written(t.To.Add(-time.Second)), t.Zone), "", 1, "L", false)
		p.Ln(3)
	}
	if p.inRows {
		p.rowHead()
	}
}

// logo stands at the right end of the letterhead, as large as its room allows.
func (p *paper) logo() {
	if p.table.Logo == nil {
		return
	}
	const width, height = 45.0, 15.0
	options := fpdf.ImageOptions{ImageType: "PNG"}
	picture := p.RegisterImageOptionsReader("logo", options, bytes.NewReader(p.table.Logo))
	if p.Err() {
		return
	}
	page, _ := p.GetPageSize()
	scale := min(width/picture.Width(), height/picture.Height())
	p.ImageOptions("logo", page-margin-picture.Width()*scale, margin-5, picture.Width()*scale, picture.Height()*scale, false, options, 0, "")
}

// rowHead writes the names of the columns.
func (p *paper) rowHead() {
	p.SetFont(family, "B", 8)
	p.SetTextColor(navy[0], navy[1], navy[2])
	for i, title := range p.table.heads() {
		p.cell(p.widths[i], 6, p.fitted(title, p.widths[i]), "B", 0, p.align(i), false)
	}
	p.Ln(7)
	p.even = false
}

func (p *paper) align(i int) string {
	if isNumeric(p.table.Report.Columns[p.table.Places[i]].Kind) {
		return "R"
	}
	return "L"
}

func (p *paper) foot() {
	p.SetY(-margin - 3)
	p.SetFont(family, "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	page, _ := p.GetPageSize()
	p.cell((page-2*margin)/2, 5, p.words.made(p.written(p.table.MadeAt), p.table.MadeBy), "T", 0, "L", false)
	p.cell(0, 5, p.words.page(p.PageNo()), "T", 0, "R", false)
}

// written is a time by the clock of the report, as its language writes it.
func (p *paper) written(at time.Time) string {
	return fleet.DateTime(p.table.Language, at.In(p.table.Zone))
}

// row writes a line.
func (p *paper) row(row []any) {
	p.SetFont(family, "", 8)
	p.SetTextColor(20, 26, 38)
	p.SetFillColor(pale[0], pale[1], pale[2])
	for i, place := range p.table.Places {
		text := read(p.table.Report.Columns[place].Kind, p.table.cell(p.table.Report.Columns[place], row[place]))
		p.cell(p.widths[i], rowHeight, p.fitted(text, p.widths[i]), "", 0, p.align(i), p.even)
	}
	p.Ln(rowHeight)
	p.even = !p.even
}

// totals writes what the columns come to.
func (p *paper) totals(rows int, values sums.Totals) {
	if len(p.table.Report.Totals) == 0 || rows == 0 {
		return
	}
	p.SetFont(family, "B", 8)
	p.SetTextColor(navy[0], navy[1], navy[2])
	for i, place := range p.table.Places {
		text := p.totalOf(place, values)
		if i == 0 {
			text = p.words.total(rows)
		}
		p.cell(p.widths[i], 7, p.fitted(text, p.widths[i]), "T", 0, p.align(i), false)
	}
}

// subTotals writes a line for each value of the column of sub-totals, below the names of the columns.
func (p *paper) subTotals(groups []sums.Group) {
	place := kind.Place(p.table.Report, p.table.GroupBy)
	if place < 0 || len(groups) == 0 {
		return
	}
	column := p.table.Report.Columns[place]
	p.heading(column.Label.In(p.table.Language), "")
	p.rowHead()
	for _, g := range groups {
		p.SetFont(family, "", 8)
		p.SetTextColor(20, 26, 38)
		p.SetFillColor(pale[0], pale[1], pale[2])
		for i, at := range p.table.Places {
			text := p.totalOf(at, g.Totals)
			if i == 0 {
				text = fmt.Sprintf("%s (%d)", read(column.Kind, p.table.cell(column, g.Key)), g.Rows)
			}
			p.cell(p.widths[i], rowHeight, p.fitted(text, p.widths[i]), "", 0, p.align(i), p.even)
		}
		p.Ln(rowHeight)
		p.even = !p.even
	}
	p.Ln(4)
}

// totalOf is what the column at a place comes to, as a text; empty where the report adds nothing up there.
func (p *paper) totalOf(place int, values sums.Totals) string {
	column := p.table.Report.Columns[place]
	for i, total := range p.table.Report.Totals {
		if total.Column == column.Key && total.Of != "count" {
			return read(column.Kind, p.table.cell(column, values[i]))
		}
	}
	return ""
}

// read is a cell as a text for the eye: numbers of one column have as many digits.
func read(kind string, cell any) string {
	number, ok := cell.(float64)
	switch {
	case ok && (kind == manifest.KindDistance || kind == manifest.KindVolume || kind == manifest.KindEnergy):
		return strconv.FormatFloat(number, 'f', 2, 64)
	case ok && (kind == manifest.KindSpeed || kind == manifest.KindTemperature || kind == manifest.KindPercent):
		return strconv.FormatFloat(number, 'f', 1, 64)
	default:
		return plain(cell)
	}
}
