package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"outrider.dev/sdk/fault"
)

// Storable reports whether Postgres takes s as text: it has neither NUL nor what is no UTF-8.
func Storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// CheckJSON refuses a JSON text with a string that cannot be stored: with a NUL, with what is no UTF-8, or with half of a surrogate pair, which
// decoders replace without a word and jsonb refuses. The fault is invalid and names the fields; nil for what is no JSON at all, which its
// decoder says.
func CheckJSON(data []byte) error {
	wrong := unstorableFields(data)
	if wrong == nil {
		return nil
	}
	return fault.InvalidFields("The request is not valid.", wrong...)
}

// CheckAddress refuses parameters of a path and of a query that cannot be stored: a fault of kind invalid that names them.
func CheckAddress(r *http.Request, eachParameter func(func(name, value string))) error {
	var wrong []fault.Field
	eachParameter(func(name, value string) {
		if !Storable(value) {
			wrong = append(wrong, fault.Field{Location: "path." + name, Message: textUnstorable})
		}
	})
	if mayBeUnstorable(r.URL.RawQuery) {
		for name, values := range r.URL.Query() {
			if !Storable(name) || !Storable(strings.Join(values, "")) {
				wrong = append(wrong, fault.Field{Location: "query." + nameable(name), Message: textUnstorable})
			}
		}
	}
	if wrong == nil {
		return nil
	}
	slices.SortFunc(wrong, func(a, b fault.Field) int { return strings.Compare(a.Location, b.Location) })
	return fault.InvalidFields("The request is not valid.", wrong[:min(len(wrong), mostUnstorable)]...)
}

// mayBeUnstorable reports whether an escaped text can stand for one that is not storable: with an escaped NUL or a byte beyond ASCII.
func mayBeUnstorable(escaped string) bool {
	for i := range len(escaped) {
		switch {
		case escaped[i] >= utf8.RuneSelf, escaped[i] == 0:
			return true
		case escaped[i] == '%' && i+2 < len(escaped) && (escaped[i+1] >= '8' || escaped[i+1] == '0' && escaped[i+2] == '0'):
			return true
		}
	}
	return false
}

const textUnstorable = "holds characters that cannot be stored"

// mostUnstorable bounds how many fields a refusal names.
const mostUnstorable = 20

func unstorableFields(data []byte) []fault.Field {
	if utf8.Valid(data) && !suspicious(data) {
		return nil // nearly every body
	}
	w := walker{data: data, decoder: json.NewDecoder(bytes.NewReader(data))}
	w.decoder.UseNumber()
	w.value("body")
	return w.wrong
}

// suspicious reports whether there is an escape that may stand for what cannot be stored: a NUL or a surrogate.
func suspicious(data []byte) bool {
	for rest := data; ; {
		at := bytes.Index(rest, []byte(`\u`))
		if at < 0 || len(rest) < at+4 {
			return false
		}
		if code := rest[at+2 : at+4]; code[0] == '0' && code[1] == '0' || code[0]|0x20 == 'd' {
			return true
		}
		rest = rest[at+2:]
	}
}

// walker looks at every string of a JSON text as it was written.
type walker struct {
	data    []byte
	decoder *json.Decoder
	wrong   []fault.Field
}

// value reads one value, and reports whether there is more to read.
func (w *walker) value(at string) bool {
	token, ok := w.next(at)
	if !ok {
		return false
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
			if !w.value(at + "." + nameable(text)) {
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
	if _, isText := token.(string); isText && !storableLiteral(w.data[from:w.decoder.InputOffset()]) {
		if len(w.wrong) == mostUnstorable {
			return nil, false
		}
		w.wrong = append(w.wrong, fault.Field{Location: at, Message: textUnstorable})
	}
	return token, true
}

// nameable is a field's name as a refusal repeats it.
func nameable(name string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(name[:min(len(name), 100)], "?"), "\x00", "?")
}

// storableLiteral looks at a string as JSON writes it, with its quotes and whatever stands before them.
func storableLiteral(raw []byte) bool {
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

func codeOf(hex []byte) uint64 {
	code, _ := strconv.ParseUint(string(hex[:4]), 16, 32) // the decoder has taken it
	return code
}
