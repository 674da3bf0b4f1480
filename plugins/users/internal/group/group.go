// Package group is the tree of an organisation as the API shows it.
package group

import (
	"strings"

	"outrider.dev/sdk/web"
)

// Node is a group with everything below it.
type Node struct {
	ID       string    `json:"id,omitempty" doc:"Empty for a group that is to be made"`
	Metadata Metadata  `json:"metadata"`
	Nodes    []*Node   `json:"nodes" required:"false" nullable:"false"`
	Vehicles []Vehicle `json:"vehicleArray" required:"false" nullable:"false" readOnly:"true"`
}

// Metadata is what a group is called.
type Metadata struct {
	Label string `json:"label" maxLength:"200"`
}

// Vehicle is a vehicle of a group.
type Vehicle struct {
	ID   string `json:"id"`
	Name string `json:"vehicle_name"`
	Type string `json:"vehicle_type"`
}

// Flat is a group as the host lists it, parents before children.
type Flat struct {
	ID, ParentID, Label, Path string
}

// Build makes the tree of what the scope sees: its root is the caller's own group. It is nil if the caller sees no group.
func Build(groups []Flat, scope web.Scope, vehicles map[string][]Vehicle) *Node {
	var root *Node
	nodes := map[string]*Node{}
	for _, g := range groups {
		if !scope.Sees(g.Path, "") {
			continue
		}
		n := &Node{ID: g.ID, Metadata: Metadata{Label: g.Label}, Nodes: []*Node{}, Vehicles: vehicles[g.ID]}
		if n.Vehicles == nil {
			n.Vehicles = []Vehicle{}
		}
		nodes[g.ID] = n
		if parent := nodes[g.ParentID]; parent != nil {
			parent.Nodes = append(parent.Nodes, n)
		} else if root == nil {
			root = n
		}
	}
	return root
}

// Step is one change of the tree.
type Step struct {
	ID       string // empty: make a group; its new id replaces Node.ID
	Parent   *Node  // whose ID is known when the step's turn comes; nil: it stays where it is
	Label    string // empty: it keeps its name
	Node     *Node
	Removing bool
}

// Problem is what is wrong with a tree that was sent.
type Problem string

// Error is the sentence for the person.
func (p Problem) Error() string { return string(p) }

// Steps are what makes the tree that the caller sees into want: groups without an id are made, others renamed and moved, and those
// that are missing removed, children first.
func Steps(now, want *Node) ([]Step, error) {
	if want.ID != now.ID {
		return nil, Problem("The root of the tree must stay the same.")
	}
	known, parents := map[string]*Node{}, map[string]string{}
	walk(now, nil, func(n, parent *Node) {
		known[n.ID] = n
		if parent != nil {
			parents[n.ID] = parent.ID
		}
	})
	var steps []Step
	var problem error
	kept := map[string]bool{}
	walk(want, nil, func(n, parent *Node) {
		old := known[n.ID]
		switch {
		case n.ID == "":
			steps = append(steps, Step{Parent: parent, Label: n.Metadata.Label, Node: n})
			return
		case old == nil || kept[n.ID]:
			problem = Problem("The tree names a group that does not exist, or one twice.")
			return
		}
		kept[n.ID] = true
		s := Step{ID: n.ID, Node: n}
		if label := strings.TrimSpace(n.Metadata.Label); label != old.Metadata.Label {
			s.Label = label
		}
		if parent != nil && parent.ID != parents[n.ID] {
			s.Parent = parent
		}
		if s.Label != "" || s.Parent != nil {
			steps = append(steps, s)
		}
	})
	return append(steps, removals(now, kept)...), problem
}

func removals(now *Node, kept map[string]bool) (steps []Step) {
	for _, child := range now.Nodes {
		steps = append(steps, removals(child, kept)...)
	}
	if !kept[now.ID] {
		steps = append(steps, Step{ID: now.ID, Node: now, Removing: true})
	}
	return steps
}

func walk(n, parent *Node, visit func(n, parent *Node)) {
	visit(n, parent)
	for _, child := range n.Nodes {
		if child != nil {
			walk(child, n, visit)
		}
	}
}

// Holds reports whether a group is in the tree.
func (n *Node) Holds(id string) bool {
	found := false
	walk(n, nil, func(n, _ *Node) { found = found || n.ID == id })
	return found
}
