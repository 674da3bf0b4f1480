package retention

import (
	"context"
	"strconv"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// API answers how long history is kept.
type API struct{ policies *Policies }

// NewAPI answers from policies.
func NewAPI(policies *Policies) *API { return &API{policies} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/retention", web.Needs("TrackVehicle"), a.retention, web.Summary("How many days of history the organisation keeps"))
	web.Handle(r, "PUT /org/{orgId}/vehicles/retention", web.Needs("updateOrg"), a.change, web.Summary("Change how many days of history the organisation keeps; what is older goes within the hour"))
}

type retentionInput struct {
	OrgID string `path:"orgId"`
}

type retentionOutput struct {
	Body struct {
		KeepDays     int  `json:"keep_days" doc:"Days of samples and trips that are kept"`
		OwnDays      *int `json:"own_days" doc:"What the organisation chose; null: nothing, so that the host's days hold"`
		LeastDays    int  `json:"least_days"`
		HostKeepDays int  `json:"host_keep_days" doc:"The most that can be chosen"`
	}
}

type changeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		KeepDays *int `json:"keep_days" required:"true" doc:"From least_days to host_keep_days; null: as many as the host keeps"`
	}
}

func (a *API) retention(ctx context.Context, in *retentionInput) (*retentionOutput, error) {
	policy, err := a.policies.Of(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	out := &retentionOutput{}
	out.Body.KeepDays, out.Body.OwnDays, out.Body.LeastDays, out.Body.HostKeepDays = policy.Days(), policy.Own, policy.Least(), policy.Host
	return out, nil
}

func (a *API) change(ctx context.Context, in *changeInput) (*retentionOutput, error) {
	policy, err := a.policies.Of(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	if days := in.Body.KeepDays; days != nil && (*days < policy.Least() || *days > policy.Host) {
		return nil, fault.InvalidFields("The settings are not valid.", fault.Field{Location: "body.keep_days", Message: "This number of days is outside the bounds."})
	}
	if err := a.policies.Change(ctx, in.OrgID, in.Body.KeepDays); err != nil {
		return nil, err
	}
	out, err := a.retention(ctx, &retentionInput{in.OrgID})
	if err == nil {
		web.AuditValue(ctx, "days", strconv.Itoa(out.Body.KeepDays))
	}
	return out, err
}
