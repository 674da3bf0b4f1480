package edge

import (
	"context"
	"reflect"
	"testing"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// paths are the groups of a tree.
type paths map[string]string

func (p paths) GroupPath(_ context.Context, _, groupID string) (string, error) {
	if path, ok := p[groupID]; ok {
		return path, nil
	}
	return "", fault.New(fault.NotFound, "There is no such group.")
}

func TestNarrowed_NeverWidens(t *testing.T) {
	e := &Edge{config: Config{Groups: paths{"demo": "/demo/", "north": "/demo/north/", "crewe": "/demo/north/crewe/", "south": "/demo/south/"}}}
	everything, north := web.Scope{All: true, Path: "/demo/"}, web.Scope{Path: "/demo/north/"}
	driver := web.Scope{VehicleIDs: []string{"v1"}}
	for name, tc := range map[string]struct {
		scope web.Scope
		group string
		want  web.Scope
	}{
		"no group":              {north, "", north},
		"a group below":         {north, "crewe", web.Scope{Path: "/demo/north/crewe/"}},
		"the own group":         {north, "north", north},
		"a group above":         {north, "demo", web.Scope{}},
		"a group beside":        {north, "south", web.Scope{}},
		"a group that is none":  {north, "nowhere", web.Scope{}},
		"of the whole":          {everything, "south", web.Scope{Path: "/demo/south/"}},
		"a driver's own things": {driver, "south", driver},
	} {
		got, err := e.narrowed(t.Context(), tc.scope, "demo", tc.group)
		if err != nil || !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, tc.want)
		}
	}
}
