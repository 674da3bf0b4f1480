// Package group is the organisations' trees of groups as this plugin remembers them: they decide what a caller sees.
package group

import "outrider.dev/sdk/fault"

// Group is a group of an organisation's tree.
type Group struct {
	ID       string
	ParentID string
	Label    string
	Path     string // "/demo/north-west/"
}

// ErrNoGroup is what a change answers that names a group which does not live, or is not in scope.
var ErrNoGroup = fault.New(fault.NotFound, "There is no such group.")
