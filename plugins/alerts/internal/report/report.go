// Package report writes alerts into a table for people: CSV or XLSX, in the reader's language and units and the local time of each alert.
package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alerttext"
)

// Format is a kind of file.
type Format struct{ Suffix, ContentType string }

// The formats.
var (
	CSV  = Format{".csv", "text/csv; charset=utf-8"}
	XLSX = Format{".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
)

// Write writes alerts into w, as their reader says things.
func Write(w io.Writer, format Format, reader alerttext.Reader, alerts iter.Seq2[alert.Alert, error]) error {
	said := alerttext.Of(reader.Language)
	if format == XLSX {
		return writeSheet(w, said, reader, alerts)
	}
	out := csv.NewWriter(w)
	if err := out.Write(head(said, reader)); err != nil {
		return fmt.Errorf("write the head: %w", err)
	}
	line := make([]string, len(columns))
	for a, err := range alerts {
		if err != nil {
			return err
		}
		for i, c := range columns {
			line[i] = plain(c.value(said, reader, a))
		}
		if err := out.Write(line); err != nil {
			return fmt.Errorf("write a line: %w", err)
		}
	}
	out.Flush()
	return out.Error()
}

// plain is a cell of a CSV file. What a spreadsheet would take for a formula is made a text.
func plain(cell any) string {
	switch c := cell.(type) {
	case nil:
		return ""
	case string:
		if c != "" && strings.ContainsRune("=+-@\t\r", rune(c[0])) {
			return "'" + c
		}
		return c
	case time.Time:
		return c.Format("2006-01-02 15:04:05")
	case float64:
		return strconv.FormatFloat(c, 'f', -1, 64)
	default:
		return fmt.Sprint(c)
	}
}
