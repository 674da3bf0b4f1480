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

// TicksOf are the values beside a chart.
func TicksOf(most float64) []float64 { return ticksOf(most) }
