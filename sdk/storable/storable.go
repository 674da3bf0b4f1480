// Package storable knows what Postgres takes: text without NUL and in UTF-8; in JSON also whole surrogate pairs, numbers that are not beyond all
// measure, and no endless nesting. Who takes something in asks here, and refuses it by name, where a database would fail later and tell nobody.
package storable

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	most    = 20  // places that are named
	deepest = 200 // levels of objects and arrays
	longest = 300 // digits of a number that is surely one
)

// Text reports whether s can be stored as text.
func Text(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// JSON names the values of a JSON text that cannot be stored, "labels[2].name", below root (may be empty); nil if there are none, and for what is
// no JSON at all, which its decoder says.
func JSON(data []byte, root string) []string {
	if utf8.Valid(data) && !suspicious(data) {
		return nil // nearly every text
	}
	w := walker{data: data, decoder: json.NewDecoder(bytes.NewReader(data))}
	w.decoder.UseNumber()
	w.value(root)
	return w.wrong
}

// suspicious reports whether a closer look is needed: at an escape that may stand for a NUL or a surrogate, at a number with an exponent or very
// many digits, at deep nesting. It may be wrong about what stands in texts.
func suspicious(data []byte) bool {
	depth, digits := 0, 0
	for i, c := range data {
		if c >= '0' && c <= '9' {
			digits++
			continue
		}
		if digits > longest || digits > 0 && c|0x20 == 'e' {
			return true
		}
		digits = 0
		switch c {
		case '[', '{':
			if depth++; depth > deepest {
				return true
			}
		case ']', '}':
			depth--
		case '\\':
			if i+3 < len(data) && data[i+1] == 'u' && (data[i+2] == '0' && data[i+3] == '0' || data[i+2]|0x20 == 'd') {
				return true
			}
		}
	}
	return digits > longest
}

// walker looks at every value of a JSON text as it was written.
type walker struct {
	data    []byte
	decoder *json.Decoder
	depth   int
	wrong   []string
}

// value reads one value, and reports whether there is more to read.
func (w *walker) value(at string) bool {
	token, ok := w.next(at)
	if !ok {
		return false
	}
	if _, opens := token.(json.Delim); opens {
		if w.depth++; w.depth > deepest {
			w.note(at)
			return false
		}
		defer func() { w.depth-- }()
	}
	switch token {
	case json.Delim('['):
		for i := 0; w.decoder.More(); i++ {
			if !w.value(at + "[" + strconv.Itoa(i) + "]") {
				return false
			}
		}
		_, ok = w.next(at)
	case json.Delim('{'):
		for w.decoder.More() {
			name, ok := w.next(at)
			if !ok {
				return false
			}
			text, _ := name.(string)
			if !w.value(under(at, Name(text))) {
				return false
			}
		}
		_, ok = w.next(at)
	}
	return ok
}

// next reads a token, and notes the place of a string that cannot be stored.
func (w *walker) next(at string) (json.Token, bool) {
	from := w.decoder.InputOffset()
	token, err := w.decoder.Token()
	if err != nil {
		return nil, false
	}
	switch value := token.(type) {
	case string:
		if !literal(w.data[from:w.decoder.InputOffset()]) {
			return token, w.note(at)
		}
	case json.Number:
		if _, err := value.Float64(); err != nil {
			return token, w.note(at)
		}
	}
	return token, true
}

// note keeps the place of a value that cannot be stored, and reports whether there is room for more.
func (w *walker) note(at string) bool {
	w.wrong = append(w.wrong, at)
	return len(w.wrong) < most
}

// Name is a field's name as a refusal may repeat it.
func Name(name string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(name[:min(len(name), 100)], "?"), "\x00", "?")
}

// literal looks at a string as JSON writes it, with its quotes and whatever stands before them.
func literal(raw []byte) bool {
	if !utf8.Valid(raw) {
		return false
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if i+5 > len(raw) || raw[i] != 'u' {
			continue
		}
		code := codeOf(raw[i+1:])
		i += 4
		switch {
		case code == 0, code >= 0xDC00 && code <= 0xDFFF:
			return false
		case code >= 0xD800 && code <= 0xDBFF:
			if i+7 > len(raw) || raw[i+1] != '\\' || raw[i+2] != 'u' {
				return false
			}
			if low := codeOf(raw[i+3:]); low < 0xDC00 || low > 0xDFFF {
				return false
			}
			i += 6
		}
	}
	return true
}

func under(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

func codeOf(hex []byte) uint64 {
	code, _ := strconv.ParseUint(string(hex[:4]), 16, 32) // the decoder has taken it
	return code
}
