package csvfile_test

import (
	"maps"
	"testing"

	"outrider.dev/sdk/csvfile"
)

func TestText(t *testing.T) {
	const want = "Müller €"
	for name, file := range map[string]string{
		"UTF-8":             "Müller €",
		"UTF-8 with a mark": "\ufeffMüller €",
		"UTF-16, small end": "\xff\xfeM\x00\xfc\x00l\x00l\x00e\x00r\x00 \x00\xac\x20",
		"UTF-16, big end":   "\xfe\xff\x00M\x00\xfc\x00l\x00l\x00e\x00r\x00 \x20\xac",
		"Windows-1252":      "M\xfcller \x80",
	} {
		if got := csvfile.Text([]byte(file)); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestColumns(t *testing.T) {
	words := csvfile.Words{"name": {"name", "nom"}, "year": {"year"}, "first": {"first name"}}
	got := csvfile.Columns([]string{" Nom ", "else", "YEAR", "name", "First_Name"}, words)
	if want := map[string]int{"name": 0, "year": 2, "first": 4}; !maps.Equal(got, want) {
		t.Errorf("= %v, want %v", got, want)
	}
}

func TestDelimiterAndPlain(t *testing.T) {
	for head, want := range map[string]rune{"a,b;c,d\n;;;": ',', "a;b\n,,": ';', "a\tb": '\t', "a": ','} {
		if got := csvfile.Delimiter(head); got != want {
			t.Errorf("of %q: %q", head, got)
		}
	}
	for value, want := range map[string]string{" a ": "a", "'+44 1": "+44 1", "'tis": "'tis", "'": "'"} {
		if got := csvfile.Plain(value); got != want {
			t.Errorf("of %q: %q", value, got)
		}
	}
}
