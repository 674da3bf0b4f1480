package moment

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
)

const (
	countStepMs = int64(15 * time.Minute / time.Millisecond)
	longestDay  = int64(25 * time.Hour / time.Millisecond)
)

// Count is how many vehicles did what at an instant.
type Count struct {
	AtMs   int64 `json:"at_ms" doc:"Unix milliseconds"`
	Moving int   `json:"moving"`
	Idling int   `json:"idling"`
}

// Counts are those of each quarter of an hour from one instant to before another, in the middle of each.
func (s *Store) Counts(ctx context.Context, orgID string, visible scope.Scope, fromMs, toMs int64) ([]Count, error) {
	list := []Count{}
	for atMs := fromMs + countStepMs/2; atMs < toMs; atMs += countStepMs {
		stands, err := s.At(ctx, orgID, visible, atMs, false)
		if err != nil {
			return nil, err
		}
		one := Count{AtMs: atMs}
		for _, stand := range stands {
			switch stand.Status(atMs) {
			case fleet.Moving:
				one.Moving++
			case fleet.Idling:
				one.Idling++
			}
		}
		list = append(list, one)
	}
	return list, nil
}

type countsInput struct {
	OrgID  string `path:"orgId"`
	FromMs int64  `query:"from_ms" required:"true" minimum:"0" maximum:"4102444800000" doc:"Unix milliseconds"`
	ToMs   int64  `query:"to_ms" required:"true" minimum:"0" maximum:"4102444800000" doc:"At most 25 hours later"`
}

type countsOutput struct {
	Body struct {
		Counts []Count `json:"counts" nullable:"false" doc:"The oldest first; of what is still to come there are none"`
	}
}

// counts answers how many vehicles in sight drove and idled over a day.
func (a *API) counts(ctx context.Context, in *countsInput) (*countsOutput, error) {
	if in.ToMs <= in.FromMs || in.ToMs-in.FromMs > longestDay {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.to_ms", Message: "This is about a day at most."})
	}
	list, err := a.store.Counts(ctx, in.OrgID, scope.Of(ctx), in.FromMs, min(in.ToMs, a.now().UnixMilli()))
	if err != nil {
		return nil, err
	}
	out := &countsOutput{}
	out.Body.Counts = list
	return out, nil
}
