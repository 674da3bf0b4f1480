// Package plain reads JSON as machines write it: no escapes in texts, no names that nobody asked for. It gives up on everything else, right or
// wrong, and its caller then asks encoding/json, which decides and explains. Samples come by the thousand a second, and this takes a tenth of
// the time.
package plain

import (
	"strconv"
)

// Reader reads one document from its beginning to its end. Every method that reports false has given up: the reader is of no use then.
type Reader struct {
	data []byte
	at   int
}

// NewReader reads data, which must not change meanwhile.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// next is the next byte that is not blank; 0 at the end.
func (r *Reader) next() byte {
	for r.at < len(r.data) {
		switch c := r.data[r.at]; c {
		case ' ', '\n', '\r', '\t':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// Is takes a sign if it is the next one.
func (r *Reader) Is(sign byte) bool {
	if r.next() != sign {
		return false
	}
	r.at++
	return true
}

// End reports whether nothing follows.
func (r *Reader) End() bool { return r.next() == 0 && r.at == len(r.data) }

// Object calls field with each name; field reads the value.
func (r *Reader) Object(field func(name []byte) bool) bool {
	if !r.Is('{') {
		return false
	}
	if r.Is('}') {
		return true
	}
	for {
		name, ok := r.Text()
		if !ok || !r.Is(':') || !field(name) {
			return false
		}
		if !r.Is(',') {
			return r.Is('}')
		}
	}
}

// Array calls element before each element, which it reads.
func (r *Reader) Array(element func() bool) bool {
	if !r.Is('[') {
		return false
	}
	if r.Is(']') {
		return true
	}
	for {
		if !element() {
			return false
		}
		if !r.Is(',') {
			return r.Is(']')
		}
	}
}

// Text reads a text of ASCII without escapes; it is a part of the document.
func (r *Reader) Text() ([]byte, bool) {
	if !r.Is('"') {
		return nil, false
	}
	for begin := r.at; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; {
		case c == '"':
			r.at++
			return r.data[begin : r.at-1], true
		case c < ' ' || c == '\\' || c >= 0x80:
			return nil, false
		}
	}
	return nil, false
}

// Null takes null if it comes next.
func (r *Reader) Null() bool { return r.word("null") }

// Bool reads true or false.
func (r *Reader) Bool() (value, ok bool) {
	if r.word("true") {
		return true, true
	}
	return false, r.word("false")
}

func (r *Reader) word(word string) bool {
	if r.next() != word[0] || len(r.data)-r.at < len(word) || string(r.data[r.at:r.at+len(word)]) != word {
		return false
	}
	r.at += len(word)
	return true
}

// Int reads a whole number of at most 18 digits.
func (r *Reader) Int() (int64, bool) {
	n, ok := r.number()
	if !ok || n.rest || n.digits > 18 || n.decimals > 0 {
		return 0, false
	}
	return n.signed(), true
}

// Float reads a number, rounded as encoding/json does it.
func (r *Reader) Float() (float64, bool) {
	n, ok := r.number()
	if !ok {
		return 0, false
	}
	if !n.rest && n.digits <= exactDigits {
		value := float64(n.whole) / powers[n.decimals] // both are exact, so the quotient is the nearest number
		if n.negative {
			return -value, true
		}
		return value, true
	}
	value, err := strconv.ParseFloat(string(r.data[n.begin:r.at]), 64)
	return value, err == nil
}
