package store

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Array is a column of many rows as one parameter of a statement, in Postgres's own binary form; the zero value is NULL. Columns makes it.
type Array struct{ raw []byte }

// Columns makes arrays, in one piece of memory. It writes the values one by one: where rows come by the ten thousand a second, what the driver asks
// of each value about its type costs more than the rest.
type Columns struct{ room []byte }

// NewColumns makes room for arrays of so many bytes in all, about.
func NewColumns(bytes int) *Columns { return &Columns{room: make([]byte, 0, bytes)} }

const (
	arrayHead = 20 // dimensions, whether there are NULLs, the elements' type, their number, the first's index
	nullsAt   = 4
	null      = math.MaxUint32 // where the length of an element stands
)

// column writes the array of a type; one that has nothing but NULLs is NULL itself, which unnest beside others makes as many of as they have. write appends the element of a row with its length, or reports false for NULL.
func (c *Columns) column(oid uint32, rows int, write func(b []byte, row int) ([]byte, bool)) Array {
	begin := len(c.room)
	b := c.room
	for _, part := range [arrayHead / 4]uint32{1, 0, oid, uint32(rows), 1} { // some thousands
		b = binary.BigEndian.AppendUint32(b, part)
	}
	nulls := 0
	for row := range rows {
		var there bool
		if b, there = write(b, row); !there {
			b, nulls = binary.BigEndian.AppendUint32(b, null), nulls+1
		}
	}
	switch {
	case nulls > 0 && nulls == rows:
		return Array{}
	case nulls > 0:
		b[begin+nullsAt+3] = 1
	}
	c.room = b
	return Array{b[begin:len(b):len(b)]}
}

// Texts is a text[]; nil is NULL.
func (c *Columns) Texts(rows int, value func(row int) *string) Array {
	return c.column(pgtype.TextOID, rows, func(b []byte, row int) ([]byte, bool) {
		v := value(row)
		if v == nil {
			return b, false
		}
		return append(binary.BigEndian.AppendUint32(b, uint32(len(*v))), *v...), true // no text has 4 GB
	})
}

// Floats is a float8[]; nil is NULL.
func (c *Columns) Floats(rows int, value func(row int) *float64) Array {
	return c.column(pgtype.Float8OID, rows, func(b []byte, row int) ([]byte, bool) {
		v := value(row)
		if v == nil {
			return b, false
		}
		return binary.BigEndian.AppendUint64(append(b, 0, 0, 0, 8), math.Float64bits(*v)), true
	})
}

// Longs is a bigint[].
func (c *Columns) Longs(rows int, value func(row int) int64) Array {
	return c.column(pgtype.Int8OID, rows, func(b []byte, row int) ([]byte, bool) {
		return binary.BigEndian.AppendUint64(append(b, 0, 0, 0, 8), uint64(value(row))), true // its bits
	})
}

// Shorts is a smallint[]; nil is NULL, and so is what does not fit.
func (c *Columns) Shorts(rows int, value func(row int) *int) Array {
	return c.column(pgtype.Int2OID, rows, func(b []byte, row int) ([]byte, bool) {
		v := value(row)
		if v == nil || int(int16(*v)) != *v { // that is asked
			return b, false
		}
		return binary.BigEndian.AppendUint16(append(b, 0, 0, 0, 2), uint16(*v)), true // its bits
	})
}

// Bools is a boolean[]; nil is NULL.
func (c *Columns) Bools(rows int, value func(row int) *bool) Array {
	return c.column(pgtype.BoolOID, rows, func(b []byte, row int) ([]byte, bool) {
		switch v := value(row); {
		case v == nil:
			return b, false
		case *v:
			return append(b, 0, 0, 0, 1, 1), true
		default:
			return append(b, 0, 0, 0, 1, 0), true
		}
	})
}

// Bytes is a bytea[]; nil is NULL.
func (c *Columns) Bytes(rows int, value func(row int) []byte) Array {
	return c.column(pgtype.ByteaOID, rows, func(b []byte, row int) ([]byte, bool) {
		v := value(row)
		if v == nil {
			return b, false
		}
		return append(binary.BigEndian.AppendUint32(b, uint32(len(v))), v...), true // nothing has 4 GB
	})
}

// takeArrays has a connection pass arrays on as they are.
func takeArrays(_ context.Context, conn *pgx.Conn) error {
	types := conn.TypeMap()
	for _, oid := range []uint32{pgtype.TextArrayOID, pgtype.Float8ArrayOID, pgtype.Int8ArrayOID, pgtype.Int2ArrayOID, pgtype.BoolArrayOID, pgtype.ByteaArrayOID} {
		known, ok := types.TypeForOID(oid)
		if !ok {
			continue
		}
		types.RegisterType(&pgtype.Type{Name: known.Name, OID: oid, Codec: readyCodec{known.Codec}})
	}
	return nil
}

// readyCodec is the codec of an array's type that knows arrays that are ready.
type readyCodec struct{ pgtype.Codec }

// PlanEncode is how a value is written.
func (c readyCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ready := value.(Array); !ready {
		return c.Codec.PlanEncode(m, oid, format, value)
	}
	if format != pgtype.BinaryFormatCode {
		return nil
	}
	return readyPlan{}
}

type readyPlan struct{}

// Encode appends an array, or returns nil for NULL.
func (readyPlan) Encode(value any, b []byte) ([]byte, error) {
	array := value.(Array) // PlanEncode has looked
	if array.raw == nil {
		return nil, nil
	}
	return append(b, array.raw...), nil
}
