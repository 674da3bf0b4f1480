package push

import (
	"bytes"
	"cmp"
	"compress/flate"
	"slices"
	"sync"
)

// Compressing pays because a batch is compressed once for everybody who sees the same; where each sees something else it would cost more than
// all the rest.
const (
	packLeast  = 1 << 10 // smaller batches go as they are, in bytes
	packBudget = 1 << 20 // is compressed at one delivery at most, in bytes: some milliseconds
)

// packed marks a frame whose message is compressed by itself: permessage-deflate without context takeover, RFC 7692.
const packed = 0x40

// packer compresses, one after the other with one compressor, which is large.
type packer struct {
	mu   sync.Mutex
	to   bytes.Buffer
	with *flate.Writer
}

// deflate returns the frame of a compressed message.
func (p *packer) deflate(message []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to.Reset()
	if p.with == nil {
		with, err := flate.NewWriter(&p.to, flate.BestSpeed)
		if err != nil {
			return nil, err
		}
		p.with = with
	}
	p.with.Reset(&p.to)
	if _, err := p.with.Write(message); err != nil {
		return nil, err
	}
	if err := p.with.Flush(); err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(p.to.Bytes(), []byte{0, 0, 0xff, 0xff})
	frame := textFrame(body)
	frame[0] |= packed
	return frame, nil
}

// allot has the batches compressed that most clients get, within the budget.
func allot(parcels []parcel, with *packer) {
	slices.SortFunc(parcels, func(a, b parcel) int { return cmp.Compare(len(b.to), len(a.to)) })
	left := packBudget
	for _, p := range parcels {
		if size := p.batch.size(); p.batch.packer == nil && size >= packLeast && size <= left {
			p.batch.packer = with
			left -= size
		}
	}
}
