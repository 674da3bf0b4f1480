package samplefile

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// Read takes a file apart. Its errors wrap the Err… values, checked in the order: size, id, version, endianness, fields, samples. A file may
// have other fields and precisions than its version's own; callers find what they need by name.
func (format Format) Read(data []byte) (*File, error) {
	if len(data) > MaxBytes {
		return nil, ErrTooLarge
	}
	rest, ok := bytes.CutPrefix(data, []byte(format.ID+"\x00"))
	if !ok {
		return nil, ErrID
	}
	version, rest, ok := cutText(rest)
	if _, known := format.Versions[version]; !ok || !known {
		return nil, ErrVersion
	}
	f := &File{Version: version}
	order, rest, _ := cutText(rest)
	switch order {
	case "LE":
	case "BE":
		f.Big = true
	default:
		return nil, ErrEndianness
	}
	rest, err := f.readFields(rest)
	if err != nil {
		return nil, err
	}
	return f, f.readSamples(rest)
}

// cutText takes a text off that ends with a zero byte.
func cutText(data []byte) (text string, rest []byte, ok bool) {
	before, after, ok := bytes.Cut(data, []byte{0})
	return string(before), after, ok
}

func (f *File) readFields(data []byte) (rest []byte, err error) {
	names, data, ok := cutText(data)
	if !ok {
		return nil, ErrTruncated
	}
	precisions, rest, ok := cutText(data)
	if !ok {
		return nil, ErrTruncated
	}
	name, precision := strings.Split(names, ","), strings.Split(precisions, ",")
	if len(name) != len(precision) {
		return nil, ErrFields
	}
	for i := range name {
		f.Fields = append(f.Fields, Field{name[i], Precision(precision[i])})
	}
	return rest, nil
}

func (f *File) readSamples(data []byte) error {
	size, err := stride(f.Fields)
	if err != nil {
		return err
	}
	count := len(data) / size
	values := make([]float64, count*len(f.Fields))
	f.Samples = make([][]float64, 0, count)
	for len(data) > 0 {
		if data[0] != Delimiter {
			return ErrDelimiter
		}
		if len(data) < size {
			return ErrTruncated
		}
		sample := values[:len(f.Fields):len(f.Fields)]
		values = values[len(f.Fields):]
		f.readSample(data[1:size], sample)
		f.Samples = append(f.Samples, sample)
		data = data[size:]
	}
	return nil
}

func (f *File) readSample(data []byte, sample []float64) {
	for j, field := range f.Fields {
		n := sizes[field.Precision]
		sample[j] = value(f.order(), field.Precision, data[:n])
		data = data[n:]
	}
}

func (f *File) order() binary.ByteOrder {
	if f.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func value(order binary.ByteOrder, p Precision, b []byte) float64 {
	switch p {
	case Int8:
		return float64(int8(b[0]))
	case Int16:
		return float64(int16(order.Uint16(b)))
	case Uint16:
		return float64(order.Uint16(b))
	case Int32:
		return float64(int32(order.Uint32(b)))
	case Uint32:
		return float64(order.Uint32(b))
	case Int64:
		return float64(int64(order.Uint64(b)))
	case Float32:
		return float64(math.Float32frombits(order.Uint32(b)))
	case Float64:
		return math.Float64frombits(order.Uint64(b))
	default: // Uint8, Char
		return float64(b[0])
	}
}
