package track

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

type positionsInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleIDs []string     `json:"vehicle_ids,omitempty" maxItems:"20000" nullable:"false" doc:"None: all that the caller sees"`
		Start      web.TimeText `json:"start_time" doc:"RFC 3339 or Unix seconds"`
		End        web.TimeText `json:"end_time" doc:"At most 366 days later"`
		StepS      int          `json:"step_s,omitempty" minimum:"0" maximum:"3600" doc:"One position of so many seconds is enough; 0: all of them"`
		Box        *Box         `json:"box,omitempty" doc:"Only what is there or on a way that may cross it, with two positions before and after; null stands where others were left out. Not with step_s"`
	}
}

// positions streams lines of JSON, vehicle after vehicle, the oldest position first: {"vehicle_id", "positions": [[time_ms, lat, lng, speed_kmh or null, ignition or null], …]} a day
// of a vehicle, and {"done": true, "count": n} at the end; without that line positions are missing.
func (a *API) positions(ctx context.Context, in *positionsInput) (*huma.StreamResponse, error) {
	fromMs, toMs, err := presence.ReadRange("body", string(in.Body.Start), string(in.Body.End), nil, times.Longest)
	if err != nil {
		return nil, err
	}
	seen, err := a.store.Seen(ctx, in.OrgID, scope.Of(ctx), in.Body.VehicleIDs)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", rows.ContentType)
		out := &positionsWriter{out: c.BodyWriter()}
		ctx := web.Streaming(ctx)
		if in.Body.Box != nil {
			err = a.around(ctx, in.OrgID, seen, fromMs, toMs, *in.Body.Box, out)
		} else {
			err = a.all(ctx, in.OrgID, seen, fromMs, toMs, in.Body.StepS, out)
		}
		if err != nil {
			_ = json.NewEncoder(out.out).Encode(map[string]any{"problem": web.ProblemOf(err)}) // the reader is gone if this fails
			return
		}
		_ = json.NewEncoder(out.out).Encode(map[string]any{"done": true, "count": out.count})
	}}, nil
}

// all writes what vehicles did, a position a step.
func (a *API) all(ctx context.Context, orgID string, vehicleIDs []string, fromMs, toMs int64, stepS int, out *positionsWriter) error {
	for _, id := range vehicleIDs {
		choose := stepper(stepS)
		err := a.store.Days(ctx, orgID, id, fromMs, toMs, func(list []history.Reading) error {
			return out.write(id, func(keep func(*history.Reading)) {
				for i := range list {
					if list[i].Said(history.HasPosition) {
						choose(&list[i], keep)
					}
				}
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// around writes what vehicles did around a box. Most of the past of most vehicles is not read for it.
func (a *API) around(ctx context.Context, orgID string, vehicleIDs []string, fromMs, toMs int64, box Box, out *positionsWriter) error {
	found, stop := a.store.nearAhead(ctx, orgID, vehicleIDs, fromMs, toMs, box)
	defer stop()
	for some := range found {
		if some.err != nil {
			return some.err
		}
		n := &neighbourhood{store: a.store, orgID: orgID, fromMs: fromMs, toMs: toMs, box: box, out: out}
		if err := a.store.spans(ctx, orgID, some.spans, fromMs, toMs, box, func(span nearSpan, pieces [][]history.Reading) error { return n.add(ctx, span, pieces) }); err != nil {
			return err
		}
		if err := n.leave(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// flushEvery is how often lines go out that were not flushed: one by one they cost more than what is in them.
const flushEvery = 50 * time.Millisecond

// positionsWriter writes lines of positions, and counts them.
type positionsWriter struct {
	out     io.Writer
	count   int
	line    []byte
	flushed time.Time
}

// write writes a line of the positions of a vehicle that choose calls keep with; nil where others were left out.
func (w *positionsWriter) write(vehicleID string, choose func(keep func(*history.Reading))) error {
	name, _ := json.Marshal(vehicleID)
	line, count := append(append(w.line[:0], `{"vehicle_id":`...), name...), 0
	line = append(line, `,"positions":[`...)
	begun := len(line)
	choose(func(r *history.Reading) {
		if len(line) > begun {
			line = append(line, ',')
		}
		if r == nil {
			line = append(line, "null"...)
			return
		}
		count++
		line = positionOf(line, r)
	})
	w.line, w.count = line, w.count+count
	if count == 0 {
		return nil
	}
	_, err := w.out.Write(append(line, "]}\n"...))
	if f, ok := w.out.(http.Flusher); ok && err == nil && time.Since(w.flushed) > flushEvery {
		w.flushed = time.Now()
		f.Flush()
	}
	return err
}

// stepper gives away one position a step, or all. It calls keep with each.
func stepper(stepS int) func(r *history.Reading, keep func(*history.Reading)) {
	stepMs, step := int64(stepS)*1000, int64(math.MinInt64)
	return func(r *history.Reading, keep func(*history.Reading)) {
		if stepMs > 0 && r.TimeMs/stepMs == step {
			return
		}
		step = r.TimeMs / max(1, stepMs)
		keep(r)
	}
}

// positionOf adds [time_ms, lat, lng, speed_kmh or null, ignition or null].
func positionOf(line []byte, r *history.Reading) []byte {
	line = strconv.AppendInt(append(line, '['), r.TimeMs, 10)
	line = strconv.AppendFloat(append(line, ','), r.Lat, 'f', -1, 64)
	line = strconv.AppendFloat(append(line, ','), r.Lng, 'f', -1, 64)
	line = append(line, ',')
	if r.Said(history.HasSpeed) {
		line = strconv.AppendFloat(line, r.SpeedKmh, 'f', -1, 64)
	} else {
		line = append(line, "null"...)
	}
	line = append(line, ',')
	if r.Said(history.HasIgnition) {
		line = strconv.AppendBool(line, r.Ignition)
	} else {
		line = append(line, "null"...)
	}
	return append(line, ']')
}
