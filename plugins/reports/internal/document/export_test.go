package document

import "strings"

// FromLeft is a text as documents write it, whatever the fonts.
func FromLeft(text string) string {
	var whole strings.Builder
	for _, one := range pieces(text) {
		whole.WriteString(one.text)
	}
	return whole.String()
}
