package group

import "context"

type countInput struct {
	OrgID string   `path:"orgId"`
	Nodes []string `query:"node,explode" required:"true" minItems:"1" maxItems:"200" doc:"Ids of groups"`
}

// groupVehicles is how many vehicles are seen by who sees a group.
type groupVehicles struct {
	ID       string `json:"id"`
	Vehicles int    `json:"vehicles" doc:"Of the group and of those below it"`
}

type groupVehiclesList struct {
	Groups []groupVehicles `json:"Groups" nullable:"false" doc:"Those of the groups asked for that the caller sees"`
}

// countVehicles is for lists of people: what each of them sees, without the whole tree.
func (t *Tree) countVehicles(ctx context.Context, in *countInput) (*output[groupVehiclesList], error) {
	counted, err := t.fleet.CountBelow(ctx, in.Nodes)
	if err != nil {
		return nil, err
	}
	list := groupVehiclesList{Groups: make([]groupVehicles, len(counted))}
	for i, c := range counted {
		list.Groups[i] = groupVehicles(c)
	}
	return &output[groupVehiclesList]{list}, nil
}
