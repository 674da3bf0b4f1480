package document

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	sheetPart = "xl/worksheets/sheet1.xml"
	otherPart = "xl/worksheets/sheet2.xml" // of the comparison
	tablePart = "xl/tables/table1.xml"
)

// book is a file of a sheet without its rows: styles, properties and the table that has the filters.
type book struct {
	parts     []*zip.File
	headStyle int
	changes   int            // the style of changes
	byKind    map[string]int // the styles of totals
	styles    []int          // of the cells, by column
	last      string         // the name of the last column
}

// newBook has excelize make a file of the head alone, and takes it apart.
func newBook(t Table) (b *book, err error) {
	b = &book{styles: make([]int, len(t.Places))}
	file := excelize.NewFile()
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	if b.headStyle, err = file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Border: []excelize.Border{{Type: "bottom", Color: "182a47", Style: 2}}}); err != nil {
		return nil, err
	}
	for i, place := range t.Places {
		if format := formatOf(t.Report.Columns[place].Kind); format != "" {
			if b.styles[i], err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
				return nil, err
			}
		}
	}
	if t.Before != nil {
		if err := b.addComparison(file, t); err != nil {
			return nil, err
		}
	}
	if t.Unknown != nil {
		sheet := wordsOf(t.Language).comparison
		if _, err := file.NewSheet(sheet); err != nil {
			return nil, err
		}
		if err := file.SetCellStr(sheet, "A1", wordsOf(t.Language).unknown); err != nil {
			return nil, err
		}
	}
	if err := file.SetDocProps(&excelize.DocProperties{Title: t.Title(), Creator: t.Organisation}); err != nil {
		return nil, err
	}
	heads, sheet := t.heads(), t.sheetName()
	if err := nameSheet(file, sheet); err != nil {
		return nil, err
	}
	if err := file.SetSheetRow(sheet, "A1", &heads); err != nil {
		return nil, err
	}
	if b.last, err = excelize.ColumnNumberToName(len(t.Places)); err != nil {
		return nil, err
	}
	if err := file.AddTable(sheet, &excelize.Table{Range: "A1:" + b.last + "2", Name: "Report", StyleName: "TableStyleLight1"}); err != nil {
		return nil, err
	}
	whole, err := file.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	parts, err := zip.NewReader(bytes.NewReader(whole.Bytes()), int64(whole.Len()))
	if err != nil {
		return nil, err
	}
	b.parts = parts.File
	return b, nil
}

// nameSheet names the first sheet, and has its head printed on each page.
func nameSheet(file *excelize.File, name string) error {
	if err := file.SetSheetName(file.GetSheetName(0), name); err != nil {
		return err
	}
	head := "'" + strings.ReplaceAll(name, "'", "''") + "'!$1:$1"
	return file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: head, Scope: name})
}

// sheetName is the report's title as a sheet may be called: without the signs of formulas, and not too long.
func (t Table) sheetName() string {
	name := []rune(strings.Trim(strings.NewReplacer(":", "-", "\\", "-", "/", "-", "?", "", "*", "", "[", "(", "]", ")").Replace(t.Title()), "' "))
	name = name[:min(len(name), excelize.MaxSheetNameLength)]
	if len(name) == 0 || strings.EqualFold(string(name), wordsOf(t.Language).comparison) {
		return "Report"
	}
	return string(name)
}

// addComparison makes room for the sheet of the comparison, and the styles of its cells.
func (b *book) addComparison(file *excelize.File, t Table) error {
	if _, err := file.NewSheet(wordsOf(t.Language).comparison); err != nil {
		return err
	}
	format, err := formatChange, error(nil)
	if b.changes, err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
		return err
	}
	b.byKind = map[string]int{}
	for _, f := range t.figures() {
		if format := formatOf(f.column.Kind); format != "" && b.byKind[f.column.Kind] == 0 {
			if b.byKind[f.column.Kind], err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare writes the sheet of the comparison: a line for the total and each sub-total, with each figure now, before and its change.
func (b *book) compare(archive *zip.Writer, t Table, added *sums.Sums) error {
	out, err := archive.Create(otherPart)
	if err != nil {
		return fmt.Errorf("begin the comparison: %w", err)
	}
	w, figures := wordsOf(t.Language), t.figures()
	span := t.Before.From.In(t.Zone).Format(time.DateOnly) + " – " + t.Before.To.Add(-time.Second).In(t.Zone).Format(time.DateOnly)
	heads, widths, styles := []string{""}, []int{32}, []int{0}
	for _, f := range figures {
		title := f.name
		if f.unit != "" {
			title += " (" + f.unit + ")"
		}
		heads = append(heads, title, title+", "+span, f.name+", "+w.change)
		widths = append(widths, 20, 36, 20)
		styles = append(styles, b.byKind[f.column.Kind], b.byKind[f.column.Kind], b.changes)
	}
	sheet, err := newSheetXML(out, styles)
	if err != nil {
		return err
	}
	if err := sheet.begin(heads, widths, b.headStyle); err != nil {
		return err
	}
	for _, one := range append(t.subTotals(added.Groups()), t.total(added)) {
		err := sheet.row(func(i int) {
			if i == 0 {
				sheet.cell(i, manifest.KindText, one.label)
				return
			}
			f := figures[(i-1)/3]
			switch (i - 1) % 3 {
			case 0:
				sheet.cell(i, f.column.Kind, t.value(f, one.now))
			case 1:
				sheet.cell(i, f.column.Kind, t.value(f, one.before))
			default:
				if part, ok := change(at(one.now, f), at(one.before, f)); ok {
					sheet.cell(i, manifest.KindNumber, part)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return sheet.end(false)
}

// begin writes the parts that are known before the rows, and begins the sheet.
func (b *book) begin(archive *zip.Writer, t Table) (*sheetXML, error) {
	for _, part := range b.parts {
		if part.Name == sheetPart || part.Name == otherPart && t.Before != nil || part.Name == tablePart {
			continue
		}
		if err := archive.Copy(part); err != nil {
			return nil, fmt.Errorf("begin the sheet: %w", err)
		}
	}
	out, err := archive.Create(sheetPart)
	if err != nil {
		return nil, fmt.Errorf("begin the sheet: %w", err)
	}
	sheet, err := newSheetXML(out, b.styles)
	if err != nil {
		return nil, err
	}
	heads, widths := t.heads(), make([]int, len(t.Places))
	for i, place := range t.Places {
		widths[i] = max(len([]rune(heads[i]))+3, width(t.Report.Columns[place].Kind))
	}
	return sheet, sheet.begin(heads, widths, b.headStyle)
}

// end writes the table over all lines of the sheet; one has at least a row below its head.
func (b *book) end(archive *zip.Writer, lines int) error {
	at := slices.IndexFunc(b.parts, func(part *zip.File) bool { return part.Name == tablePart })
	if at < 0 {
		return fmt.Errorf("the file has no part %s", tablePart)
	}
	from, err := b.parts[at].Open()
	if err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	raw, err := io.ReadAll(from)
	if err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	out, err := archive.Create(tablePart)
	if err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	made, all := fmt.Sprintf(`ref="A1:%s2"`, b.last), fmt.Sprintf(`ref="A1:%s%d"`, b.last, max(lines, 2))
	if _, err := io.WriteString(out, strings.ReplaceAll(string(raw), made, all)); err != nil {
		return fmt.Errorf("end the sheet: %w", err)
	}
	return nil
}
