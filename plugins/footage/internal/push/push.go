// Package push tells browsers how far filesets are.
package push

import (
	"context"
	"log/slog"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/sdk/events"
)

// topic is what browsers subscribe to; its keys are ids of filesets.
const topic = "filesetRequest"

// Pusher pushes to browsers.
type Pusher interface {
	Push(ctx context.Context, orgID string, p events.Push) error
}

// Progress pushes progress.
type Progress struct {
	pusher Pusher
	log    *slog.Logger
}

// New returns what pushes by a pusher.
func New(pusher Pusher, log *slog.Logger) *Progress { return &Progress{pusher, log} }

type fileProgress struct {
	FileRequestID string `json:"file_request_id"`
	Status        string `json:"status"`
	Progress      int    `json:"progress"`
}

type filesetProgress struct {
	FilesetRequestID string         `json:"fileset_request_id"`
	Status           string         `json:"status"`
	Progress         int            `json:"progress"`
	Files            []fileProgress `json:"file_requests"`
}

// Tell pushes how far filesets are: to those who see the vehicle or whom they are shared with. What is lost is read again by browsers that ask.
func (n *Progress) Tell(ctx context.Context, changed []fileset.Fileset) {
	for _, s := range changed {
		value := filesetProgress{FilesetRequestID: s.ID, Status: s.Status().Wire(), Progress: s.Progress()}
		for _, f := range s.Files {
			value.Files = append(value.Files, fileProgress{f.ID, f.Status.Wire(), f.Progress})
		}
		items := []events.PushItem{{Key: s.ID, Path: s.GroupPath, VehicleID: s.VehicleID, Value: value}}
		for _, user := range s.Shared {
			items = append(items, events.PushItem{Key: s.ID, UserID: user, Value: value})
		}
		if err := n.pusher.Push(ctx, s.OrgID, events.Push{Topic: topic, Items: items}); err != nil {
			n.log.Warn("progress was not pushed", "fileset", s.ID, "error", err)
		}
	}
}
