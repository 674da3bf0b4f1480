package document

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"outrider.dev/sdk/plugin/manifest"
)

const (
	maxCellText = 32_767 // characters of a cell
	flushAt     = 64 << 10
)

// dayZero is the day from which sheets count days.
var dayZero = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)

// sheetXML writes the rows of a sheet. Excelize makes the rest of the file; of a million rows it would take three times as long, since it looks at each cell anew.
type sheetXML struct {
	out    io.Writer
	held   []byte
	names  []string // of the columns: A, B …
	styles []int    // of the cells, by column
	line   int
}

func newSheetXML(out io.Writer, styles []int) (*sheetXML, error) {
	s := &sheetXML{out: out, styles: styles, names: make([]string, len(styles))}
	for i := range styles {
		name, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return nil, fmt.Errorf("name a column: %w", err)
		}
		s.names[i] = name
	}
	return s, nil
}

// begin writes what stands before the rows: the head stays in sight, and columns are as wide as they need.
func (s *sheetXML) begin(titles []string, widths []int, headStyle int) error {
	s.held = append(s.held, xml.Header+`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`+
		`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`...)
	for i, width := range widths {
		s.held = fmt.Appendf(s.held, `<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, width)
	}
	s.held = append(s.held, `</cols><sheetData>`...)
	return s.row(func(i int) {
		s.open(i, headStyle)
		s.text(titles[i])
	})
}

// row writes a row, whose cells put writes.
func (s *sheetXML) row(put func(i int)) error {
	s.line++
	s.held = append(s.held, `<row r="`...)
	s.held = strconv.AppendInt(s.held, int64(s.line), 10)
	s.held = append(s.held, `">`...)
	for i := range s.names {
		put(i)
	}
	s.held = append(s.held, `</row>`...)
	if len(s.held) < flushAt {
		return nil
	}
	return s.flush()
}

func (s *sheetXML) flush() error {
	if _, err := s.out.Write(s.held); err != nil {
		return fmt.Errorf("write the sheet: %w", err)
	}
	s.held = s.held[:0]
	return nil
}

// end writes what stands behind the rows: how the sheet is printed, on A4 across with all columns on a page, and the table that brings the filters, if the sheet has one.
func (s *sheetXML) end(hasTable bool) error {
	s.held = append(s.held, `</sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`...)
	if hasTable {
		s.held = append(s.held, `<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`...)
	}
	s.held = append(s.held, `</worksheet>`...)
	return s.flush()
}

// cell writes a value as a sheet has it: a time by the clock of its zone, a duration in days, a text as a text, which is never a formula.
func (s *sheetXML) cell(i int, kind string, value any) {
	switch v := value.(type) {
	case nil:
	case string:
		if day, err := time.Parse(time.DateOnly, v); kind == manifest.KindDay && err == nil {
			s.number(i, days(day))
			return
		}
		s.open(i, s.styles[i])
		s.text(v)
	case float64:
		s.number(i, v)
	case time.Time: // a sheet knows no zones: what the clock shows
		s.number(i, days(time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)))
	case time.Duration:
		s.number(i, v.Hours()/24)
	case bool:
		s.open(i, s.styles[i])
		s.held = append(s.held, ` t="b"><v>`...)
		if v {
			s.held = append(s.held, '1')
		} else {
			s.held = append(s.held, '0')
		}
		s.held = append(s.held, `</v></c>`...)
	default:
		s.open(i, s.styles[i])
		s.text(plain(v))
	}
}

func days(at time.Time) float64 { return at.Sub(dayZero).Seconds() / (24 * 60 * 60) }

// open begins a cell.
func (s *sheetXML) open(i, style int) {
	s.held = append(s.held, `<c r="`...)
	s.held = append(s.held, s.names[i]...)
	s.held = strconv.AppendInt(s.held, int64(s.line), 10)
	if style != 0 {
		s.held = append(s.held, `" s="`...)
		s.held = strconv.AppendInt(s.held, int64(style), 10)
	}
	s.held = append(s.held, '"')
}

// number writes a cell of a number; one that no sheet has is left out.
func (s *sheetXML) number(i int, value float64) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return
	}
	s.open(i, s.styles[i])
	s.held = append(s.held, `><v>`...)
	s.held = strconv.AppendFloat(s.held, value, 'f', -1, 64)
	s.held = append(s.held, `</v></c>`...)
}

func (s *sheetXML) text(value string) {
	s.held = append(s.held, ` t="inlineStr"><is><t xml:space="preserve">`...)
	s.held = appendXML(s.held, value)
	s.held = append(s.held, `</t></is></c>`...)
}

// appendXML adds a text, cut to what a cell holds. Characters that XML does not have are replaced.
func appendXML(to []byte, value string) []byte {
	left, from := maxCellText, 0
	for at, r := range value {
		if left--; left < 0 {
			return append(to, value[from:at]...)
		}
		with := ""
		switch {
		case r == '&':
			with = "&amp;"
		case r == '<':
			with = "&lt;"
		case r == '>':
			with = "&gt;"
		case r == '\r':
			with = "&#13;"
		case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
			with = "\ufffd"
		case r == utf8.RuneError && (at+3 > len(value) || value[at:at+3] != "\ufffd"):
			with = "\ufffd"
		default:
			if r > 0xffff {
				left-- // a sheet counts in units of UTF-16
			}
			continue
		}
		to = append(append(to, value[from:at]...), with...)
		_, size := utf8.DecodeRuneInString(value[at:])
		from = at + size
	}
	return append(to, value[from:]...)
}
