package schedule

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/web"
)

// Output is a schedule as it is answered.
type Output struct {
	ID string `json:"schedule_uuid"`
	Draft
	ReportTitle string      `json:"report_title,omitempty" doc:"What the report was called when it was last offered, in the caller's language"`
	CreatorID   string      `json:"creator_id" doc:"Who saved it last: it runs with what this user may"`
	CreatorName string      `json:"creator_name"`
	State       string      `json:"state" enum:"active,paused,failed" doc:"failed: it goes on, and its last run failed"`
	PauseReason string      `json:"pause_reason,omitempty" enum:"user,creator_gone,creator_moved,no_permission,report_gone,vehicles_gone,module_off"`
	PausedBy    string      `json:"paused_by,omitempty" doc:"The name of whoever paused it"`
	Next        *time.Time  `json:"next_run,omitempty"`
	NextFrom    *time.Time  `json:"next_from,omitempty"`
	NextTo      *time.Time  `json:"next_to,omitempty"`
	Last        *run.Output `json:"last_run,omitempty"`
	Version     int         `json:"version" doc:"Say it with a change, and somebody else's in between is a conflict"`
}

func outputOf(ctx context.Context, s Schedule, last run.Run, hasLast bool) Output {
	o := Output{ID: s.ID, Draft: s.Draft, CreatorID: s.CreatorID, CreatorName: s.CreatorName, State: "active", PauseReason: s.PauseReason, PausedBy: s.PausedBy, Version: s.Version}
	o.ReportTitle = s.Offered.Title.In(web.Language(ctx))
	if s.isPaused() {
		o.State = "paused"
	} else {
		from, to := s.Times.Range(s.Next)
		next := s.Next.UTC()
		o.Next, o.NextFrom, o.NextTo = &next, &from, &to
	}
	if hasLast {
		if last.State == run.Failed && !s.isPaused() {
			o.State = "failed"
		}
		shown := run.OutputOf(ctx, last)
		o.Last = &shown
	}
	return o
}
