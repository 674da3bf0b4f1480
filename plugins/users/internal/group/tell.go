package group

import (
	"context"

	"outrider.dev/sdk/web"
)

// Label is what a group at or below n is called; empty for none.
func (n *Node) Label(id string) (label string) {
	walk(n, nil, func(n, _ *Node) {
		if n.ID == id {
			label = n.Metadata.Label
		}
	})
	return label
}

// parent is the group that one below n is in; nil for none.
func (n *Node) parent(id string) (parent *Node) {
	walk(n, nil, func(n, above *Node) {
		if n.ID == id {
			parent = above
		}
	})
	return parent
}

// tellChange says for the audit log where a group was moved, or how it was renamed. Tree is as it was before.
func tellChange(ctx context.Context, tree *Node, after changed) {
	if tree == nil {
		return
	}
	name := tree.Label(after.ID)
	if above := tree.parent(after.ID); above != nil && above.ID != after.ParentID {
		web.AuditValue(ctx, "moved", name)
		web.AuditValue(ctx, "to_group", tree.Label(after.ParentID))
		web.AuditChange(ctx, "parent", above.Metadata.Label, tree.Label(after.ParentID))
	}
	if name != after.Metadata.Label {
		web.AuditValue(ctx, "renamed", name)
	}
	web.AuditChange(ctx, "name", name, after.Metadata.Label)
}
