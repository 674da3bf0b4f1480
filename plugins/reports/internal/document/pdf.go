package document

import (
	"fmt"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/fault"
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
	say    func(string) string // a text in the code page of the fonts
	widths []float64
	even   bool
}

// writePDF writes A4 pages, across where there are many columns, with the organisation's name, the title, the rows, the totals and page numbers.
func writePDF(w io.Writer, t Table, each Each) error {
	orientation := "P"
	if len(t.Places) > 6 {
		orientation = "L"
	}
	p := &paper{Fpdf: fpdf.New(orientation, "mm", "A4", ""), table: t, words: wordsOf(t.Language)}
	p.say = p.UnicodeTranslatorFromDescriptor("")
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin+8)
	p.SetTitle(t.Title(), true)
	p.SetAuthor(t.Organisation, true)
	p.AliasNbPages("{pages}")
	p.measure()
	p.SetHeaderFunc(p.head)
	p.SetFooterFunc(p.foot)
	p.AddPage()
	rows, totals := 0, newTotals(t)
	err := each(func(row []any) error {
		if rows++; rows > maxPDFRows {
			return errTooLongToRead
		}
		totals.add(row)
		p.row(row)
		return p.Error()
	})
	if err != nil {
		return err
	}
	if rows == 0 {
		p.SetFont("Helvetica", "", 10)
		p.CellFormat(0, 12, p.say(p.words.empty), "", 1, "L", false, 0, "")
	}
	p.totals(rows, totals)
	if err := p.Output(w); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
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

// head is the letterhead of the first page, and the names of the columns of every page.
func (p *paper) head() {
	t := p.table
	if p.PageNo() == 1 {
		p.SetTextColor(navy[0], navy[1], navy[2])
		p.SetFont("Helvetica", "B", 13)
		p.CellFormat(0, 7, p.say(t.Organisation), "", 1, "L", false, 0, "")
		p.SetDrawColor(navy[0], navy[1], navy[2])
		page, _ := p.GetPageSize()
		p.Line(margin, p.GetY()+1, page-margin, p.GetY()+1)
		p.Ln(4)
		p.SetFont("Helvetica", "B", 17)
		p.CellFormat(0, 8, p.say(t.Title()), "", 1, "L", false, 0, "")
		p.SetFont("Helvetica", "", 10)
		p.SetTextColor(grey[0], grey[1], grey[2])
		const shape = "2006-01-02 15:04"
		p.CellFormat(0, 6, p.say(fmt.Sprintf("%s – %s (%s)", t.From.In(t.Zone).Format(shape), t.To.Add(-time.Second).In(t.Zone).Format(shape), t.Zone)), "", 1, "L", false, 0, "")
		p.Ln(3)
	}
	p.SetFont("Helvetica", "B", 8)
	p.SetTextColor(navy[0], navy[1], navy[2])
	for i, title := range t.heads() {
		p.CellFormat(p.widths[i], 6, p.fitted(title, p.widths[i]), "B", 0, p.align(i), false, 0, "")
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
	p.SetFont("Helvetica", "", 8)
	p.SetTextColor(grey[0], grey[1], grey[2])
	page, _ := p.GetPageSize()
	p.CellFormat((page-2*margin)/2, 5, p.say(p.words.made(p.table.MadeAt.In(p.table.Zone).Format("2006-01-02 15:04"), p.table.MadeBy)), "T", 0, "L", false, 0, "")
	p.CellFormat(0, 5, p.say(p.words.page(p.PageNo())), "T", 0, "R", false, 0, "")
}

// row writes a line.
func (p *paper) row(row []any) {
	p.SetFont("Helvetica", "", 8)
	p.SetTextColor(20, 26, 38)
	p.SetFillColor(pale[0], pale[1], pale[2])
	for i, place := range p.table.Places {
		text := plain(p.table.cell(p.table.Report.Columns[place], row[place]))
		p.CellFormat(p.widths[i], rowHeight, p.fitted(text, p.widths[i]), "", 0, p.align(i), p.even, 0, "")
	}
	p.Ln(rowHeight)
	p.even = !p.even
}

// fitted cuts a text to a width, in the code page of the fonts.
func (p *paper) fitted(text string, width float64) string {
	said := p.say(text)
	if p.GetStringWidth(said) <= width-2 {
		return said
	}
	for len(said) > 0 && p.GetStringWidth(said+"...") > width-2 {
		said = said[:len(said)-1]
	}
	return said + "..."
}

// totals writes what the columns come to.
func (p *paper) totals(rows int, sums *totals) {
	if len(p.table.Report.Totals) == 0 || rows == 0 {
		return
	}
	p.SetFont("Helvetica", "B", 8)
	p.SetTextColor(navy[0], navy[1], navy[2])
	for i, place := range p.table.Places {
		text := sums.text(place)
		if i == 0 {
			text = p.words.total(rows)
		}
		p.CellFormat(p.widths[i], 7, p.fitted(text, p.widths[i]), "T", 0, p.align(i), false, 0, "")
	}
}

// totals are the figures that a document ends with: sums and largest values, of the columns that have them.
type totals struct {
	table Table
	of    map[int]string // the total of a column, by its place
	sum   map[int]float64
}

func newTotals(t Table) *totals {
	s := &totals{table: t, of: map[int]string{}, sum: map[int]float64{}}
	for _, one := range t.Report.Totals {
		if one.Of == "sum" || one.Of == "max" {
			s.of[kind.Place(t.Report, one.Column)] = one.Of
		}
	}
	return s
}

func (s *totals) add(row []any) {
	for place, of := range s.of {
		number, ok := row[place].(float64)
		switch {
		case !ok:
		case of == "max":
			s.sum[place] = max(s.sum[place], number)
		default:
			s.sum[place] += number
		}
	}
}

func (s *totals) text(place int) string {
	if _, ok := s.of[place]; !ok {
		return ""
	}
	return plain(s.table.cell(s.table.Report.Columns[place], s.sum[place]))
}
