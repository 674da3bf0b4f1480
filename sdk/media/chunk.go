package media

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
)

// dataField is the number of FileChunk's field data.
const dataField = 1

// piece is a FileChunk whose memory is used again for the next: a file of gigabytes leaves no rubbish behind.
type piece struct{ data []byte }

// pieces reads messages into a piece; all else it leaves to the codec of protocol buffers.
type pieces struct{ encoding.CodecV2 }

func newPieces() pieces { return pieces{encoding.GetCodecV2(proto.Name)} }

// Unmarshal implements encoding.CodecV2.
func (c pieces) Unmarshal(data mem.BufferSlice, v any) error {
	into, ok := v.(*piece)
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	whole := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer whole.Free()
	into.data = into.data[:0]
	for rest := whole.ReadOnlyData(); len(rest) > 0; {
		number, kind, n := protowire.ConsumeTag(rest)
		if n < 0 {
			return fmt.Errorf("read a chunk of a file: %w", protowire.ParseError(n))
		}
		rest = rest[n:]
		if number == dataField && kind == protowire.BytesType {
			var value []byte
			if value, n = protowire.ConsumeBytes(rest); n >= 0 {
				into.data = append(into.data[:0], value...) // the last one counts
			}
		} else {
			n = protowire.ConsumeFieldValue(number, kind, rest)
		}
		if n < 0 {
			return fmt.Errorf("read a chunk of a file: %w", protowire.ParseError(n))
		}
		rest = rest[n:]
	}
	return nil
}
