package schedule

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

// thereAre refuses recipients who are new to a schedule and nobody; who is gone since it was saved may stay, and is shown as gone.
func (a *API) thereAre(ctx context.Context, before, now Draft) error {
	known := before.told()
	asked := slices.DeleteFunc(now.told(), func(one events.Recipient) bool {
		return one.Kind == events.RecipientAddress || slices.Contains(known, one)
	})
	if len(asked) == 0 {
		return nil
	}
	var found struct {
		Recipients []struct {
			events.Recipient
			Gone bool `json:"gone"`
		} `json:"recipients"`
	}
	orgID := web.Caller(ctx).OrgID
	body := map[string]any{"recipients": asked}
	if err := a.host.Call(web.AsPlugin(ctx, orgID), http.MethodPost, "/api/org/"+orgID+"/contacts/resolve", body, &found); err != nil {
		return fmt.Errorf("find the recipients of a schedule: %w", err)
	}
	for _, one := range found.Recipients {
		if one.Gone {
			at := slices.IndexFunc(now.Recipients, func(r Recipient) bool { return r.Kind == one.Kind && r.ID == one.ID })
			return wrong(fmt.Sprintf("recipients[%d]", at), "There is no such recipient.")
		}
	}
	return nil
}
