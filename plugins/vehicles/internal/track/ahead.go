package track

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

const (
	lookedUpTogether = 250 // vehicles
	readTogether     = 512 // spans: planning a query of a month of tables takes as long as reading a hundred
	batchSize        = 64
	unpackTogether   = 2 // batches, while more are read and the one before is written
)

// batch is spans that were read together.
type batch struct {
	spans    []nearSpan
	packed   [][]byte // nil for what is not one packed row
	unpacked *history.Ways
	err      error
}

// nearby are the spans of some vehicles that have to be read.
type nearby struct {
	spans []nearSpan
	err   error
}

// nearAhead looks up the spans around a box, of the next vehicles while those of the ones before are read. The caller stops it.
func (s *Store) nearAhead(ctx context.Context, orgID string, vehicleIDs []string, fromMs, toMs int64, box Box) (found <-chan nearby, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ordered := make(chan nearby, 1)
	var working sync.WaitGroup
	working.Go(func() {
		defer close(ordered)
		for some := range slices.Chunk(vehicleIDs, lookedUpTogether) {
			var next nearby
			next.spans, next.err = s.near(ctx, orgID, some, fromMs, toMs, box)
			select {
			case ordered <- next:
			case <-ctx.Done():
				return
			}
		}
	})
	return ordered, func() {
		cancel()
		working.Wait()
	}
}

// unpackAhead reads spans and unpacks them, several batches at the same time; they come in their order. The caller stops it.
func (s *Store) unpackAhead(ctx context.Context, orgID string, spans []nearSpan, fromMs, toMs int64, box history.Box) (batches <-chan chan batch, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ordered := make(chan chan batch, unpackTogether-1)
	var working sync.WaitGroup
	working.Go(func() {
		defer close(ordered)
		for some := range slices.Chunk(spans, readTogether) {
			packed, err := s.packedRows(ctx, orgID, some)
			for i := 0; i < len(some); i += batchSize {
				end := min(i+batchSize, len(some))
				done := make(chan batch, 1)
				working.Go(func() {
					done <- unpacked(batch{spans: some[i:end], packed: packed[i:end], err: err}, fromMs, toMs, box)
				})
				select {
				case ordered <- done:
				case <-ctx.Done():
					return
				}
			}
		}
	})
	return ordered, func() {
		cancel()
		working.Wait()
	}
}

// unpacked unpacks the rows of a batch.
func unpacked(b batch, fromMs, toMs int64, box history.Box) batch {
	if b.err != nil {
		return b
	}
	b.unpacked = history.NewWays()
	for i, span := range b.spans {
		if err := b.unpacked.Add(b.packed[i], span.DeviceID, fromMs, toMs, box); err != nil {
			b.err = fmt.Errorf("read the track of vehicle %s: %w", span.VehicleID, err)
			return b
		}
	}
	return b
}
