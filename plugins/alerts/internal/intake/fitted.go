package intake

import (
	"context"
	"time"
)

// fittedEvery is how often alerts are looked for whose device was fitted since they came.
const fittedEvery = 5 * time.Second

// Held keeps alerts whose device was on no vehicle when they came.
type Held interface {
	// Fitted raises those whose device is known by now to have been on a vehicle, and returns their ids by organisation.
	Fitted(ctx context.Context) (raised map[string][]string, err error)
}

// RaiseFitted is the work of raising alerts whose device is fitted later than they came; tell is called with their ids.
func RaiseFitted(held Held, tell func(ctx context.Context, orgID string, ids []string)) func(context.Context) error {
	return func(ctx context.Context) error {
		ticker := time.NewTicker(fittedEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-ticker.C:
			}
			raised, err := held.Fitted(ctx)
			if err != nil && ctx.Err() == nil {
				return err
			}
			for orgID, ids := range raised {
				if len(ids) > 0 {
					tell(ctx, orgID, ids)
				}
			}
		}
	}
}
