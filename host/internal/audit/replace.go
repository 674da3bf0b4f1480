package audit

import (
	"regexp"
	"strings"
)

// What may stand before and after an address or a name that is meant as such: no part of a longer one. Texts may be JSON, in which an escape such as \n ends in
// a letter.
var (
	escaped       = regexp.MustCompile(`\\(?:[bfnrt]|u[0-9a-fA-F]{4})$`)
	insideAddress = regexp.MustCompile(`[\pL\pN._%+-]$`)
	longerAddress = regexp.MustCompile(`^(?:[\pL\pN-]|\.[\pL\pN])`)
	insideName    = regexp.MustCompile(`[\pL\pN]$`)
	longerName    = regexp.MustCompile(`^[\pL\pN]`)
)

// replaceAddress puts another e-mail address in the place of one, however it is capitalised.
func replaceAddress(text, email, by string) string {
	return replaceWhole(text, `(?i)`, email, by, insideAddress, longerAddress)
}

// replaceName puts another name in the place of one.
func replaceName(text, name, by string) string {
	return replaceWhole(text, "", name, by, insideName, longerName)
}

func replaceWhole(text, flags, old, by string, inside, longer *regexp.Regexp) string {
	if old == "" {
		return text
	}
	var out strings.Builder
	done := 0
	for _, at := range regexp.MustCompile(flags+regexp.QuoteMeta(old)).FindAllStringIndex(text, -1) {
		before, after := text[max(0, at[0]-6):at[0]], text[at[1]:]
		if longer.MatchString(after) || inside.MatchString(before) && !escaped.MatchString(before) {
			continue
		}
		out.WriteString(text[done:at[0]])
		out.WriteString(by)
		done = at[1]
	}
	out.WriteString(text[done:])
	return out.String()
}
