package samplefile

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// Write makes a file of samples, each with a value for every field of its version. Values beyond a field's precision are a mistake of
// the caller's and are cut to it.
func (format Format) Write(version string, big bool, samples [][]float64) ([]byte, error) {
	fields, known := format.Versions[version]
	if !known {
		return nil, fmt.Errorf("write %s file: %w: %q", format.ID, ErrVersion, version)
	}
	size, err := stride(fields)
	if err != nil {
		return nil, fmt.Errorf("write %s file: %w", format.ID, err)
	}
	f := &File{Version: version, Big: big, Fields: fields}
	data := make([]byte, 0, 256+len(samples)*size)
	data = append(data, f.header(format.ID)...)
	for i, sample := range samples {
		if len(sample) != len(fields) {
			return nil, fmt.Errorf("write %s file: sample %d has %d values, not %d", format.ID, i, len(sample), len(fields))
		}
		data = append(data, Delimiter)
		for j, field := range fields {
			data = appendValue(data, f.order(), field.Precision, sample[j])
		}
	}
	return data, nil
}

func (f *File) header(id string) string {
	names, precisions := make([]string, len(f.Fields)), make([]string, len(f.Fields))
	for i, field := range f.Fields {
		names[i], precisions[i] = field.Name, string(field.Precision)
	}
	order := "LE"
	if f.Big {
		order = "BE"
	}
	return strings.Join([]string{id, f.Version, order, strings.Join(names, ","), strings.Join(precisions, ","), ""}, "\x00")
}

func appendValue(data []byte, order binary.ByteOrder, p Precision, v float64) []byte {
	buffer := make([]byte, sizes[p])
	switch p {
	case Int16:
		order.PutUint16(buffer, uint16(int16(v)))
	case Uint16:
		order.PutUint16(buffer, uint16(v))
	case Int32:
		order.PutUint32(buffer, uint32(int32(v)))
	case Uint32:
		order.PutUint32(buffer, uint32(v))
	case Int64:
		order.PutUint64(buffer, uint64(int64(v)))
	case Float32:
		order.PutUint32(buffer, math.Float32bits(float32(v)))
	case Float64:
		order.PutUint64(buffer, math.Float64bits(v))
	case Int8:
		buffer[0] = byte(int8(v))
	default: // Uint8, Char
		buffer[0] = byte(v)
	}
	return append(data, buffer...)
}
