package minutes

import (
	"fmt"
	"math"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// QuarterMs is how long a quarter of an hour is.
const QuarterMs = 15 * MinuteMs

// Span is a time of a vehicle, in Unix milliseconds, the end not included.
type Span struct {
	VehicleID    string
	FromMs, ToMs int64
}

// Cover are the vehicles of spans, and the time from the first of them to the last.
func Cover(spans []Span) (vehicleIDs []string, fromMs, toMs int64) {
	vehicleIDs = make([]string, len(spans))
	for i, s := range spans {
		if vehicleIDs[i] = s.VehicleID; i == 0 {
			fromMs, toMs = s.FromMs, s.ToMs
		}
		fromMs, toMs = min(fromMs, s.FromMs), max(toMs, s.ToMs)
	}
	return vehicleIDs, fromMs, toMs
}

// Judged is what each quarter of an hour of a span came to, the oldest first.
type Judged[Q any] struct {
	Span
	Quarters []Q
}

// Quarters is a table with what vehicles came to in each quarter of an hour of UTC. Its key is org_id, vehicle_id and start_ms; besides it has source and what Values says.
type Quarters[Q any] struct {
	Table   string // with its schema
	StartMs func(q *Q) int64
	Source  func(q *Q) int
	// IsEmpty: nothing happened. Such quarters are kept once an hour, which says that the vehicle was there.
	IsEmpty func(q *Q) bool
	Values  []QuarterValue[Q]
}

// QuarterValue is a column of type float8; NaN is kept as NULL.
type QuarterValue[Q any] struct {
	Column string
	Of     func(q *Q) float64
}

// Keep makes what is kept of spans what was judged of them, in one transaction with it.
func (t Quarters[Q]) Keep(tx *gorm.DB, orgID string, list []Judged[Q]) error {
	var spans []Span // from the first to the last quarter of each
	var kept []*Q
	var vehicleIDs []string // of kept
	for _, j := range list {
		span := Span{VehicleID: j.VehicleID}
		for i := range j.Quarters {
			q := &j.Quarters[i]
			start := t.StartMs(q)
			if start+QuarterMs <= j.FromMs || start >= j.ToMs {
				continue
			}
			if span.ToMs == 0 {
				span.FromMs = start
			}
			span.ToMs = start + 1
			if start%HourMs == 0 || !t.IsEmpty(q) {
				kept, vehicleIDs = append(kept, q), append(vehicleIDs, j.VehicleID)
			}
		}
		if span.ToMs != 0 {
			spans = append(spans, span)
		}
	}
	if len(spans) == 0 {
		return nil
	}
	if err := t.write(tx, orgID, spans, kept, vehicleIDs); err != nil {
		return fmt.Errorf("keep what quarters of an hour of %d vehicles came to: %w", len(spans), err)
	}
	return nil
}

func (t Quarters[Q]) write(tx *gorm.DB, orgID string, spans []Span, kept []*Q, vehicleIDs []string) error {
	n, columns := len(kept), store.NewColumns((64+16*len(t.Values))*len(kept)+64*len(spans))
	ids, starts := columns.Texts(n, func(i int) *string { return &vehicleIDs[i] }), columns.Longs(n, func(i int) int64 { return t.StartMs(kept[i]) })
	_, err := store.Exec(tx, `DELETE FROM `+t.Table+` u USING unnest(?::text[], ?::bigint[], ?::bigint[]) AS judged(id, from_ms, to_ms)
		WHERE u.org_id = ? AND u.vehicle_id = judged.id AND u.start_ms >= judged.from_ms AND u.start_ms < judged.to_ms
		AND NOT EXISTS (SELECT FROM unnest(?::text[], ?::bigint[]) AS kept(id, start_ms) WHERE kept.id = u.vehicle_id AND kept.start_ms = u.start_ms)`,
		columns.Texts(len(spans), func(i int) *string { return &spans[i].VehicleID }), columns.Longs(len(spans), func(i int) int64 { return spans[i].FromMs }),
		columns.Longs(len(spans), func(i int) int64 { return spans[i].ToMs }), orgID, ids, starts)
	if err != nil {
		return err
	}
	names, arrays := []string{"source"}, []string{"unnest(?::bigint[])"}
	values := []any{orgID, ids, starts, columns.Longs(n, func(i int) int64 { return int64(t.Source(kept[i])) })}
	for _, value := range t.Values {
		names, arrays = append(names, value.Column), append(arrays, "unnest(?::float8[])")
		values = append(values, columns.Floats(n, func(i int) *float64 {
			if v := value.Of(kept[i]); !math.IsNaN(v) {
				return &v
			}
			return nil
		}))
	}
	list, of := strings.Join(names, ", "), func(row string) string { return row + strings.Join(names, ", "+row) }
	_, err = store.Exec(tx, `INSERT INTO `+t.Table+` AS u (org_id, vehicle_id, start_ms, `+list+`)
		SELECT ?, unnest(?::text[]), unnest(?::bigint[]), `+strings.Join(arrays, ", ")+`
		ON CONFLICT (org_id, vehicle_id, start_ms) DO UPDATE SET (`+list+`) = ROW(`+of("excluded.")+`)
		WHERE (`+of("u.")+`) IS DISTINCT FROM (`+of("excluded.")+`)`, values...)
	return err
}
