// Package table keeps what was measured, and writes it for a person.
package table

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// Row is one figure.
type Row struct {
	Group  string // a heading of the page
	What   string
	Target string // empty: nothing was promised
	Result string
	Passed bool
}

// Table collects rows; it is safe for concurrent use.
type Table struct {
	mu    sync.Mutex
	rows  []Row
	notes []string
}

// Add adds a row.
func (t *Table) Add(row Row) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows = append(t.rows, row)
}

// Note adds a sentence below a group's table.
func (t *Table) Note(group, format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes = append(t.notes, group+"\x00"+fmt.Sprintf(format, args...))
}

// Missed is how many targets were not reached.
func (t *Table) Missed() (missed int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, row := range t.rows {
		if row.Target != "" && !row.Passed {
			missed++
		}
	}
	return missed
}

func (r Row) verdict() string {
	switch {
	case r.Target == "":
		return ""
	case r.Passed:
		return "reached"
	default:
		return "**missed**"
	}
}

// Write writes the table as Markdown.
func (t *Table) Write(to io.Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var groups []string
	for _, row := range t.rows {
		if len(groups) == 0 || groups[len(groups)-1] != row.Group {
			groups = append(groups, row.Group)
		}
	}
	for _, group := range groups {
		fmt.Fprintf(to, "### %s\n| what | target | result | |\n|---|---|---|---|\n", group)
		for _, row := range t.rows {
			if row.Group == group {
				fmt.Fprintf(to, "| %s | %s | %s | %s |\n", row.What, row.Target, row.Result, row.verdict())
			}
		}
		fmt.Fprintln(to)
		for _, note := range t.notes {
			if of, text, _ := strings.Cut(note, "\x00"); of == group {
				fmt.Fprintf(to, "%s\n\n", text)
			}
		}
	}
}
