package track

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

type positionsInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleIDs []string `json:"vehicle_ids,omitempty" maxItems:"20000" nullable:"false" doc:"None: all that the caller sees"`
		Start      string   `json:"start_time" doc:"RFC 3339 or Unix seconds"`
		End        string   `json:"end_time" doc:"At most 31 days later"`
		StepS      int      `json:"step_s,omitempty" minimum:"0" maximum:"3600" doc:"One position of so many seconds is enough; 0: all of them"`
	}
}

// positions streams lines of JSON, vehicle after vehicle, the oldest position first: {"vehicle_id", "positions": [[time_ms, lat, lng, speed_kmh or null, ignition or null], …]} a day
// of a vehicle, and {"done": true, "count": n} at the end; without that line positions are missing.
func (a *API) positions(ctx context.Context, in *positionsInput) (*huma.StreamResponse, error) {
	fromMs, toMs, err := presence.ReadRange("body", in.Body.Start, in.Body.End, time.UTC, maxRange)
	if err != nil {
		return nil, err
	}
	seen, err := a.store.Seen(ctx, in.OrgID, scope.Of(ctx), in.Body.VehicleIDs)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", rows.ContentType)
		out, count := c.BodyWriter(), 0
		for _, id := range seen {
			thin := thinner{stepMs: int64(in.Body.StepS) * 1000}
			err := a.store.Days(web.Streaming(ctx), in.OrgID, id, fromMs, toMs, func(list []history.Reading) error {
				line, n := positionsLine(id, list, &thin)
				count += n
				if n == 0 {
					return nil
				}
				_, err := out.Write(line)
				if f, ok := out.(http.Flusher); ok && err == nil {
					f.Flush()
				}
				return err
			})
			if err != nil {
				_ = json.NewEncoder(out).Encode(map[string]any{"problem": web.ProblemOf(err)}) // the reader is gone if this fails
				return
			}
		}
		_ = json.NewEncoder(out).Encode(map[string]any{"done": true, "count": count})
	}}, nil
}

func positionsLine(vehicleID string, list []history.Reading, thin *thinner) (line []byte, count int) {
	name, _ := json.Marshal(vehicleID)
	line = append(append(line, `{"vehicle_id":`...), name...)
	line = append(line, `,"positions":[`...)
	for i := range list {
		r := &list[i]
		if !r.Said(history.HasPosition) || thin.stepMs > 0 && thin.last != nil && r.TimeMs/thin.stepMs == thin.step {
			continue
		}
		thin.last, thin.step = r, r.TimeMs/max(1, thin.stepMs)
		if count++; count > 1 {
			line = append(line, ',')
		}
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
		line = append(line, ']')
	}
	thin.last = lastOf(thin.last)
	return append(line, "]}\n"...), count
}

// lastOf is a copy, so that the list it lies in can go.
func lastOf(r *history.Reading) *history.Reading {
	if r == nil {
		return nil
	}
	kept := *r
	return &kept
}
