package document_test

import (
	"io"
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/document"
)

// BenchmarkXLSX writes a sheet of a million rows; the aim is 30 s with what streams them.
func BenchmarkXLSX(b *testing.B) {
	t := &testing.T{}
	doors := table(t)
	for b.Loop() {
		if err := document.Write(io.Discard, "xlsx", doors, rows(1_000_000)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPDF writes a document of 100 pages; the aim is 5 s.
func BenchmarkPDF(b *testing.B) {
	t := &testing.T{}
	doors := table(t)
	for b.Loop() {
		if err := document.Write(io.Discard, "pdf", doors, rows(4_900)); err != nil {
			b.Fatal(err)
		}
	}
}
