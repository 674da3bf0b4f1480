package track

import (
	"context"
	"slices"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// neighbourhood writes the positions around a box from the spans that were found near it. What stands at the end of a span may need a position or two of
// the one before or after, which are then read.
type neighbourhood struct {
	store        *Store
	orgID        string
	fromMs, toMs int64
	box          Box
	out          *positionsWriter

	near *around
	last nearSpan // the span before; that of no vehicle at first
}

// add takes the next span, in pieces between which positions were left out that are far from the box.
func (n *neighbourhood) add(ctx context.Context, span nearSpan, pieces [][]history.Reading) error {
	follows := span.VehicleID == n.last.VehicleID && span.Number == n.last.Number+1
	if !follows {
		if err := n.leave(ctx); err != nil {
			return err
		}
		if span.VehicleID != n.last.VehicleID {
			n.near = &around{box: n.box}
		}
		var first []history.Reading
		if len(pieces) > 0 {
			first = pieces[0]
		}
		if err := n.enter(ctx, span, first); err != nil {
			return err
		}
	}
	n.last = span
	return n.out.write(span.VehicleID, func(keep func(*history.Reading)) {
		for i, piece := range pieces {
			if i > 0 {
				n.near.skip()
			}
			n.near.addAll(piece, keep)
		}
	})
}

// enter takes the last positions before a span whose neighbour was not read, if they count.
func (n *neighbourhood) enter(ctx context.Context, span nearSpan, list []history.Reading) error {
	if span.Number == 1 {
		return nil
	}
	n.near.skip()
	counts := span.Crossed
	for i := range list[:min(len(list), beside)] {
		counts = counts || n.box.meets(&list[max(0, i-1)], &list[i])
	}
	if !counts {
		return nil
	}
	var before []history.Reading
	for _, spanMs := range []*int64{span.Before, span.BeforeThat} {
		if spanMs == nil || len(before) >= beside {
			break
		}
		more, err := n.store.span(ctx, n.orgID, span.VehicleID, *spanMs, n.fromMs, n.toMs)
		if err != nil {
			return err
		}
		before = append(positionsOf(more), before...)
	}
	before = before[max(0, len(before)-beside):]
	return n.out.write(span.VehicleID, func(keep func(*history.Reading)) { n.near.addAll(before, keep) })
}

// leave takes the first positions after the last span, if they count.
func (n *neighbourhood) leave(ctx context.Context) error {
	if n.near == nil {
		return nil
	}
	for _, spanMs := range []*int64{n.last.After, n.last.AfterThat} {
		if spanMs == nil || n.near.after == 0 {
			return nil
		}
		more, err := n.store.span(ctx, n.orgID, n.last.VehicleID, *spanMs, n.fromMs, n.toMs)
		if err != nil {
			return err
		}
		more = positionsOf(more)
		more = more[:min(len(more), n.near.after)]
		if err := n.out.write(n.last.VehicleID, func(keep func(*history.Reading)) { n.near.addAll(more, keep) }); err != nil {
			return err
		}
	}
	return nil
}

func positionsOf(list []history.Reading) []history.Reading {
	return slices.DeleteFunc(list, func(r history.Reading) bool { return !r.Said(history.HasPosition) })
}
