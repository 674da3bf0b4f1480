package events

import (
	"context"
	"errors"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// ConsumeByOrg is ConsumeBatch for handlers whose transactions are of one organisation: each gets the events of one, in order, in a context that acts for the plugin there.
// What is about an organisation that has the plugin's module off is passed over.
func ConsumeByOrg[T any](c *Client, subject string, handle func(ctx context.Context, orgID string, batch []Event[T]) error) {
	ConsumeBatch(c, subject, byOrg(handle))
}

func byOrg[T any](handle func(ctx context.Context, orgID string, batch []Event[T]) error) func(context.Context, []Event[T]) error {
	return func(ctx context.Context, batch []Event[T]) error {
		of := map[string][]Event[T]{}
		var order []string
		for _, e := range batch {
			if _, known := of[e.OrgID]; !known {
				order = append(order, e.OrgID)
			}
			of[e.OrgID] = append(of[e.OrgID], e)
		}
		for _, orgID := range order {
			if err := handle(web.AsPlugin(ctx, orgID), orgID, of[orgID]); err != nil && !errors.Is(err, store.ErrNoTenant) {
				return err
			}
		}
		return nil
	}
}
