package group

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Fleet is the part of replica.Fleet that the tree is made of.
type Fleet interface {
	// Vehicles lists the vehicles that the caller sees, by name.
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
	// HasVehicles reports whether a group of the caller's organisation has vehicles.
	HasVehicles(ctx context.Context, groupID string) (bool, error)
	// CountBelow counts the vehicles of groups that the caller sees, with those of the groups below each.
	CountBelow(ctx context.Context, groupIDs []string) ([]replica.GroupCount, error)
}

// Host is the part of plugin.Host that lists groups.
type Host interface {
	Groups(ctx context.Context, orgID string) (groups []plugin.Group, sequence uint64, err error)
}

// Tree answers about the groups of an organisation and the vehicles in them. The host keeps the groups, and decides who may change them.
type Tree struct {
	identity pluginv1.IdentityClient
	host     Host
	fleet    Fleet
}

// New answers from the host's groups and the fleet's vehicles.
func New(identity pluginv1.IdentityClient, host Host, fleet Fleet) *Tree {
	return &Tree{identity: identity, host: host, fleet: fleet}
}

// Register lists the operations on groups.
func (t *Tree) Register(r *web.Router) {
	aNode := web.IDs("nodeId", "group")
	web.Handle(r, "GET /org/{orgId}/tree", web.Needs("listGroups"), t.tree, web.Summary("The tree of groups"))
	web.Handle(r, "GET /org/{orgId}/tree/vehicles", web.Needs("listGroups"), t.countVehicles, web.Summary("How many vehicles some groups have"))
	web.Handle(r, "PUT /org/{orgId}/tree", web.Needs("modifyGroup", "addGroup", "deleteGroup"), t.putTree, web.IDs("body.id", "group"), web.Summary("Replace the tree of groups"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes", web.Needs("addGroup"), t.addNode, web.IDs("body.parent_id", "group"), web.Summary("Add a group"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes/{nodeId}", web.Needs("modifyGroup"), t.updateNode, aNode, web.IDs("body.parent_id", "group"), web.Summary("Rename or move a group"))
	web.Handle(r, "DELETE /org/{orgId}/tree/nodes/{nodeId}", web.Needs("deleteGroup"), t.deleteNode, aNode, web.Summary("Delete an empty group"))
}

// output is an answer with a body.
type output[T any] struct{ Body T }

type inOrg struct {
	OrgID string `path:"orgId"`
}

func actor(ctx context.Context) *pluginv1.Actor {
	c := web.Caller(ctx)
	return &pluginv1.Actor{UserId: c.UserID, OrgId: c.OrgID, SessionId: c.SessionID}
}

// told turns the host's refusal into a fault that names the field: the host writes "location, text, sentence" on lines of their own.
func told(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.Invalid {
		return err
	}
	parts := strings.SplitN(f.Message, "\n", 3)
	if len(parts) != 3 {
		return err
	}
	return fault.InvalidFields(parts[2], fault.Field{Location: parts[0], Message: parts[1]})
}

func (t *Tree) tree(ctx context.Context, _ *inOrg) (*output[*Node], error) {
	root, err := t.visibleTree(ctx)
	if err != nil {
		return nil, err
	}
	return &output[*Node]{root}, nil
}

// visibleTree is the part of the tree that the caller sees. Fault: not_found for a caller that sees no group.
func (t *Tree) visibleTree(ctx context.Context) (*Node, error) {
	c := web.Caller(ctx)
	list, _, err := t.host.Groups(ctx, c.OrgID)
	if err != nil {
		return nil, fmt.Errorf("read the tree: %w", err)
	}
	vehicles, err := t.fleet.Vehicles(ctx)
	if err != nil {
		return nil, err
	}
	byGroup := map[string][]Vehicle{}
	for _, v := range vehicles {
		byGroup[v.GroupID] = append(byGroup[v.GroupID], Vehicle{ID: v.ID, Name: v.Name, Type: v.Type})
	}
	flat := make([]Flat, len(list))
	for i, g := range list {
		flat[i] = Flat{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Path: g.Path}
	}
	root := Build(flat, c.Scope, byGroup)
	if root == nil {
		return nil, fault.New(fault.NotFound, "There is no such group.")
	}
	return root, nil
}

type treeInput struct {
	OrgID string `path:"orgId"`
	Body  Node
}

// putTree makes the tree what was sent, step by step: each step is complete or not done, and the first refusal ends it.
func (t *Tree) putTree(ctx context.Context, in *treeInput) (*output[*Node], error) {
	now, err := t.visibleTree(ctx)
	if err != nil {
		return nil, err
	}
	if in.Body.ID != "" && !now.Holds(in.Body.ID) {
		return nil, fault.New(fault.NotFound, "There is no such group.")
	}
	steps, err := Steps(now, &in.Body)
	if err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "%s", err.Error())
	}
	for _, s := range steps {
		if err := t.take(ctx, s); err != nil {
			return nil, err
		}
	}
	return t.tree(ctx, &inOrg{in.OrgID})
}

