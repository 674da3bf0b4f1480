package vehicle

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Groups are the groups of an organisation, parents before children.
type Groups interface {
	Groups(ctx context.Context, orgID string) ([]group.Group, error)
}

// TreeAPI answers with the vehicles in their groups, for those who choose among them.
type TreeAPI struct {
	vehicles *Store
	groups   Groups
}

// NewTreeAPI answers from the stores of vehicles and of groups.
func NewTreeAPI(vehicles *Store, groups Groups) *TreeAPI {
	return &TreeAPI{vehicles: vehicles, groups: groups}
}

// Register lists the operations.
func (a *TreeAPI) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/tree", web.Needs("viewVehicle"), a.tree, web.Summary("The vehicles in their groups"))
}

type treeInput struct {
	OrgID string `path:"orgId"`
}

type treeNode struct {
	ID       string        `json:"id"`
	Metadata treeMetadata  `json:"metadata"`
	Nodes    []*treeNode   `json:"nodes" nullable:"false"`
	Vehicles []treeVehicle `json:"vehicleArray" nullable:"false"`
}

type treeMetadata struct {
	Label string `json:"label"`
}

type treeVehicle struct {
	ID      string `json:"id"`
	Name    string `json:"vehicle_name"`
	Type    string `json:"vehicle_type"`
	GroupID string `json:"-"`
}

type treeOutput struct{ Body *treeNode }

func (a *TreeAPI) tree(ctx context.Context, in *treeInput) (*treeOutput, error) {
	groups, err := a.groups.Groups(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	visible := scope.Of(ctx)
	vehicles, err := a.vehicles.inTree(ctx, in.OrgID, visible)
	if err != nil {
		return nil, err
	}
	return &treeOutput{buildTree(in.OrgID, groups, visible, vehicles)}, nil
}

// buildTree hangs the vehicles into the groups that visible sees. A vehicle of a group out of sight, which somebody sees as their own,
// hangs at the root: the uppermost group in sight, or the organisation.
func buildTree(orgID string, groups []group.Group, visible scope.Scope, vehicles []treeVehicle) *treeNode {
	var root *treeNode
	nodes := map[string]*treeNode{}
	label := ""
	for _, g := range groups {
		if g.ID == orgID {
			label = g.Label
		}
		if !visible.Sees(g.Path) {
			continue
		}
		node := newNode(g.ID, g.Label)
		nodes[g.ID] = node
		if parent := nodes[g.ParentID]; parent != nil {
			parent.Nodes = append(parent.Nodes, node)
		} else if root == nil {
			root = node
		}
	}
	if root == nil {
		root = newNode(orgID, label)
	}
	for _, v := range vehicles {
		node := nodes[v.GroupID]
		if node == nil {
			node = root
		}
		node.Vehicles = append(node.Vehicles, v)
	}
	return root
}

func newNode(id, label string) *treeNode {
	return &treeNode{ID: id, Metadata: treeMetadata{label}, Nodes: []*treeNode{}, Vehicles: []treeVehicle{}}
}

// inTree are the vehicles in visible, by name.
func (s *Store) inTree(ctx context.Context, orgID string, visible scope.Scope) (list []treeVehicle, err error) {
	condition, args := visible.Vehicles()
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = store.Rows[treeVehicle](tx, `
			SELECT v.id, v.name, v.type, v.group_id
			FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition+` ORDER BY v.name, v.id`, append([]any{orgID}, args...)...)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list the vehicles of the tree: %w", err)
	}
	return list, nil
}
