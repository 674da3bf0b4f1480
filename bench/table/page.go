package table

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

// The marks between which a page is written by machine.
const (
	begins = "<!-- measured: begin -->\n"
	ends   = "<!-- measured: end -->\n"
)

// Replace puts text between the marks of the page.
func Replace(page, text string, at time.Time) error {
	content, err := os.ReadFile(page)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	before, rest, found := bytes.Cut(content, []byte(begins))
	_, after, ended := bytes.Cut(rest, []byte(ends))
	if !found || !ended {
		return fmt.Errorf("the page %s has no marks", page)
	}
	written := fmt.Sprintf("%s%sMeasured on %s.\n\n%s%s%s", before, begins, at.UTC().Format(time.DateOnly), text, ends, after)
	return os.WriteFile(page, []byte(written), 0o644) // a page for everybody
}
