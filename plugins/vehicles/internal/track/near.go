package track

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// selectReach reads what is packed of each device of a vehicle, as one piece of bytes: of each span when it begins, how many bytes say where it was (-1: nobody has looked), and
// those. A row of it for each span costs several times as much. What the devices said on other vehicles comes with it, and is
// left out here.
const selectReach = `
SELECT p.vehicle_id, p.device_id, string_agg(int8send(p.span_ms) || int4send(coalesce(length(p.reach), -1)) || coalesce(p.reach, ''), ''::bytea) AS spans
FROM vehicles.packed p
WHERE p.org_id = @org AND p.device_id IN (SELECT a.device_id FROM vehicles.assignment a WHERE a.org_id = @org AND a.vehicle_id = ANY(@vehicles) AND a.from_ms < @until AND (a.to_ms IS NULL OR a.to_ms > @since))
	AND p.span_ms >= @first AND p.span_ms < @until
GROUP BY p.vehicle_id, p.device_id`

// selectOpen reads the boxes of what is not packed yet.
const selectOpen = `
SELECT s.vehicle_id, s.device_id, s.time_ms - s.time_ms % @span AS span_ms, min(s.lat) AS south, max(s.lat) AS north, min(s.lng) AS west, max(s.lng) AS east, count(*) AS positions
FROM vehicles.sample s
WHERE s.org_id = @org AND s.device_id IN (SELECT a.device_id FROM vehicles.assignment a WHERE a.org_id = @org AND a.vehicle_id = ANY(@vehicles) AND a.from_ms < @until AND (a.to_ms IS NULL OR a.to_ms > @since))
	AND s.time_ms >= @since AND s.time_ms < @until AND s.lat IS NOT NULL
GROUP BY 1, 2, 3`

// near lists the spans of vehicles that have to be read to know what they did around a box, those of one vehicle together in the order of ids.
func (s *Store) near(ctx context.Context, orgID string, vehicleIDs []string, fromMs, toMs int64, box Box) ([]nearSpan, error) {
	parts, region, wanted := map[string][]part{}, history.RegionOf(history.Box(box)), map[string]bool{}
	for _, id := range vehicleIDs {
		wanted[id] = true
	}
	args := map[string]any{"org": orgID, "vehicles": store.List(vehicleIDs), "since": fromMs, "first": history.SpanOf(fromMs), "until": toMs, "span": history.SpanMs}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		open, err := store.Rows[struct {
			VehicleID, DeviceID      string
			SpanMs                   int64
			South, North, West, East float64
			Positions                int
		}](tx, selectOpen, args) // the open ones first: what is packed in between is then known twice, and would otherwise not be known at all
		if err != nil {
			return err
		}
		for _, o := range open {
			if !wanted[o.VehicleID] {
				continue
			}
			bounds := bounds{o.South, o.North, o.West, o.East}
			parts[o.VehicleID] = append(parts[o.VehicleID], part{spanMs: o.SpanMs, device: o.DeviceID, near: bounds.meets(box), first: bounds, last: bounds, positions: o.Positions})
		}
		packed, err := store.Rows[struct {
			VehicleID, DeviceID string
			Spans               []byte
		}](tx, selectReach, args)
		for _, p := range packed {
			if !wanted[p.VehicleID] {
				continue
			}
			parts[p.VehicleID] = append(parts[p.VehicleID], packedParts(p.DeviceID, p.Spans, region)...)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the spans around a place: %w", err)
	}
	var found []nearSpan
	for _, id := range slices.Sorted(maps.Keys(parts)) {
		found = append(found, chosen(id, parts[id], box)...)
	}
	return found, nil
}

// packedParts reads a row of selectReach. Spans without a position are left out.
func packedParts(deviceID string, spans []byte, region history.Region) (list []part) {
	for len(spans) >= 12 {
		spanMs, length := int64(binary.BigEndian.Uint64(spans)), int32(binary.BigEndian.Uint32(spans[8:]))
		spans = spans[12:]
		one := part{spanMs: spanMs, device: deviceID, packed: true, near: true, first: anywhere, last: anywhere}
		if length >= 0 {
			seen := region.See(spans[:length])
			spans = spans[length:]
			if seen.None {
				continue
			}
			if one.near = seen.Near; seen.Known {
				one.first, one.last, one.positions = at(seen.First), at(seen.Last), seen.Positions
			}
		}
		list = append(list, one)
	}
	return list
}

// spans gives each the positions of spans around a box, in their order and in pieces, good for that call alone: what is one packed row without asking what else there is.
func (s *Store) spans(ctx context.Context, orgID string, spans []nearSpan, fromMs, toMs int64, box Box, each func(nearSpan, [][]history.Reading) error) error {
	batches, stop := s.unpackAhead(ctx, orgID, spans, fromMs, toMs, history.Box(box))
	defer stop()
	for batch := range batches {
		done := <-batch
		if done.err != nil {
			return done.err
		}
		for i, span := range done.spans {
			pieces := done.unpacked.Pieces(i)
			if done.packed[i] == nil { // several, open ones, or it was changed meanwhile
				list, err := s.span(ctx, orgID, span.VehicleID, span.SpanMs, fromMs, toMs)
				if err != nil {
					return fmt.Errorf("read the track of vehicle %s: %w", span.VehicleID, err)
				}
				pieces = [][]history.Reading{positionsOf(list)}
			}
			if err := each(span, pieces); err != nil {
				return err
			}
		}
		done.unpacked.Free()
	}
	return ctx.Err()
}

// packedRows are those of spans that are one row; nil for the others.
func (s *Store) packedRows(ctx context.Context, orgID string, spans []nearSpan) ([][]byte, error) {
	data := make([][]byte, len(spans))
	var places, begins []int64
	var devices []string
	for i, span := range spans {
		if span.Alone {
			places, devices, begins = append(places, int64(i)), append(devices, span.DeviceID), append(begins, span.SpanMs)
		}
	}
	if len(devices) == 0 {
		return data, nil
	}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return store.Each(tx, func(found *sql.Rows) error { // tens of thousands in a trial: by the names of columns it takes several times as long
			var place int
			var vehicleID string
			var packed []byte
			if err := found.Scan(&place, &vehicleID, &packed); err != nil {
				return err
			}
			if vehicleID == spans[place].VehicleID {
				data[place] = packed
			}
			return nil
		}, `SELECT wanted.place, p.vehicle_id, p.data FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS wanted (place, device_id, span_ms)
			JOIN vehicles.packed p ON p.org_id = ? AND p.device_id = wanted.device_id AND p.span_ms = wanted.span_ms`, store.List(places), store.List(devices), store.List(begins), orgID)
	})
	if err != nil {
		return data, fmt.Errorf("read packed tracks: %w", err)
	}
	return data, nil
}

// span is what a vehicle said in a span, as Days gives it.
func (s *Store) span(ctx context.Context, orgID, vehicleID string, spanMs, fromMs, toMs int64) (list []history.Reading, err error) {
	fromMs, toMs = max(fromMs, spanMs), min(toMs, spanMs+history.SpanMs)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		c, err := history.CarrierOf(tx, orgID, vehicleID, fromMs, toMs)
		if err == nil && len(c.Devices) > 0 {
			list, err = c.Best(tx, fromMs, toMs, 0)
		}
		return err
	})
	return list, err
}
