package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"outrider.dev/sdk/csvfile"
)

// Why a file cannot be read at all.
var (
	errHead    = errors.New("the first row must name the columns; at least the name of the vehicle")
	errTooMany = fmt.Errorf("at most %d vehicles in one file", maxRows)
	errOld     = errors.New("this is a workbook of an old kind; save it as .xlsx or .csv")
	errUnpacks = fmt.Errorf("it unpacks to more than %d MiB", maxUnpacked>>20)
	errXLSX    = errors.New("it is not a readable .xlsx workbook")
)

// table is a file as rows of values; each row has the line that it begins on.
type table struct {
	next  func() (values []string, line int, err error) // io.EOF after the last
	close func() error
}

// read reads a file's rows and how its columns are called.
func read(file []byte) (rows []Row, unknown []string, err error) {
	t, err := open(file)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	head, _, err := t.next()
	if err != nil {
		return nil, nil, errHead
	}
	columns := csvfile.Columns(head, heads)
	if _, ok := columns["vehicle_name"]; !ok {
		return nil, nil, errHead
	}
	for {
		values, line, err := t.next()
		if errors.Is(err, io.EOF) {
			return rows, unknownOf(head, columns), nil
		}
		if err != nil {
			return nil, nil, err
		}
		row := Row{Line: line, Values: valuesOf(values, columns)}
		if len(row.Values) == 0 {
			continue // a blank line
		}
		if len(rows) == maxRows {
			return nil, nil, errTooMany
		}
		rows = append(rows, row)
	}
}

func open(file []byte) (table, error) {
	switch {
	case bytes.HasPrefix(file, []byte("PK\x03\x04")):
		return openWorkbook(file)
	case bytes.HasPrefix(file, []byte("\xd0\xcf\x11\xe0")):
		return table{}, errOld
	}
	text := csvfile.Text(file)
	if strings.ContainsRune(text, 0) {
		return table{}, errors.New("it is no text")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = csvfile.Delimiter(text), -1, true
	next := func() ([]string, int, error) {
		values, err := r.Read()
		if err != nil {
			return nil, 0, err
		}
		line, _ := r.FieldPos(0)
		return values, line, nil
	}
	return table{next: next, close: func() error { return nil }}, nil
}

// openWorkbook reads the first sheet. Of formulas their last results are read: nothing is computed.
func openWorkbook(file []byte) (table, error) {
	book, err := excelize.OpenReader(bytes.NewReader(file), excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		if strings.Contains(err.Error(), "unzip size exceeds") {
			return table{}, errUnpacks
		}
		return table{}, errXLSX
	}
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return table{}, errors.Join(errXLSX, book.Close())
	}
	rows, err := book.Rows(sheets[0])
	if err != nil {
		return table{}, errors.Join(errXLSX, book.Close())
	}
	line := 0
	next := func() ([]string, int, error) {
		if !rows.Next() {
			if rows.Error() != nil {
				return nil, 0, errXLSX
			}
			return nil, 0, io.EOF
		}
		line++
		values, err := rows.Columns()
		if err != nil {
			return nil, 0, errXLSX
		}
		return values[:min(len(values), maxColumns)], line, nil
	}
	return table{next: next, close: func() error { return errors.Join(rows.Close(), book.Close()) }}, nil
}

func valuesOf(values []string, columns map[string]int) map[string]string {
	said := map[string]string{}
	for field, i := range columns {
		if i >= len(values) {
			continue
		}
		if value := csvfile.Plain(values[i]); value != "" {
			said[field] = value
		}
	}
	return said
}

// unknownOf are the heads that mean nothing here.
func unknownOf(head []string, columns map[string]int) (unknown []string) {
	known := map[int]bool{}
	for _, i := range columns {
		known[i] = true
	}
	for i, title := range head {
		if title = strings.TrimSpace(title); title != "" && !known[i] {
			unknown = append(unknown, title)
		}
	}
	return unknown
}
