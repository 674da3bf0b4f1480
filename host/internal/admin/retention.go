package admin

import (
	"context"
	"fmt"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

type chainAnswer struct {
	Body struct {
		audit.Verdict
		KeepDays     int `json:"keep_days" doc:"As the organisation chose; 0: as the host keeps records"`
		HostKeepDays int `json:"host_keep_days" doc:"Longer than this nothing is kept; 0: without an end"`
	}
}

type ownAudit struct {
	OrgID string `path:"orgId"`
}

// verifyOwn computes the chain of the organisation that the edge has let the caller into.
func (a *Admin) verifyOwn(ctx context.Context, _ *ownAudit) (*chainAnswer, error) {
	org := web.Caller(ctx).OrgID
	v, err := audit.Verify(ctx, a.Pool, org, nil)
	if err != nil {
		return nil, err
	}
	answer := &chainAnswer{}
	answer.Body.Verdict, answer.Body.HostKeepDays = v, a.Audit.KeepDays()
	err = a.Pool.QueryRow(ctx, `SELECT COALESCE(audit_keep_days, 0) FROM outrider.organisation WHERE id = $1`, org).Scan(&answer.Body.KeepDays)
	if err != nil {
		return nil, fmt.Errorf("read how long %s keeps its audit log: %w", org, err)
	}
	return answer, nil
}

type retentionInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		KeepDays int `json:"keep_days" minimum:"0" maximum:"3650" doc:"30 to 3,650, at most as long as the host keeps records; 0: as the host does"`
	}
}

func (a *Admin) putRetention(ctx context.Context, in *retentionInput) (*chainAnswer, error) {
	caller, days := web.Caller(ctx), in.Body.KeepDays
	if host := a.Audit.KeepDays(); days > 0 && days < audit.LeastDays || host > 0 && days > host {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.keep_days", Message: "must be 0, or at least 30 and at most as long as the host keeps records"})
	}
	if !caller.Scope.All {
		return nil, fault.Forbidden("updateOrg")
	}
	if _, err := a.Pool.Exec(ctx, `UPDATE outrider.organisation SET audit_keep_days = NULLIF($2, 0) WHERE id = $1`, caller.OrgID, days); err != nil {
		return nil, fmt.Errorf("change how long %s keeps its audit log: %w", caller.OrgID, err)
	}
	return a.verifyOwn(ctx, nil)
}
