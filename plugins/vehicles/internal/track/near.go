package track

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// nearSpan is a span of a vehicle that has to be read. Number counts the spans of the vehicle that have positions, and those before and after are
// their beginnings.
type nearSpan struct {
	VehicleID, DeviceID string
	SpanMs, Number      int64
	Alone               bool // all of it is one packed row
	Crossed             bool // the way to it from the span before may cross the box
	Before, BeforeThat  *int64
	After, AfterThat    *int64
}

// selectNear finds the spans that may have a position in a box or a way through it, and those between two of them that are five apart or less, whose neighbours could
// be the same ones; number counts all spans of a vehicle. A span is judged by the cells of what is packed of it, or by the box of what is open; the way from one span to the next by the box of both ends. Where
// packed and open samples share a span, or several devices a vehicle, nobody knows here which of them follow each other, and it is read.
const selectNear = `
WITH devices AS (
	SELECT DISTINCT a.device_id FROM vehicles.assignment a WHERE a.org_id = @org AND a.vehicle_id = ANY(@vehicles) AND a.from_ms < @until AND (a.to_ms IS NULL OR a.to_ms > @since)
), part AS (
	SELECT p.vehicle_id, p.span_ms, p.device_id, true AS packed, p.cells IS NULL OR p.cells && @cells AS near,
		p.first_lat AS first_south, p.first_lat AS first_north, p.first_lng AS first_west, p.first_lng AS first_east,
		p.last_lat AS last_south, p.last_lat AS last_north, p.last_lng AS last_west, p.last_lng AS last_east
	FROM vehicles.packed p WHERE p.org_id = @org AND p.device_id IN (SELECT device_id FROM devices) AND p.vehicle_id = ANY(@vehicles) AND p.span_ms >= @first AND p.span_ms < @until
		AND (p.cells IS NULL OR p.cells <> '{}')
	UNION ALL
	SELECT s.vehicle_id, s.time_ms - s.time_ms % @span, s.device_id, false, max(s.lng) - min(s.lng) > 180 OR (min(s.lat) <= @north AND max(s.lat) >= @south AND ` + meets + `),
		min(s.lat), max(s.lat), min(s.lng), max(s.lng), min(s.lat), max(s.lat), min(s.lng), max(s.lng)
	FROM vehicles.sample s WHERE s.org_id = @org AND s.device_id IN (SELECT device_id FROM devices) AND s.vehicle_id = ANY(@vehicles) AND s.time_ms >= @since AND s.time_ms < @until AND s.lat IS NOT NULL
	GROUP BY 1, 2, 3
), span AS (
	SELECT vehicle_id, span_ms, min(device_id) AS device, max(device_id) AS other, bool_and(packed) AND count(*) = 1 AS alone, bool_or(near) OR count(*) > 1 AS near,
		min(first_south) AS first_south, max(first_north) AS first_north, min(first_west) AS first_west, max(first_east) AS first_east,
		min(last_south) AS last_south, max(last_north) AS last_north, min(last_west) AS last_west, max(last_east) AS last_east
	FROM part GROUP BY 1, 2
), way AS (
	SELECT vehicle_id, span_ms, device, alone AND min(device) OVER w = max(other) OVER w AS alone, near OR min(device) OVER w <> max(other) OVER w AS near, first_south, first_north, first_west, first_east,
		lag(last_south) OVER v AS last_south, lag(last_north) OVER v AS last_north, lag(last_west) OVER v AS last_west, lag(last_east) OVER v AS last_east, row_number() OVER v AS number,
		lag(span_ms) OVER v AS before, lag(span_ms, 2) OVER v AS before_that, lead(span_ms) OVER v AS after, lead(span_ms, 2) OVER v AS after_that
	FROM span WINDOW v AS (PARTITION BY vehicle_id ORDER BY span_ms), w AS (PARTITION BY vehicle_id)
), hit AS (
	SELECT *, least(first_south, last_south) <= @north AND greatest(first_north, last_north) >= @south AND (greatest(first_east, last_east) - least(first_west, last_west) > 180 OR ` + meetsWay + `) AS crossed FROM way
), beside AS (
	SELECT *, max(number) FILTER (WHERE near OR crossed) OVER (PARTITION BY vehicle_id ORDER BY span_ms ROWS 5 PRECEDING) AS hit_before,
		min(number) FILTER (WHERE near OR crossed) OVER (PARTITION BY vehicle_id ORDER BY span_ms ROWS BETWEEN CURRENT ROW AND 5 FOLLOWING) AS hit_after
	FROM hit
)
SELECT vehicle_id, span_ms, device AS device_id, number, alone, crossed, before, before_that, after, after_that FROM beside
WHERE hit_after - CASE WHEN number <= 5 THEN coalesce(hit_before, 0) ELSE hit_before END <= 5 ORDER BY vehicle_id, span_ms`

