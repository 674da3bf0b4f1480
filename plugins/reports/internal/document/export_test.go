package document

import (
	"fmt"
	"strings"

	"outrider.dev/outrider/plugins/reports/internal/sums"
)

// FromLeft is a text as documents write it, whatever the fonts.
func FromLeft(text string) string {
	var whole strings.Builder
	for _, one := range pieces(text) {
		whole.WriteString(one.text)
	}
	return whole.String()
}

// TicksOf are the values beside a chart.
func TicksOf(most float64) []float64 { return ticksOf(most) }

// SectionsOf are the sub-totals of a document with the last cells of their rows.
func SectionsOf(t Table, held [][]any) string {
	added := sums.New(t.Report, t.GroupBy)
	for _, row := range held {
		added.Add(row)
	}
	parts := []string{}
	for _, one := range t.sections(held, added) {
		said := one.label + ":"
		for _, row := range one.lines {
			said += fmt.Sprint(" ", row[len(row)-1])
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, "|")
}

// SheetName is what the sheet of rows is called.
func SheetName(t Table) string { return t.sheetName() }
