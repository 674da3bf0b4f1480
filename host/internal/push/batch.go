package push

import (
	"strconv"
	"sync"
)

// frameBytes is where a batch is split into several messages, so that a browser can work between them.
const frameBytes = 256 << 10

// batch is what one group of viewers gets at once. Its frames are made once, by whoever writes them first.
type batch struct {
	announced string
	items     []*item
	packer    *packer // nil: it is not worth compressing; set before the batch is handed over

	once, oncePacked sync.Once
	encoded, packed  [][]byte
}

func newBatch(announced string, items []*item) *batch {
	return &batch{announced: announced, items: items}
}

// size is about how long the messages are, in bytes.
func (b *batch) size() (bytes int) {
	for _, i := range b.items {
		bytes += len(i.Value) + 1
	}
	return bytes
}

// frames are the messages of the batch as they go over a connection, compressed if it pays and the other side can read it; the bytes are shared and
// never changed.
func (b *batch) frames(compressed bool) [][]byte {
	b.once.Do(func() { b.encoded = encode(b.announced, b.items) })
	if !compressed || b.packer == nil {
		return b.encoded
	}
	b.oncePacked.Do(func() { b.packed = b.pack() })
	return b.packed
}

// pack compresses the messages; one that cannot be stays as it is.
func (b *batch) pack() [][]byte {
	frames := make([][]byte, len(b.encoded))
	for n, plain := range b.encoded {
		frame, err := b.packer.deflate(message(plain))
		if err != nil || len(frame) > len(plain) {
			frame = plain
		}
		frames[n] = frame
	}
	return frames
}

// encode writes {"subscription_type":…,"value":[…]} messages of at most about frameBytes, as frames.
func encode(announced string, items []*item) [][]byte {
	var frames [][]byte
	for len(items) > 0 {
		n, size := 0, 0
		for n < len(items) && (n == 0 || size+len(items[n].Value) <= frameBytes) {
			size += len(items[n].Value) + 1
			n++
		}
		frames = append(frames, encodeOne(announced, items[:n], size))
		items = items[n:]
	}
	return frames
}

func encodeOne(announced string, items []*item, size int) []byte {
	frame := make([]byte, maxHead, maxHead+size+len(announced)+40)
	frame = append(frame, `{"subscription_type":`...)
	frame = strconv.AppendQuote(frame, announced)
	frame = append(frame, `,"value":[`...)
	for n, i := range items {
		if n > 0 {
			frame = append(frame, ',')
		}
		frame = append(frame, i.Value...)
	}
	return seal(append(frame, `]}`...))
}
