package api

import (
	"context"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/web"
)

// mostSpread is how long a time is counted day by day at most.
const mostSpread = 62 * 24 * time.Hour

type spreadBody struct {
	Starts  []web.TimeText `json:"starts" minItems:"2" maxItems:"64" doc:"When each day begins, by the reader's clocks, in order; the last is the end of the day before it"`
	Filters any            `json:"filters,omitempty" doc:"As those of alerts/elastic"`
}

type spreadInput struct {
	OrgID string `path:"orgId"`
	Body  spreadBody
}

type spreadOutput struct {
	Body struct {
		Counts []postgres.Spread `json:"counts"`
	}
}

// spread counts alerts by day and type. Which days there are is the reader's to say: they depend on the clocks there.
func (a *API) spread(ctx context.Context, in *spreadInput) (out *spreadOutput, err error) {
	q, starts := postgres.Query{}, make([]int64, len(in.Body.Starts))
	for i, text := range in.Body.Starts {
		at, err := a.readTime(ctx, fmt.Sprintf("body.starts[%d]", i), string(text))
		if err != nil {
			return nil, err
		}
		if starts[i] = at.UnixMilli(); i > 0 && starts[i] <= starts[i-1] {
			return nil, invalid(fmt.Sprintf("body.starts[%d]", i), "start time is greater than end time")
		}
	}
	q.FromMs, q.ToMs = starts[0], starts[len(starts)-1]
	if time.Duration(q.ToMs-q.FromMs)*time.Millisecond > mostSpread {
		return nil, invalid("body.starts", "Date range cannot be longer than 62 days")
	}
	if err := a.readFilters(in.Body.Filters, unitsOf(ctx), &q); err != nil {
		return nil, err
	}
	out = &spreadOutput{}
	out.Body.Counts, err = a.store.Spread(ctx, q, starts)
	return out, err
}
