package document

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// lacking stands for a letter that no font has.
const lacking = '□'

// piece is a part of a text in one font.
type piece struct{ family, text string }

// pieces are a text from left to right, as documents write it: one line, letters that run from right to left turned about and joined, each in a font that has it.
func pieces(text string) []piece {
	if isPlain(text) {
		return []piece{{family, text}}
	}
	own, err := ownFace()
	if err != nil { // it comes along, and is tested
		return []piece{{family, text}}
	}
	var list []piece
	for _, r := range fromLeft(own, []rune(text)) {
		in := family
		switch {
		case r < ' ' || r == 0x7f:
			r = ' '
		case r > 0xffff: // beyond what a document's fonts take along
			r = lacking
		case own.has(r):
		default:
			if in = otherWith(r); in == family {
				r = lacking
			}
		}
		if last := len(list) - 1; last >= 0 && list[last].family == in {
			list[last].text += string(r)
			continue
		}
		list = append(list, piece{in, string(r)})
	}
	return list
}

// otherWith is the machine's font that has a letter; the document's own if none has.
func otherWith(r rune) string {
	for i, one := range machine.read() {
		if one.has(r) {
			return otherFamily + strconv.Itoa(i)
		}
	}
	return family
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// fromLeft puts the letters of a text in the order in which they stand, from left to right.
func fromLeft(own *face, text []rune) []rune {
	if !slices.ContainsFunc(text, runsLeft) {
		return text
	}
	var paragraph bidi.Paragraph
	found := paragraph.Segment(text, bidi.LeftToRight)
	runs := make([]bidi.Run, found.NumRuns())
	for i := range runs {
		runs[i] = found.Run(i)
	}
	var out []rune
	for _, run := range visual(runs) {
		if run.Level%2 == 0 {
			out = append(out, text[run.Start:run.End]...)
			continue
		}
		out = append(out, joined(own, text, run)...)
	}
	return out
}

// runsLeft reports whether a letter may be of a script that runs from right to left: Hebrew, Arabic and those beside them, and the marks that turn text about.
func runsLeft(r rune) bool {
	return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0x200e && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// visual puts runs in their order from left to right (rule L2 of Unicode's algorithm).
func visual(runs []bidi.Run) []bidi.Run {
	highest := bidi.Level(0)
	for _, run := range runs {
		highest = max(highest, run.Level)
	}
	for level := highest; level > 0; level-- {
		for from := 0; from < len(runs); from++ {
			to := from
			for to < len(runs) && runs[to].Level >= level {
				to++
			}
			slices.Reverse(runs[from:to])
			from = max(from, to)
		}
	}
	return runs
}

// joined is a run from right to left as its letters stand: the parts of different scripts, the last of them leftmost.
func joined(own *face, text []rune, run bidi.Run) []rune {
	var out []rune
	for end := run.End; end > run.Start; {
		start, script := end, language.Common
		for start > run.Start {
			found := language.LookupScript(text[start-1])
			if found.Strong() && script.Strong() && found != script {
				break
			}
			if found.Strong() {
				script = found
			}
			start--
		}
		out = append(out, shaped(own, text, start, end, script)...)
		end = start
	}
	return out
}

// shaped is what the font makes of letters of a script that runs from right to left, by the character that the font has for each form.
func shaped(own *face, text []rune, start, end int, script language.Script) []rune {
	shaper := shapers.Get().(*shaping.HarfbuzzShaper) // nothing else is put in
	defer shapers.Put(shaper)
	made := shaper.Shape(shaping.Input{
		Text: text, RunStart: start, RunEnd: end, Direction: di.DirectionRTL, Face: font.NewFace(own.Font), Size: fixed.I(10), Script: script, Language: language.NewLanguage("ar"),
	})
	out := make([]rune, 0, len(made.Glyphs))
	forms := formsOf(own)
	for _, glyph := range made.Glyphs {
		first := text[glyph.TextIndex()]
		form, ok := forms[glyph.GlyphID]
		if glyph.GlyphID == 0 || !ok { // another font's, or a form without a character
			form = first
		}
		if !strings.ContainsRune(invisible, form) {
			out = append(out, form)
		}
	}
	return out
}

// invisible are the marks that join, part and turn about.
const invisible = "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

var shapers = sync.Pool{New: func() any { return &shaping.HarfbuzzShaper{} }}

var (
	formsOnce sync.Once
	forms     map[font.GID]rune
)

// formsOf are the characters of the font's glyphs: of several, those that stand for a form of a letter.
func formsOf(own *face) map[font.GID]rune {
	formsOnce.Do(func() {
		forms = map[font.GID]rune{}
		for all := own.Cmap.Iter(); all.Next(); {
			r, glyph := all.Char()
			if known, ok := forms[glyph]; !ok || r < known && !isForm(known) || isForm(r) && !isForm(known) {
				forms[glyph] = r
			}
		}
	})
	return forms
}

func isForm(r rune) bool { return r >= 0xfb50 && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc }
