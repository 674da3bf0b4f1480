package admin

import (
	"context"

	"outrider.dev/outrider/host/internal/readiness"
)

// HealthPart is how one part of the host is.
type HealthPart struct {
	Name   string          `json:"name" doc:"\"postgres\", \"stream.telemetry\""`
	State  readiness.State `json:"state" enum:"ready,degraded,not ready"`
	Detail string          `json:"detail" doc:"Why it is not ready"`
}

type health struct {
	Body struct {
		Status readiness.State `json:"status" enum:"ready,degraded,not ready"`
		Parts  []HealthPart    `json:"parts"`
	}
}

// health tells an operator what /readyz tells to this machine.
func (a *Admin) health(ctx context.Context, _ *OnHost) (*health, error) {
	answer := &health{}
	answer.Body.Status, answer.Body.Parts = readiness.NotReady, []HealthPart{}
	if a.report == nil {
		return answer, nil
	}
	report := a.report(ctx)
	answer.Body.Status = report.State
	for _, p := range report.Parts {
		part := HealthPart{Name: p.Name, State: p.State}
		if p.Err != nil {
			part.Detail = p.Err.Error()
		}
		answer.Body.Parts = append(answer.Body.Parts, part)
	}
	return answer, nil
}
