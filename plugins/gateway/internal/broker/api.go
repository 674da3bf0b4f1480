package broker

import (
	"context"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Source knows who is connected.
type Source interface {
	Connections(orgID string) []Connection
}

// API answers for a source.
type API struct{ source Source }

// NewAPI answers about the connections of a source.
func NewAPI(source Source) *API { return &API{source} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/gateway/connections", web.Needs("viewGateway"), a.connections, web.Summary("Connected devices of the organisation"))
}

type connectionsInput struct {
	OrgID string `path:"orgId"`
}

type connectionsOutput struct {
	Body struct {
		Connections []connection `json:"Connections"`
		Total       int          `json:"total_records"`
	}
}

type connection struct {
	DeviceID  string    `json:"device_id"`
	VehicleID string    `json:"vehicle_id" doc:"Empty if the device is fitted to none"`
	Model     string    `json:"model"`
	Address   string    `json:"address" doc:"Where the device connects from"`
	Protocol  string    `json:"protocol" doc:"MQTT version" enum:"3.1,3.1.1,5"`
	Since     time.Time `json:"connected_at"`
	LastSeen  time.Time `json:"last_message_at"`
	Messages  int64     `json:"messages" doc:"On this connection"`
}

// connections lists who is connected to this gateway. The gateway knows no groups, so it answers only to those who see all of the
// organisation.
func (a *API) connections(ctx context.Context, in *connectionsInput) (*connectionsOutput, error) {
	caller := web.Caller(ctx)
	if caller.Plugin == "" && !seesAll(caller, in.OrgID) {
		return nil, fault.New(fault.Denied, "Only somebody who sees the whole organisation can see its connections.")
	}
	out := &connectionsOutput{}
	out.Body.Connections = []connection{}
	for _, c := range a.source.Connections(in.OrgID) {
		out.Body.Connections = append(out.Body.Connections, connection(c))
	}
	out.Body.Total = len(out.Body.Connections)
	return out, nil
}

func seesAll(c web.CallerInfo, orgID string) bool {
	return c.Scope.All || c.Scope.Path == "/"+orgID+"/"
}
