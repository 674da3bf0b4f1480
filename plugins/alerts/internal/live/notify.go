package live

import (
	"context"

	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/events"
)

// ruled is an alert that a user's own rule tells of.
type ruled struct {
	Action   string `json:"action"`
	Rule     string `json:"rule"`
	RuleID   string `json:"rule_id"`
	NoticeID string `json:"notice_id"`
	NoticeAt string `json:"notice_at"`
	view.Alert
}

// Notifier tells users of what their own rules ask for.
type Notifier struct {
	*Publisher
	host rules.Granter
}

// NewNotifier returns a notifier that pushes as a publisher does.
func NewNotifier(p *Publisher, host rules.Granter) *Notifier { return &Notifier{p, host} }

// Notify tells users of an alert: those who may hear of it now. Who does not hear it finds the notice when the portal is read again.
func (n *Notifier) Notify(ctx context.Context, orgID, alertID string, list []notice.Notice) {
	if err := n.notify(ctx, orgID, alertID, list); err != nil {
		n.log.Warn("users were not notified", "org", orgID, "error", err.Error())
	}
}

func (n *Notifier) notify(ctx context.Context, orgID, alertID string, list []notice.Notice) error {
	users := make([]string, len(list))
	for i, one := range list {
		users[i] = one.UserID
	}
	audience, err := rules.AudienceOf(ctx, n.host, orgID, users)
	if err != nil {
		return err
	}
	found, err := n.store.ByID(ctx, orgID, []string{alertID})
	if err != nil || len(found) == 0 {
		return err
	}
	p := events.Push{Topic: Topic}
	for _, one := range list {
		if !audience.Hears(one.UserID, found[0]) {
			continue
		}
		value := ruled{"notify", one.Rule, one.RuleID, notice.IDOf(one), notice.TimeOf(one), view.Of(found[0])}
		p.Items = append(p.Items, events.PushItem{Key: "notify-" + alertID, UserID: one.UserID, Value: value})
	}
	if len(p.Items) == 0 {
		return nil
	}
	return n.pusher.Push(ctx, orgID, p)
}

// unread is how many notices a user has not read; there is no alert in it.
type unread struct {
	Action string `json:"action"`
	Unread int    `json:"unread"`
}

// NoticesRead tells a user's browsers how many notices are unread, after one of them has read some.
func (n *Notifier) NoticesRead(ctx context.Context, orgID, userID string, count int) {
	item := events.PushItem{Key: "notices", UserID: userID, Value: unread{"notices", count}}
	if err := n.pusher.Push(ctx, orgID, events.Push{Topic: Topic, Items: []events.PushItem{item}}); err != nil {
		n.log.Warn("a user's browsers were not told of read notices", "org", orgID, "error", err.Error())
	}
}
