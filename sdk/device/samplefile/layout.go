// Package samplefile is what tracking and IMU files have in common: a header that says what each sample holds, and samples that each
// begin with a delimiter. docs/device-files.md lays it out byte by byte.
package samplefile

//lint:file-ignore ST1005 the faults of a file are the texts of the error catalogue

import (
	"errors"
	"fmt"
)

// Delimiter is the byte before each sample.
const Delimiter = 0x7E

// MaxBytes bounds a file; an hour of IMU at 100 Hz has a quarter of it.
const MaxBytes = 64 << 20

// The faults of a file. Their texts are shown to people.
var (
	ErrID         = errors.New("Invalid tracking file ID")
	ErrVersion    = errors.New("Unsupported file version")
	ErrEndianness = errors.New("Invalid endianness")
	ErrFields     = errors.New("Number of fields and precision specifiers not equal")
	ErrDelimiter  = errors.New("Invalid delimiter")
	// ErrTruncated means that the file ends within its header or within a sample.
	ErrTruncated = errors.New("Unexpected end of file")
	// ErrPrecision means that a precision specifier, or a field's, is none that there is.
	ErrPrecision = errors.New("Unknown precision specifier")
	// ErrTooLarge means that the file is larger than MaxBytes.
	ErrTooLarge = errors.New("File too large")
)

// Precision says how a field's value is written.
type Precision string

// The precision specifiers.
const (
	Int8    Precision = "i1"
	Uint8   Precision = "u1"
	Int16   Precision = "i2"
	Uint16  Precision = "u2"
	Int32   Precision = "i4"
	Uint32  Precision = "u4"
	Int64   Precision = "i8"
	Float32 Precision = "f4"
	Float64 Precision = "f8"
	Char    Precision = "c1" // one ASCII character, as its code
)

// sizes are bytes a value.
var sizes = map[Precision]int{Int8: 1, Uint8: 1, Char: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Int64: 8, Float64: 8}

// Field is one value of every sample.
type Field struct {
	Name      string
	Precision Precision
}

// Format is one kind of file.
type Format struct {
	ID       string             // "TRACKINGDATA"
	Versions map[string][]Field // what each version holds, in the order in which it is written
}

// File is a file as numbers: Samples[i][j] is Fields[j] of sample i.
type File struct {
	Version string
	Big     bool // big-endian
	Fields  []Field
	Samples [][]float64
}

// stride is how many bytes a sample takes, the delimiter included.
func stride(fields []Field) (int, error) {
	n := 1
	for _, f := range fields {
		size, ok := sizes[f.Precision]
		if !ok {
			return 0, fmt.Errorf("%w: %q", ErrPrecision, f.Precision)
		}
		n += size
	}
	return n, nil
}

// Convert makes of each sample what a package means by one. value finds a value by its field's name; zero for a field that the file lacks.
func Convert[T any](f *File, sample func(value func(field string) float64) T) []T {
	columns := make(map[string]int, len(f.Fields))
	for j, field := range f.Fields {
		columns[field.Name] = j
	}
	converted := make([]T, len(f.Samples))
	for i, row := range f.Samples {
		converted[i] = sample(func(field string) float64 {
			if j, ok := columns[field]; ok {
				return row[j]
			}
			return 0
		})
	}
	return converted
}