const (
	meets    = `((min(s.lng) <= @east AND max(s.lng) >= @west) OR (min(s.lng) - 360 <= @east AND max(s.lng) - 360 >= @west) OR (min(s.lng) + 360 <= @east AND max(s.lng) + 360 >= @west))`
	meetsWay = `(least(first_west, last_west) <= @east AND greatest(first_east, last_east) >= @west)
		OR (least(first_west, last_west) - 360 <= @east AND greatest(first_east, last_east) - 360 >= @west) OR (least(first_west, last_west) + 360 <= @east AND greatest(first_east, last_east) + 360 >= @west)`
)

// near lists the spans of vehicles that have to be read to know what they did around a box, those of one vehicle together; ok is false if the box is too large
// a part of the earth for that.
func (s *Store) near(ctx context.Context, orgID string, vehicleIDs []string, fromMs, toMs int64, box Box) (found []nearSpan, ok bool, err error) {
	cells, ok := history.Cells(box.West, box.South, box.East, box.North)
	if !ok {
		return nil, false, nil
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return tx.Raw(selectNear, map[string]any{
			"org": orgID, "vehicles": store.List(vehicleIDs), "since": fromMs, "first": history.SpanOf(fromMs), "until": toMs, "span": history.SpanMs, "cells": store.List(append(cells, history.Anywhere)),
			"south": box.South, "north": box.North, "west": box.West, "east": box.East,
		}).Scan(&found).Error
	})
	if err != nil {
		return nil, false, fmt.Errorf("find the spans around a place: %w", err)
	}
	return found, true, nil
}

// readTogether is how many spans are read at once.
const readTogether = 256

// spans gives each the positions of spans around a box, in their order and in pieces, good for that call alone: what is one packed row without asking what else there is.
func (s *Store) spans(ctx context.Context, orgID string, spans []nearSpan, fromMs, toMs int64, box Box, each func(nearSpan, [][]history.Reading) error) error {
	var way history.Way
	for some := range slices.Chunk(spans, readTogether) {
		packed, err := s.packedRows(ctx, orgID, some)
		if err != nil {
			return err
		}
		for i, span := range some {
			var pieces [][]history.Reading
			if packed[i] != nil {
				pieces, err = way.Around(packed[i], span.DeviceID, fromMs, toMs, history.Box(box))
			} else { // several, open ones, or it was changed meanwhile
				var list []history.Reading
				list, err = s.span(ctx, orgID, span.VehicleID, span.SpanMs, fromMs, toMs)
				pieces = [][]history.Reading{positionsOf(list)}
			}
			if err != nil {
				return fmt.Errorf("read the track of vehicle %s: %w", span.VehicleID, err)
			}
			if err := each(span, pieces); err != nil {
				return err
			}
		}
	}
	return nil
}

// packedRows are those of spans that are one row; nil for the others.
func (s *Store) packedRows(ctx context.Context, orgID string, spans []nearSpan) ([][]byte, error) {
	at, data := map[string]int{}, make([][]byte, len(spans))
	var devices []string
	var begins []int64
	for i, span := range spans {
		if span.Alone {
			at[fmt.Sprint(span.DeviceID, " ", span.SpanMs, " ", span.VehicleID)] = i
			devices, begins = append(devices, span.DeviceID), append(begins, span.SpanMs)
		}
	}
	if len(devices) == 0 {
		return data, nil
	}
	var found []struct {
		DeviceID, VehicleID string
		SpanMs              int64
		Data                []byte
	}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[struct {
			DeviceID, VehicleID string
			SpanMs              int64
			Data                []byte
		}](tx, `SELECT p.device_id, p.vehicle_id, p.span_ms, p.data FROM unnest(?::text[], ?::bigint[]) AS wanted (device_id, span_ms)
			JOIN vehicles.packed p ON p.org_id = ? AND p.device_id = wanted.device_id AND p.span_ms = wanted.span_ms`, store.List(devices), store.List(begins), orgID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read packed tracks: %w", err)
	}
	for _, f := range found {
		if i, wanted := at[fmt.Sprint(f.DeviceID, " ", f.SpanMs, " ", f.VehicleID)]; wanted {
			data[i] = f.Data
		}
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
