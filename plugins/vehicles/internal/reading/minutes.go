package reading

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// Tracks reads what vehicles said, a day at a time.
type Tracks interface {
	Seen(ctx context.Context, orgID string, visible scope.Scope, named []string) ([]string, error)
	Days(ctx context.Context, orgID, vehicleID string, fromMs, toMs int64, each func([]history.Reading) error) error
}

type minutesInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		VehicleIDs []string     `json:"vehicle_ids,omitempty" maxItems:"20000" nullable:"false" doc:"None: all that the caller sees"`
		Start      web.TimeText `json:"start_time" doc:"RFC 3339 or Unix seconds"`
		End        web.TimeText `json:"end_time" doc:"At most 31 days later"`
	}
}

// minutes streams lines of JSON, vehicle after vehicle, the oldest first: {"vehicle_id", "samples": […]} a day of a vehicle, one sample a minute, and those with which it began and ended to idle or to charge, as package minutes makes them, and {"done": true} at
// the end; without that line some are missing.
func (a *API) minutes(ctx context.Context, in *minutesInput) (*huma.StreamResponse, error) {
	fromMs, toMs, err := presence.ReadRange("body", string(in.Body.Start), string(in.Body.End), nil, 31*24*time.Hour)
	if err != nil {
		return nil, err
	}
	seen, err := a.tracks.Seen(ctx, in.OrgID, scope.Of(ctx), in.Body.VehicleIDs)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", rows.ContentType)
		lines := json.NewEncoder(c.BodyWriter())
		for _, id := range seen {
			err := a.tracks.Days(web.Streaming(ctx), in.OrgID, id, fromMs, toMs, func(list []history.Reading) error {
				var day []events.Sample
				for i := range list {
					day = minutes.Add(day, list[i].Sample())
				}
				err := lines.Encode(map[string]any{"vehicle_id": id, "samples": day})
				if f, ok := c.BodyWriter().(http.Flusher); ok && err == nil {
					f.Flush()
				}
				return err
			})
			if err != nil {
				_ = lines.Encode(map[string]any{"problem": web.ProblemOf(err)}) // the reader is gone if this fails
				return
			}
		}
		_ = lines.Encode(map[string]any{"done": true}) // as above
	}}, nil
}
