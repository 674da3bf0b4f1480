// Package naming says what the ids in reports are called: vehicles from the copy of the fleet, groups from the host.
package naming

import (
	"context"
	"fmt"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
}

// Groups lists the groups of an organisation; plugin.Host does.
type Groups interface {
	Groups(ctx context.Context, orgID string) (groups []plugin.Group, sequence uint64, err error)
}

// Namer names what ids mean.
type Namer struct {
	fleet  Fleet
	groups Groups
}

// New names from a fleet and the groups of a host.
func New(fleet Fleet, groups Groups) *Namer { return &Namer{fleet, groups} }

// Names are what ids are called, by the kinds of values (manifest.KindVehicle, manifest.KindGroup).
type Names map[string]map[string]string

// Of is what an id is called; the id itself where that is not known.
func (n Names) Of(kind, id string) string {
	if name, ok := n[kind][id]; ok {
		return name
	}
	return id
}

// Of names what the columns of a report may hold, as far as the caller of ctx sees it.
func (n *Namer) Of(ctx context.Context, report manifest.ReportType) (Names, error) {
	names := Names{}
	for _, column := range report.Columns {
		switch {
		case column.Kind == manifest.KindVehicle && names[manifest.KindVehicle] == nil:
			vehicles, err := n.fleet.Vehicles(ctx)
			if err != nil {
				return nil, fmt.Errorf("name vehicles: %w", err)
			}
			names[manifest.KindVehicle] = map[string]string{}
			for _, v := range vehicles {
				names[manifest.KindVehicle][v.ID] = v.Name
			}
		case column.Kind == manifest.KindGroup && names[manifest.KindGroup] == nil:
			caller := web.Caller(ctx)
			groups, _, err := n.groups.Groups(ctx, caller.OrgID)
			if err != nil {
				return nil, fmt.Errorf("name groups: %w", err)
			}
			names[manifest.KindGroup] = map[string]string{}
			for _, g := range groups {
				if caller.Scope.Sees(g.Path, "") {
					names[manifest.KindGroup][g.ID] = g.Label
				}
			}
		}
	}
	return names, nil
}
