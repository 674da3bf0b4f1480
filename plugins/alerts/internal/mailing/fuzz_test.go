package mailing

import (
	"net/mail"
	"strings"
	"testing"
)

// FuzzIsEmail has every text that passes for an address be one that a mail can go to, and one alone.
func FuzzIsEmail(f *testing.F) {
	for _, text := range []string{"a@b.de", "a@b", "A <a@b.de>", "a@b.de, c@d.de", "a@b.de\r\nBcc: x@y.de", `"a b"@c.de`, "@b.de", "ä@b.de", "a@b..de"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !isEmail(text) {
			return
		}
		if list, err := mail.ParseAddressList(text); err != nil || len(list) != 1 || strings.ContainsAny(text, "\r\n\x00 ") {
			t.Errorf("%q passes for an address: %v, %v", text, list, err)
		}
	})
}
