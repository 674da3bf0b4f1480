package document

import (
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
)

// family is the font of documents: it has the letters of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. A document takes along those letters that it uses.
const family = "dejavu"

// addFonts gives a document its fonts.
func addFonts(p *fpdf.Fpdf) {
	p.AddUTF8FontFromBytes(family, "", dejavusanscondensed.TTF)
	p.AddUTF8FontFromBytes(family, "B", dejavusanscondensedbold.TTF)
}

// printable is a text as the fonts take it: one line, and no characters beyond the first plane of Unicode, which they have not.
func printable(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] >= ' ' && text[i] < 0x7f
	}
	if plain {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f:
			return ' '
		case r > 0xffff:
			return '□'
		}
		return r
	}, text)
}
