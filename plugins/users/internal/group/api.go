package api

import (
	"context"
	"fmt"

	"outrider.dev/outrider/plugins/users/internal/group"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

func (a *API) tree(ctx context.Context, _ *inOrg) (*output[*group.Node], error) {
	root, err := a.visibleTree(ctx)
	if err != nil {
		return nil, err
	}
	return &output[*group.Node]{root}, nil
}

// visibleTree is the part of the tree that the caller sees. Fault: not_found for a caller that sees no group.
func (a *API) visibleTree(ctx context.Context) (*group.Node, error) {
	c := web.Caller(ctx)
	list, _, err := a.host.Groups(ctx, c.OrgID)
	if err != nil {
		return nil, fmt.Errorf("read the tree: %w", err)
	}
	vehicles, err := a.fleet.Vehicles(ctx)
	if err != nil {
		return nil, err
	}
	byGroup := map[string][]group.Vehicle{}
	for _, v := range vehicles {
		byGroup[v.GroupID] = append(byGroup[v.GroupID], group.Vehicle{ID: v.ID, Name: v.Name, Type: v.Type})
	}
	flat := make([]group.Flat, len(list))
	for i, g := range list {
		flat[i] = group.Flat{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Path: g.Path}
	}
	root := group.Build(flat, c.Scope, byGroup)
	if root == nil {
		return nil, fault.New(fault.NotFound, "There is no such group.")
	}
	return root, nil
}

type treeInput struct {
	OrgID string `path:"orgId"`
	Body  group.Node
}

// putTree makes the tree what was sent, step by step: each step is complete or not done, and the first refusal ends it.
func (a *API) putTree(ctx context.Context, in *treeInput) (*output[*group.Node], error) {
	now, err := a.visibleTree(ctx)
	if err != nil {
		return nil, err
	}
	if in.Body.ID != "" && !now.Holds(in.Body.ID) {
		return nil, fault.New(fault.NotFound, "There is no such group.")
	}
	steps, err := group.Steps(now, &in.Body)
	if err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "%s", err.Error())
	}
	for _, s := range steps {
		if err := a.take(ctx, s); err != nil {
			return nil, err
		}
	}
	return a.tree(ctx, &inOrg{in.OrgID})
}

func (a *API) take(ctx context.Context, s group.Step) error {
	if s.Removing {
		return a.remove(ctx, s.ID)
	}
	request := &pluginv1.PutGroupRequest{Actor: actor(ctx), GroupId: s.ID, Label: s.Label}
	if s.Parent != nil {
		request.ParentId = s.Parent.ID
	}
	g, err := a.identity.PutGroup(ctx, request)
	if err != nil {
		return told(err)
	}
	s.Node.ID = g.GetId()
	return nil
}

// remove deletes a group. Users and groups in it are the host's to notice, vehicles are ours.
func (a *API) remove(ctx context.Context, id string) error {
	full, err := a.fleet.HasVehicles(ctx, id)
	if err != nil {
		return err
	}
	if full {
		return fault.New(fault.Conflict, "The group is not empty.")
	}
	_, err = a.identity.DeleteGroup(ctx, &pluginv1.DeleteGroupRequest{Actor: actor(ctx), GroupId: id})
	return told(err)
}

type addNodeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		ParentID string         `json:"parent_id" minLength:"1"`
		Metadata group.Metadata `json:"metadata"`
	}
}

// changed is a group after a change.
type changed struct {
	ID       string         `json:"id"`
	ParentID string         `json:"parent_id"`
	Metadata group.Metadata `json:"metadata"`
}

func (a *API) addNode(ctx context.Context, in *addNodeInput) (*web.Created[changed], error) {
	out, err := a.put(ctx, &pluginv1.PutGroupRequest{Actor: actor(ctx), ParentId: in.Body.ParentID, Label: in.Body.Metadata.Label})
	if err != nil {
		return nil, err
	}
	return web.NewCreated(out), nil
}

type updateNodeInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
	Body   struct {
		ParentID string          `json:"parent_id,omitempty" doc:"Where it moves to; absent: it stays"`
		Metadata *group.Metadata `json:"metadata,omitempty"`
	}
}

func (a *API) updateNode(ctx context.Context, in *updateNodeInput) (*output[changed], error) {
	request := &pluginv1.PutGroupRequest{Actor: actor(ctx), GroupId: in.NodeID, ParentId: in.Body.ParentID}
	if m := in.Body.Metadata; m != nil {
		request.Label = m.Label
	}
	out, err := a.put(ctx, request)
	if err != nil {
		return nil, err
	}
	return &output[changed]{out}, nil
}

func (a *API) put(ctx context.Context, request *pluginv1.PutGroupRequest) (changed, error) {
	g, err := a.identity.PutGroup(ctx, request)
	if err != nil {
		return changed{}, told(err)
	}
	return changed{ID: g.GetId(), ParentID: g.GetParentId(), Metadata: group.Metadata{Label: g.GetLabel()}}, nil
}

type nodeInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
}

func (a *API) deleteNode(ctx context.Context, in *nodeInput) (*struct{}, error) {
	root, err := a.visibleTree(ctx)
	if err != nil {
		return nil, err
	}
	if !root.Holds(in.NodeID) { // else the answer about its vehicles would tell that it exists
		return nil, fault.New(fault.NotFound, "There is no such group.")
	}
	return nil, a.remove(ctx, in.NodeID)
}

type moveUserInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
	Body   struct {
		Email  string `json:"email,omitempty"`
		UserID string `json:"user_id,omitempty" doc:"Instead of the e-mail address"`
	}
}

func (a *API) moveUser(ctx context.Context, in *moveUserInput) (*output[user], error) {
	who := in.Body.Email
	if who == "" {
		who = in.Body.UserID
	}
	if who == "" {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.email", Message: "This field is required."})
	}
	u, err := a.identity.MoveUser(ctx, &pluginv1.MoveUserRequest{Actor: actor(ctx), IdOrEmail: who, GroupId: in.NodeID})
	return a.show(ctx, u, err)
}
