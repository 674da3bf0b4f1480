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
	once      sync.Once
	encoded   [][]byte
}

func newBatch(announced string, items []*item) *batch {
	return &batch{announced: announced, items: items}
}

// frames are the messages of the batch as they go over a connection; the bytes are shared and never changed.
func (b *batch) frames() [][]byte {
	b.once.Do(func() { b.encoded = encode(b.announced, b.items) })
	return b.encoded
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
