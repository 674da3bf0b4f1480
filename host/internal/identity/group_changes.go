package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// maxLabel is the longest name of a group, in bytes.
const maxLabel = 200

func actorOf(a *pluginv1.Actor) Actor {
	return Actor{UserID: a.GetUserId(), OrgID: a.GetOrgId(), SessionID: a.GetSessionId()}
}

// PutGroup creates a group, or renames and moves one.
func (s *Service) PutGroup(ctx context.Context, r *pluginv1.PutGroupRequest) (*pluginv1.Group, error) {
	g, err := s.putGroup(ctx, r)
	return &pluginv1.Group{Id: g.ID, ParentId: g.ParentID, Label: g.Label, Path: g.Path}, s.toStatus("PutGroup", err)
}

func (s *Service) putGroup(ctx context.Context, r *pluginv1.PutGroupRequest) (g group, err error) {
	a, err := s.act(ctx, actorOf(r.GetActor()))
	if err != nil {
		return group{}, err
	}
	label := strings.TrimSpace(r.GetLabel())
	if len(label) > maxLabel || label == "" && r.GetGroupId() == "" {
		return group{}, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.metadata.label", Message: "This field is required."})
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, a.OrgID); err != nil {
			return err
		}
		if r.GetGroupId() == "" {
			g, err = s.addGroup(ctx, tx, a, r.GetParentId(), label)
		} else {
			g, err = s.modifyGroup(ctx, tx, a, r.GetGroupId(), r.GetParentId(), label)
		}
		return err
	})
	return g, err
}

func (s *Service) addGroup(ctx context.Context, tx pgx.Tx, a actor, parentID, label string) (group, error) {
	if err := a.needs("addGroup"); err != nil {
		return group{}, err
	}
	parent, err := s.visibleGroup(ctx, tx, a, parentID)
	if err != nil {
		return group{}, err
	}
	if err := checkDepth(ctx, tx, a.OrgID, parent, 0); err != nil {
		return group{}, err
	}
	if strings.Count(parent.Path, "/") > maxDepth {
		return group{}, fault.New(fault.Conflict, "The tree can have at most %d levels.", maxDepth)
	}
	g := group{ID: newGroupID(), ParentID: parent.ID, Label: label}
	g.Path = parent.Path + g.ID + "/"
	if err := insertGroup(ctx, tx, a.OrgID, g, s.now()); err != nil {
		return group{}, err
	}
	return g, note(ctx, tx, a.User.ID, a.OrgID, "group.add", g.ID, map[string]any{"label": label, "parent": parent.ID})
}

func (s *Service) modifyGroup(ctx context.Context, tx pgx.Tx, a actor, id, parentID, label string) (group, error) {
	g, err := s.visibleGroup(ctx, tx, a, id)
	if err != nil {
		return group{}, err
	}
	if err := a.needs("modifyGroup"); err != nil {
		return group{}, err
	}
	if label != "" && label != g.Label {
		g.Label = label
		if _, err := tx.Exec(ctx, `UPDATE outrider.group_node SET label = $3 WHERE org_id = $1 AND id = $2`, a.OrgID, id, label); err != nil {
			return group{}, fmt.Errorf("rename group %s: %w", id, err)
		}
		if err := emitGroup(ctx, tx, a.OrgID, g, false, s.now()); err != nil {
			return group{}, err
		}
	}
	if parentID != "" && parentID != g.ParentID {
		if g.ParentID == "" {
			return group{}, fault.New(fault.Conflict, "The root group cannot be moved.")
		}
		parent, err := s.visibleGroup(ctx, tx, a, parentID)
		if err != nil {
			return group{}, err
		}
		if err := moveGroup(ctx, tx, a.OrgID, g, parent, s.now()); err != nil {
			return group{}, err
		}
	}
	if err := note(ctx, tx, a.User.ID, a.OrgID, "group.modify", id, map[string]any{"label": g.Label, "parent": parentID}); err != nil {
		return group{}, err
	}
	return findGroup(ctx, tx, a.OrgID, id)
}

// DeleteGroup removes a group that holds nobody and nothing.
func (s *Service) DeleteGroup(ctx context.Context, r *pluginv1.DeleteGroupRequest) (*pluginv1.DeleteGroupResponse, error) {
	a, err := s.act(ctx, actorOf(r.GetActor()))
	if err == nil {
		err = s.write(ctx, func(tx pgx.Tx) error {
			if err := access.Serialise(ctx, tx, a.OrgID); err != nil {
				return err
			}
			g, err := s.visibleGroup(ctx, tx, a, r.GetGroupId())
			if err != nil {
				return err
			}
			if err := a.needs("deleteGroup"); err != nil {
				return err
			}
			if err := deleteGroup(ctx, tx, a.OrgID, g, s.now()); err != nil {
				return err
			}
			return note(ctx, tx, a.User.ID, a.OrgID, "group.delete", g.ID, map[string]any{"label": g.Label})
		})
	}
	return &pluginv1.DeleteGroupResponse{}, s.toStatus("DeleteGroup", err)
}

// visibleGroup finds a group in the actor's scope. Fault: not_found.
func (s *Service) visibleGroup(ctx context.Context, q queryer, a actor, id string) (group, error) {
	g, err := findGroup(ctx, q, a.OrgID, id)
	if err != nil {
		return group{}, err
	}
	if !a.inScope(g.Path) {
		return group{}, errNoGroup()
	}
	return g, nil
}
