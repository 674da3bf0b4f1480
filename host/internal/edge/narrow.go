package edge

import (
	"context"
	"strings"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/storable"
	"outrider.dev/sdk/web"
)

// groupHeader names the group that a caller wants to see alone.
const groupHeader = headerPrefix + "Group"

// Groups knows the trees of organisations.
type Groups interface {
	// GroupPath is where a group lies, "/demo/north-west/"; fault.NotFound.
	GroupPath(ctx context.Context, orgID, groupID string) (string, error)
}

// narrowed is what of a scope lies in a group. It never widens: of a group that is not there, or not in scope, nothing is seen. A driver's own
// vehicles stay.
func (e *Edge) narrowed(ctx context.Context, scope web.Scope, orgID, groupID string) (web.Scope, error) {
	if groupID == "" || e.config.Groups == nil || (scope.Path == "" && !scope.All) {
		return scope, nil
	}
	if !storable.Text(groupID) {
		return web.Scope{}, fault.InvalidFields("The request is not valid.", fault.Field{Location: "header." + groupHeader, Message: "is not text"})
	}
	path, err := e.config.Groups.GroupPath(ctx, orgID, groupID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return web.Scope{}, nil
	case err != nil:
		return web.Scope{}, err
	case !scope.All && !strings.HasPrefix(path, scope.Path):
		return web.Scope{}, nil
	}
	return web.Scope{Path: path}, nil
}
