// Package scope says what of an organisation's fleet a caller may see, in Go and in SQL.
package scope

import (
	"context"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Scope is what a caller may see: everything, the vehicles of a subtree of groups, and single vehicles of its own.
type Scope struct {
	All        bool
	Path       string // "/demo/north-west/"; empty: no subtree
	VehicleIDs []string
}

// Everything is the scope of the plugin's own work.
var Everything = Scope{All: true}

// Of is what the caller of a request may see; a plugin that calls as itself sees its organisation.
func Of(ctx context.Context) Scope {
	c := web.Caller(ctx)
	return Scope{All: c.Scope.All || c.Plugin != "", Path: c.Scope.Path, VehicleIDs: c.Scope.VehicleIDs}
}

// Sees reports whether a group's path is in scope.
func (s Scope) Sees(path string) bool { return (web.Scope{All: s.All, Path: s.Path}).Sees(path, "") }

// Vehicles is the condition that a vehicle v in a group g is in scope, for use in a WHERE.
func (s Scope) Vehicles() (condition string, args []any) {
	own := store.List(s.VehicleIDs)
	switch {
	case s.All:
		return "TRUE", nil
	case s.Path != "" && len(s.VehicleIDs) > 0:
		return "(g.path >= ? AND g.path < ? OR v.id = ANY(?))", []any{s.Path, web.PathEnd(s.Path), own}
	case s.Path != "":
		return "(g.path >= ? AND g.path < ?)", []any{s.Path, web.PathEnd(s.Path)}
	default:
		return "v.id = ANY(?)", []any{own}
	}
}
