package api

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/web"
)

type rankingInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		By      string       `json:"by" enum:"vehicle,driver"`
		Before  web.TimeText `json:"before_timestamp" doc:"From when alerts_before counts; RFC 3339"`
		Start   web.TimeText `json:"start_timestamp" doc:"From when alerts counts"`
		End     web.TimeText `json:"end_timestamp"`
		Most    int          `json:"most,omitempty" minimum:"1" maximum:"100" default:"20"`
		Filters any          `json:"filters,omitempty" doc:"As those of alerts/elastic"`
	}
}

type rankingOutput struct {
	Body struct {
		Ranking []postgres.Rank `json:"ranking" nullable:"false"`
	}
}

// ranking is which vehicles or drivers had the most alerts, and how many each had in the time before.
func (a *API) ranking(ctx context.Context, in *rankingInput) (out *rankingOutput, err error) {
	times := [3]time.Time{}
	for i, field := range []struct {
		name string
		text web.TimeText
	}{{"before_timestamp", in.Body.Before}, {"start_timestamp", in.Body.Start}, {"end_timestamp", in.Body.End}} {
		if times[i], err = a.readTime(ctx, "body."+field.name, string(field.text)); err != nil {
			return nil, err
		}
		if i > 0 && times[i].Before(times[i-1]) {
			return nil, invalid("body."+field.name, "start time is greater than end time")
		}
	}
	if times[2].Sub(times[0]) > mostSpread {
		return nil, invalid("body.before_timestamp", "Date range cannot be longer than 62 days")
	}
	q := postgres.Query{FromMs: times[0].UnixMilli(), ToMs: times[2].UnixMilli()}
	if err := a.readFilters(in.Body.Filters, unitsOf(ctx), &q); err != nil {
		return nil, err
	}
	out = &rankingOutput{}
	out.Body.Ranking, err = a.store.Ranking(ctx, q, postgres.By(in.Body.By), times[1].UnixMilli(), in.Body.Most)
	return out, err
}
