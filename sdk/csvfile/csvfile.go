// Package csvfile reads tables of text that other programs wrote: whatever lies between their values, whatever their heads are called, whatever their encoding.
package csvfile

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Words are what programs call a column, in lower case, by the column's name.
type Words map[string][]string

// Delimiter is what lies between the values of a table's first line: a comma, a semicolon or a tab.
func Delimiter(text string) rune {
	first, _, _ := strings.Cut(text, "\n")
	best, most := ',', 0
	for _, one := range []rune{',', ';', '\t'} {
		if n := strings.Count(first, string(one)); n > most {
			best, most = one, n
		}
	}
	return best
}

// Columns finds where in a head each column of words is, also where it is written with underscores; of two columns with one name the first counts.
func Columns(head []string, words Words) map[string]int {
	columns := map[string]int{}
	for i, title := range head {
		title = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(title)), "_", " ")
		for field, names := range words {
			if _, taken := columns[field]; !taken && slices.Contains(names, title) {
				columns[field] = i
			}
		}
	}
	return columns
}

// Plain takes off the sign that spreadsheets put before a value so that it is no formula.
func Plain(value string) string {
	value = strings.TrimSpace(value)
	if len(value) > 1 && value[0] == '\'' && strings.ContainsRune("=+-@", rune(value[1])) {
		return value[1:]
	}
	return value
}

// Text is what a file says: UTF-8 or UTF-16 by its mark, UTF-8 without one, else Windows-1252, which older spreadsheets write.
func Text(file []byte) string {
	switch {
	case len(file) >= 2 && file[0] == 0xff && file[1] == 0xfe:
		return wide(file[2:], binary.LittleEndian)
	case len(file) >= 2 && file[0] == 0xfe && file[1] == 0xff:
		return wide(file[2:], binary.BigEndian)
	case utf8.Valid(file):
		return strings.TrimPrefix(string(file), "\ufeff")
	}
	var text strings.Builder
	for _, b := range file {
		if b >= 0x80 && b < 0xa0 {
			text.WriteRune(windows1252[b-0x80])
			continue
		}
		text.WriteRune(rune(b))
	}
	return text.String()
}

func wide(file []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(file)/2)
	for i := range units {
		units[i] = order.Uint16(file[2*i:])
	}
	return string(utf16.Decode(units))
}

// windows1252 is what Windows-1252 has in the place of Latin-1's control characters.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}
