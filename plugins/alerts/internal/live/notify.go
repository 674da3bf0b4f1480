package live

import (
	"context"

	"outrider.dev/outrider/plugins/alerts/internal/record"
	"outrider.dev/sdk/events"
)

// notice is an alert that a user's own rule tells of.
type notice struct {
	Action string `json:"action"`
	Rule   string `json:"rule"`
	record.Alert
}

// Notify tells users of an alert by their rules, whose names are given by user.
func (t *Teller) Notify(ctx context.Context, orgID, alertID string, users map[string]string) {
	found, err := t.store.ByID(ctx, orgID, []string{alertID})
	if err == nil && len(found) == 1 {
		p := events.Push{Topic: Topic}
		for user, rule := range users {
			p.Items = append(p.Items, events.PushItem{Key: "notify-" + alertID, UserID: user, Value: notice{"notify", rule, record.Of(found[0])}})
		}
		err = t.pusher.Push(ctx, orgID, p)
	}
	if err != nil {
		t.log.Warn("users were not notified", "org", orgID, "error", err.Error())
	}
}
