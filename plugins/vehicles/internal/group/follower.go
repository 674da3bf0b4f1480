package group

import (
	"context"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
)

// Follower keeps the store's groups as the host has them.
type Follower struct {
	store *Store
	host  plugin.Host
}

// NewFollower returns a follower.
func NewFollower(store *Store, host plugin.Host) *Follower {
	return &Follower{store: store, host: host}
}

// Changed takes events about groups of one organisation.
func (f *Follower) Changed(ctx context.Context, orgID string, batch []events.Event[events.GroupChanged]) error {
	return f.store.ApplyGroups(ctx, orgID, batch)
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
	list := make([]Group, len(groups))
	for i, g := range groups {
		list[i] = Group{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Path: g.Path}
	}
	return f.store.ApplyTree(ctx, orgID, list, sequence)
}
