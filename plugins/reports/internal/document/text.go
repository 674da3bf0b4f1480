package document

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// writeCSV writes RFC 4180 with a mark that it is UTF-8, which spreadsheets look for. What a spreadsheet would take for a formula is made a text.
func writeCSV(w io.Writer, t Table, each Each) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	out := csv.NewWriter(buffered)
	out.UseCRLF = true
	begun := false
	begin := func() error {
		if begun {
			return nil
		}
		begun = true
		if _, err := buffered.WriteString("\ufeff"); err != nil {
			return err
		}
		return out.Write(t.heads())
	}
	line := make([]string, len(t.Places))
	err := each(func(row []any) error {
		if err := begin(); err != nil {
			return err
		}
		for i, place := range t.Places {
			cell := t.cell(t.Report.Columns[place], row[place])
			if text, ok := cell.(string); ok {
				cell = inert(text)
			}
			line[i] = plain(cell)
		}
		return out.Write(line)
	})
	if err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	if err := begin(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return buffered.Flush()
}

// writeJSON writes {report, from, to, rows: [{key: value}]} for programs: values in the system's units, names beside the ids of vehicles and groups as key_name.
func writeJSON(w io.Writer, t Table, each Each) error {
	out := bufio.NewWriterSize(w, 64<<10)
	head, err := json.Marshal(map[string]any{"id": t.Report.ID, "title": t.Title(), "from": t.From.UTC().Format(time.RFC3339), "to": t.To.UTC().Format(time.RFC3339)})
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	between := `{"report":` + string(head) + `,"rows":[` + "\n"
	err = each(func(row []any) error {
		one := map[string]any{}
		for _, place := range t.Places {
			column := t.Report.Columns[place]
			one[column.Key] = row[place]
			if id, ok := row[place].(string); ok && t.Names[column.Kind] != nil {
				one[column.Key+"_name"] = t.Names.Of(column.Kind, id)
			}
		}
		raw, err := json.Marshal(one)
		if err != nil {
			return err
		}
		if _, err := out.WriteString(between); err != nil {
			return err
		}
		between = ",\n"
		_, err = out.Write(raw)
		return err
	})
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	if between != ",\n" {
		_, _ = out.WriteString(between) // the error stays until Flush
	}
	_, _ = out.WriteString("\n]}\n")
	return out.Flush()
}
