package document

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/sums"
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
	line, added := make([]string, len(t.Places)), t.adding()
	err := each(func(row []any) error {
		if err := begin(); err != nil {
			return err
		}
		added.Add(row)
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
	if t.Before != nil {
		if err := t.summaryLines(added, out.Write); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	if t.Unknown != nil {
		line := make([]string, len(t.Places))
		line[0] = wordsOf(t.Language).unknown
		if err := out.Write(line); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return buffered.Flush()
}

// summaryLines are the sub-totals and totals below the rows of a file that compares, each followed by what it was before and its change.
func (t Table) summaryLines(added *sums.Sums, write func([]string) error) error {
	w := wordsOf(t.Language)
	for _, one := range append(t.subTotals(added.Groups()), t.total(added)) {
		line := func(label string, text func(figure) string) error {
			cells := make([]string, len(t.Places))
			for i, place := range t.Places {
				if f, ok := t.figureBelow(place); ok {
					cells[i] = text(f)
				}
			}
			cells[0] = inert(label)
			return write(cells)
		}
		label := one.label
		if !one.isTotal {
			label = fmt.Sprintf("%s: %s", w.subTotals, label)
		}
		if err := line(label, func(f figure) string { return plain(t.value(f, one.now)) }); err != nil || one.before == nil {
			if err != nil {
				return err
			}
			continue
		}
		before := fmt.Sprintf("%s, %s – %s", label, t.Before.From.In(t.Zone).Format(time.DateOnly), t.Before.To.Add(-time.Second).In(t.Zone).Format(time.DateOnly))
		if err := line(before, func(f figure) string { return plain(t.value(f, one.before)) }); err != nil {
			return err
		}
		if err := line(label+", "+w.change, func(f figure) string {
			return strings.TrimPrefix(changeText(t.Language, at(one.now, f), at(one.before, f)), "+") // a cell that begins with it is a formula
		}); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes {report, from, to, rows: [{key: value}]} for programs: values in the system's units, names beside the ids of vehicles and groups as key_name.
func writeJSON(w io.Writer, t Table, each Each) error {
	out := bufio.NewWriterSize(w, 64<<10)
	head, err := json.Marshal(map[string]any{"id": t.Report.ID, "title": t.Title(), "from": t.From.UTC().Format(time.RFC3339), "to": t.To.UTC().Format(time.RFC3339)})
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	between, added := `{"report":`+string(head)+`,"rows":[`+"\n", t.adding()
	err = each(func(row []any) error {
		added.Add(row)
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
	_, _ = out.WriteString("\n]")
	if t.Before != nil || t.Unknown != nil {
		compared, err := json.Marshal(t.comparison(added))
		if err != nil {
			return fmt.Errorf("write JSON: %w", err)
		}
		_, _ = out.WriteString(`,"comparison":` + string(compared))
	}
	_, _ = out.WriteString("}\n")
	return out.Flush()
}

// comparison are the totals and sub-totals of now and before, for programs: in the system's units, by the names of the totals (distance.sum). A time of which too little is known
// has known false, and nothing else.
func (t Table) comparison(added *sums.Sums) map[string]any {
	if t.Unknown != nil {
		return map[string]any{"from": t.Unknown.From.UTC().Format(time.RFC3339), "to": t.Unknown.To.UTC().Format(time.RFC3339), "known": false}
	}
	values := func(totals sums.Totals) map[string]any {
		named := map[string]any{}
		for i, of := range t.Report.Totals {
			if totals != nil {
				named[of.Column+"."+of.Of] = totals[i]
			}
		}
		return named
	}
	groups := []map[string]any{}
	for _, one := range t.subTotals(added.Groups()) {
		if one.before != nil {
			groups = append(groups, map[string]any{"key": one.key, "name": one.label, "now": values(one.now), "before": values(one.before), "rows": one.rows, "rows_before": one.rowsBefore})
		}
	}
	return map[string]any{
		"from": t.Before.From.UTC().Format(time.RFC3339), "to": t.Before.To.UTC().Format(time.RFC3339), "known": true, "rows": added.Rows(), "rows_before": t.Before.Rows,
		"now": values(added.Totals()), "before": values(t.Before.Totals), "groups": groups,
	}
}
