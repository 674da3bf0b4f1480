// Package tree follows the organisations' trees of groups, which decide what a caller sees.
package tree

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
)

// Store keeps groups.
type Store interface {
	ApplyGroup(ctx context.Context, orgID string, g events.GroupChanged, sequence uint64) error
	ApplyTree(ctx context.Context, orgID string, tree []postgres.Group, sequence uint64) error
}

// Follower keeps the store's groups as the host has them.
type Follower struct {
	store Store
	host  plugin.Host
}

// New returns a follower.
func New(store Store, host plugin.Host) *Follower { return &Follower{store: store, host: host} }

// Changed takes an event about a group.
func (f *Follower) Changed(ctx context.Context, e events.Event[events.GroupChanged]) error {
	return f.store.ApplyGroup(ctx, e.OrgID, e.Data, e.Sequence)
}

// Snapshot takes the trees of all organisations as they are now. Events that are older than it do nothing.
func (f *Follower) Snapshot(ctx context.Context) error {
	orgs, err := f.host.Organisations(ctx)
	if err != nil {
		return err
	}
	for _, org := range orgs {
		if err := f.Refresh(ctx, org.ID); err != nil {
			return err
		}
	}
	return nil
}

// Refresh takes the tree of one organisation as it is now.
func (f *Follower) Refresh(ctx context.Context, orgID string) error {
	groups, sequence, err := f.host.Groups(ctx, orgID)
	if err != nil {
		return err
	}
	list := make([]postgres.Group, len(groups))
	for i, g := range groups {
		list[i] = postgres.Group{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Path: g.Path}
	}
	return f.store.ApplyTree(ctx, orgID, list, sequence)
}
