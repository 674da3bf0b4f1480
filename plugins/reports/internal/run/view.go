package run

import (
	"context"
	"time"

	"outrider.dev/sdk/web"
)

// Output is a run as it is answered.
type Output struct {
	ID       string     `json:"id"`
	Report   string     `json:"report_type"`
	State    string     `json:"state" enum:"waiting,running,done,failed,cancelled"`
	Reason   string     `json:"reason,omitempty" doc:"Why it failed: a word of pause_reason, no_recipients, internal, or a sentence"`
	Failures int        `json:"failures" doc:"Tries that failed"`
	Due      time.Time  `json:"due"`
	Manual   bool       `json:"manual,omitempty" doc:"Somebody had it run"`
	From     time.Time  `json:"from"`
	To       time.Time  `json:"to"`
	Rows     int64      `json:"rows" doc:"So far, while it is made"`
	Bytes    int64      `json:"bytes"`
	Files    []File     `json:"files" nullable:"false"`
	Mails    []Mail     `json:"mails" nullable:"false"`
	Made     time.Time  `json:"made"`
	Started  *time.Time `json:"started,omitempty"`
	Finished *time.Time `json:"finished,omitempty"`
}

// OutputOf shows a run, to the caller of ctx.
func OutputOf(ctx context.Context, r Run) Output {
	o := Output{
		ID: r.ID, Report: r.Spec.Report, State: r.State, Reason: web.Say(ctx, r.Reason), Failures: r.Failures, Due: r.Due.UTC(), Manual: r.Manual, From: r.From.UTC(), To: r.To.UTC(),
		Rows: r.Rows, Bytes: r.Bytes, Files: append([]File{}, r.Files...), Mails: append([]Mail{}, r.Mails...), Made: r.Made.UTC(),
	}
	if r.Started.UnixMilli() > 0 {
		at := r.Started.UTC()
		o.Started = &at
	}
	if r.Finished.UnixMilli() > 0 {
		at := r.Finished.UTC()
		o.Finished = &at
	}
	return o
}

// Outputs shows runs, to the caller of ctx.
func Outputs(ctx context.Context, runs []Run) []Output {
	list := make([]Output, len(runs))
	for i, r := range runs {
		list[i] = OutputOf(ctx, r)
	}
	return list
}
