// Package g726 decodes speech by the recommendation G.726 of the ITU: adaptive differences of 2 to 5 bits, 8,000 a second. The names of the
// steps in the comments are the recommendation's.
package g726

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Rate is how many samples there are in a second.
const Rate = 8000

const (
	zeros = 6
	// zeroFloat is nothing, as the predictor keeps numbers: sign, exponent of 4 bits, mantissa of 6.
	zeroFloat = 32
	negative  = 0x400 // is taken from a float that is negative
)

// Decoder is the state of one channel. It belongs to one goroutine.
type Decoder struct {
	table       table
	mostLast    bool // the first sample is in the low bits
	slow, fast  int  // step sizes: locked and unlocked
	short, long int  // averages of how much changes
	control     int  // how fast the step size follows
	pole        [2]int
	zero        [zeros]int
	signs       [2]int // of the last partial signals
	differences [zeros]int
	signals     [2]int
	isTone      bool
}

// New decodes so many kilobits a second, 16, 24, 32 or 40, with the first sample in the high bits (as in AAL2) or in the low bits (as in RTP).
func New(kilobits int, highFirst bool) (*Decoder, error) {
	t, ok := tables[kilobits]
	if !ok {
		return nil, fmt.Errorf("G.726 has no rate of %d kb/s", kilobits)
	}
	d := &Decoder{table: t, mostLast: !highFirst, slow: 34816, fast: 544, signals: [2]int{zeroFloat, zeroFloat}}
	for i := range d.differences {
		d.differences[i] = zeroFloat
	}
	return d, nil
}

// Decode returns samples of 16 bits, the high byte first. Bits that are too few for a sample are left out.
func (d *Decoder) Decode(packed []byte) []byte {
	width := d.table.bits
	out := make([]byte, 0, len(packed)*8/width*2)
	held, count := 0, 0
	for _, b := range packed {
		if d.mostLast {
			held |= int(b) << count
		} else {
			held = held<<8 | int(b)
		}
		for count += 8; count >= width; count -= width {
			var code int
			if d.mostLast {
				code = held & (1<<width - 1)
				held >>= width
			} else {
				code = held >> (count - width) & (1<<width - 1)
			}
			out = binary.BigEndian.AppendUint16(out, uint16(int16(d.sample(code)))) // it is bounded
		}
		if !d.mostLast {
			held &= 1<<count - 1
		}
	}
	return out
}

// sample decodes one code.
func (d *Decoder) sample(code int) int {
	isNegative := code>>(d.table.bits-1) == 1
	if isNegative {
		code = 1<<d.table.bits - 1 - code
	}
	partial := 0
	for i, b := range d.zero {
		partial += multiply(b>>2, d.differences[i])
	}
	estimate := (partial + multiply(d.pole[1]>>2, d.signals[1]) + multiply(d.pole[0]>>2, d.signals[0])) >> 1
	partial >>= 1
	step := d.step()
	magnitude := difference(d.table.level[code], step)
	signal := estimate + magnitude
	if isNegative {
		signal = estimate - magnitude
	}
	d.adapt(step, code, magnitude, isNegative, signal, signal-estimate+partial)
	return min(max(signal<<2, -1<<15), 1<<15-1)
}

// multiply is FMULT: a coefficient times a float.
func multiply(coefficient, float int) int {
	magnitude := coefficient
	if coefficient < 0 {
		magnitude = -coefficient & 0x1fff
	}
	exponent := bits.Len(uint(magnitude)) - 6 // it is positive
	mantissa := zeroFloat
	switch {
	case magnitude == 0:
	case exponent >= 0:
		mantissa = magnitude >> exponent
	default:
		mantissa = magnitude << -exponent
	}
	shift := exponent + float>>6&0xf - 13
	product := (mantissa*(float&0x3f) + 0x30) >> 4
	if shift >= 0 {
		product = product << shift & 0x7fff
	} else {
		product >>= -shift
	}
	if (coefficient < 0) != (float < 0) {
		return -product
	}
	return product
}

// step is MIX: the step size between the locked and the unlocked one.
func (d *Decoder) step() int {
	if d.control >= 256 {
		return d.fast
	}
	slow := d.slow >> 6
	apart := (d.fast - slow) * (d.control >> 2)
	if apart < 0 {
		apart += 0x3f
	}
	return slow + apart>>6
}

// difference is ANTILOG: the magnitude that a level means at a step size.
func difference(level, step int) int {
	logarithm := level + step>>2
	if logarithm < 0 {
		return 0
	}
	return (128 + logarithm&127) << 7 >> (14 - logarithm>>7&15)
}

// floatOf is FLOATA and FLOATB.
func floatOf(magnitude int, isNegative bool) int {
	float := zeroFloat
	if magnitude > 0 {
		exponent := bits.Len(uint(magnitude))
		float = exponent<<6 + magnitude<<6>>exponent
	}
	if isNegative {
		float -= negative
	}
	return float
}