func (t *Tree) take(ctx context.Context, s Step) error {
	if s.Removing {
		return t.remove(ctx, s.ID)
	}
	request := &pluginv1.PutGroupRequest{Actor: actor(ctx), GroupId: s.ID, Label: s.Label}
	if s.Parent != nil {
		request.ParentId = s.Parent.ID
	}
	g, err := t.identity.PutGroup(ctx, request)
	if err != nil {
		return told(err)
	}
	s.Node.ID = g.GetId()
	return nil
}

// remove deletes a group. Users and groups in it are the host's to notice, vehicles are ours.
func (t *Tree) remove(ctx context.Context, id string) error {
	full, err := t.fleet.HasVehicles(ctx, id)
	if err != nil {
		return err
	}
	if full {
		return fault.New(fault.Conflict, "The group is not empty.")
	}
	_, err = t.identity.DeleteGroup(ctx, &pluginv1.DeleteGroupRequest{Actor: actor(ctx), GroupId: id})
	return told(err)
}

type addNodeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		ParentID string   `json:"parent_id" minLength:"1"`
		Metadata Metadata `json:"metadata"`
	}
}

// changed is a group after a change.
type changed struct {
	ID       string   `json:"id"`
	ParentID string   `json:"parent_id"`
	Metadata Metadata `json:"metadata"`
}

func (t *Tree) addNode(ctx context.Context, in *addNodeInput) (*web.Created[changed], error) {
	out, err := t.put(ctx, &pluginv1.PutGroupRequest{Actor: actor(ctx), ParentId: in.Body.ParentID, Label: in.Body.Metadata.Label})
	if err != nil {
		return nil, err
	}
	return web.NewCreated(out), nil
}

type updateNodeInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
	Body   struct {
		ParentID string    `json:"parent_id,omitempty" doc:"Where it moves to; absent: it stays"`
		Metadata *Metadata `json:"metadata,omitempty"`
	}
}

func (t *Tree) updateNode(ctx context.Context, in *updateNodeInput) (*output[changed], error) {
	request := &pluginv1.PutGroupRequest{Actor: actor(ctx), GroupId: in.NodeID, ParentId: in.Body.ParentID}
	if m := in.Body.Metadata; m != nil {
		request.Label = m.Label
	}
	before, _ := t.visibleTree(ctx) // for the audit log alone: the change itself says what is wrong
	out, err := t.put(ctx, request)
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, out)
	return &output[changed]{out}, nil
}

func (t *Tree) put(ctx context.Context, request *pluginv1.PutGroupRequest) (changed, error) {
	g, err := t.identity.PutGroup(ctx, request)
	if err != nil {
		return changed{}, told(err)
	}
	return changed{ID: g.GetId(), ParentID: g.GetParentId(), Metadata: Metadata{Label: g.GetLabel()}}, nil
}

type nodeInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
}

func (t *Tree) deleteNode(ctx context.Context, in *nodeInput) (*struct{}, error) {
	root, err := t.visibleTree(ctx)
	if err != nil {
		return nil, err
	}
	if !root.Holds(in.NodeID) { // else the answer about its vehicles would tell that it exists
		return nil, fault.New(fault.NotFound, "There is no such group.")
	}
	web.AuditValue(ctx, "group", root.Label(in.NodeID))
	return nil, t.remove(ctx, in.NodeID)
}
