package trial

import (
	"bytes"
	"strconv"
)

// reader reads the positions of a line, one after the other; bad once there is something else.
type reader struct {
	rest   []byte
	bad    bool
	speeds []float64 // room for those of positions
}

var yes, no = true, false // nobody writes to what a fix points to

// position reads [time_ms, lat, lng, speed_kmh or null, ignition or null].
func (r *reader) position() (p Position) {
	r.take('[')
	p.TimeMs = r.whole()
	r.take(',')
	p.At.Lat = r.number()
	r.take(',')
	p.At.Lng = r.number()
	r.take(',')
	if !r.word("null") {
		p.SpeedKmh = r.speed(r.number())
	}
	r.take(',')
	switch {
	case r.word("true"):
		p.Ignition = &yes
	case r.word("false"):
		p.Ignition = &no
	case !r.word("null"):
		r.bad = true
	}
	r.take(']')
	return p
}

// speed keeps a speed beside others: each by itself would be a piece of memory.
func (r *reader) speed(kmh float64) *float64 {
	if len(r.speeds) == cap(r.speeds) {
		r.speeds = make([]float64, 0, 256)
	}
	r.speeds = append(r.speeds, kmh)
	return &r.speeds[len(r.speeds)-1]
}

func (r *reader) take(sign byte) {
	if len(r.rest) == 0 || r.rest[0] != sign {
		r.bad = true
		return
	}
	r.rest = r.rest[1:]
}

func (r *reader) word(text string) bool {
	there := len(r.rest) >= len(text) && string(r.rest[:len(text)]) == text
	if there {
		r.rest = r.rest[len(text):]
	}
	return there
}

// end is where a number ends.
func (r *reader) end() int {
	if end := bytes.IndexAny(r.rest, ",]"); end >= 0 {
		return end
	}
	return len(r.rest)
}

func (r *reader) whole() int64 {
	value, digits, n := int64(0), 0, 0
	for n < len(r.rest) && isDigit(r.rest[n]) {
		value, digits, n = value*10+int64(r.rest[n]-'0'), digits+1, n+1
	}
	if n < len(r.rest) && r.rest[n] == ',' && digits > 0 && digits < 19 {
		r.rest = r.rest[n:]
		return value
	}
	n = r.end()
	value, err := strconv.ParseInt(string(r.rest[:n]), 10, 64)
	r.bad, r.rest = r.bad || err != nil, r.rest[n:]
	return value
}

// tens are the powers of ten that a float64 holds exactly, as far as they are needed.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// number reads a number. One of up to fifteen digits is a whole number by a power of ten, both exact, so that what comes out is rounded once.
func (r *reader) number() float64 {
	raw, n := r.rest, 0
	negative := len(raw) > 0 && raw[0] == '-'
	if negative {
		n++
	}
	mantissa, digits, after, point := int64(0), 0, 0, false
	for ; n < len(raw) && digits < len(tens); n++ {
		if raw[n] == '.' && !point && digits > 0 {
			point = true
			continue
		}
		if !isDigit(raw[n]) {
			break
		}
		mantissa, digits = mantissa*10+int64(raw[n]-'0'), digits+1
		if point {
			after++
		}
	}
	if n == len(raw) || raw[n] != ',' || digits == 0 || digits == len(tens) || point && after == 0 || negative && mantissa == 0 {
		return r.odd()
	}
	r.rest = raw[n:]
	if negative {
		mantissa = -mantissa
	}
	return float64(mantissa) / tens[after]
}

// odd reads a number that is not as most are.
func (r *reader) odd() float64 {
	n := r.end()
	value, err := strconv.ParseFloat(string(r.rest[:n]), 64)
	r.bad, r.rest = r.bad || err != nil, r.rest[n:]
	return value
}

func isDigit(sign byte) bool { return sign >= '0' && sign <= '9' }
