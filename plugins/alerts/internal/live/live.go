// Package live tells open browsers of alerts that are new or changed.
package live

import (
	"context"
	"log/slog"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/events"
)

// Topic is the push topic of alerts.
const Topic = "alerts"

// perPush bounds the alerts of one push, so that it fits in a message.
const perPush = 200

// Store reads alerts.
type Store interface {
	ByID(ctx context.Context, orgID string, ids []string) ([]alert.Alert, error)
}

// Pusher publishes to browsers.
type Pusher interface {
	Push(ctx context.Context, orgID string, p events.Push) error
	Watched(ctx context.Context, topic, orgID string) bool
}

// Publisher pushes alerts.
type Publisher struct {
	store  Store
	pusher Pusher
	log    *slog.Logger
}

// New returns a publisher.
func New(store Store, pusher Pusher, log *slog.Logger) *Publisher {
	return &Publisher{store: store, pusher: pusher, log: log}
}

type update struct {
	Action string `json:"action"`
	view.Alert
}

// Created pushes new alerts.
func (p *Publisher) Created(ctx context.Context, orgID string, ids []string) {
	p.push(ctx, orgID, "created", ids)
}

// Updated pushes changed alerts.
func (p *Publisher) Updated(ctx context.Context, orgID string, ids []string) {
	p.push(ctx, orgID, "updated", ids)
}

// push sends what the alerts are now. A push that is lost is made up for when the browser reads again; one that
// nobody waits for is not gathered.
func (p *Publisher) push(ctx context.Context, orgID, action string, ids []string) {
	if !p.pusher.Watched(ctx, Topic, orgID) {
		return
	}
	for from := 0; from < len(ids); from += perPush {
		found, err := p.store.ByID(ctx, orgID, ids[from:min(from+perPush, len(ids))])
		if err == nil {
			err = p.pusher.Push(ctx, orgID, events.Push{Topic: Topic, Items: items(orgID, action, found)})
		}
		if err != nil {
			p.log.Warn("alerts were not pushed", "org", orgID, "error", err.Error())
			return
		}
	}
}

// items are alerts for those who may see them: by the group of the vehicle, and flagged ones for who drove, or for the vehicle's own driver while nobody is
// known to have driven. An alert of no vehicle is for who sees the whole organisation.
func items(orgID, action string, found []alert.Alert) []events.PushItem {
	list := make([]events.PushItem, 0, len(found))
	for _, a := range found {
		value := update{action, view.Of(a)}
		item := events.PushItem{Key: a.ID, Path: a.GroupPath, Value: value}
		if item.Path == "" {
			item.Path = "/" + orgID + "/"
		}
		if a.Flagged && a.DriverID == "" {
			item.VehicleID = a.VehicleID
		}
		list = append(list, item)
		if a.Flagged && a.DriverID != "" {
			list = append(list, events.PushItem{Key: a.ID + " driver", UserID: a.DriverID, Value: value})
		}
	}
	return list
}
