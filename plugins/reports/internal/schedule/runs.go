package schedule

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/fault"
)

type pauseInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Paused bool `json:"paused"`
	}
}

// pause stops a schedule, or has it go on: what was missed meanwhile is not made up.
func (a *API) pause(ctx context.Context, in *pauseInput) (*oneOutput, error) {
	caller, err := atHome(ctx)
	if err != nil {
		return nil, err
	}
	var before Schedule
	after, err := a.store.change(ctx, in.ID, 0, func(one *Schedule) error {
		before = *one
		switch {
		case in.Body.Paused && !one.isPaused():
			one.Paused, one.PauseReason, one.PausedBy = a.now(), PausedByUser, caller.Name
		case !in.Body.Paused && one.isPaused():
			one.Paused, one.PauseReason, one.PausedBy, one.Next = time.Time{}, "", "", one.Times.Next(a.now())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, after)
	return a.shown(ctx, after)
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

type runOutput struct{ Body run.Output }

// runNow makes the report at once, of the days that a run at this moment is about.
func (a *API) runNow(ctx context.Context, in *idInput) (*runOutput, error) {
	caller, err := atHome(ctx)
	if err != nil {
		return nil, err
	}
	one, err := a.store.one(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	r := one.run(a.now(), true)
	err = a.store.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		_, err := a.runs.Add(tx, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	r.State, r.Made = run.Waiting, a.now()
	return &runOutput{run.OutputOf(ctx, r)}, nil
}

type historyOutput struct {
	Body struct {
		Runs []run.Output `json:"runs" nullable:"false" doc:"The newest 100"`
	}
}

func (a *API) history(ctx context.Context, in *idInput) (*historyOutput, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	if _, err := a.store.one(ctx, in.ID); err != nil {
		return nil, err
	}
	runs, err := a.runs.OfSchedule(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var out historyOutput
	out.Body.Runs = run.Outputs(ctx, runs)
	return &out, nil
}

type resendInput struct {
	ID    string `path:"id" maxLength:"64"`
	RunID string `path:"runId" maxLength:"64"`
	Body  struct {
		To []string `json:"to,omitempty" required:"false" maxItems:"2000" nullable:"false" doc:"Addresses that had a mail of this run; none: all"`
	}
}

// resend sends a run again to those who had it, with the file that was made.
func (a *API) resend(ctx context.Context, in *resendInput) (*runOutput, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	if _, err := a.store.one(ctx, in.ID); err != nil {
		return nil, err
	}
	r, err := a.runs.One(ctx, in.RunID)
	if err == nil && r.ScheduleID != in.ID {
		err = run.ErrNone
	}
	if err != nil {
		return nil, err
	}
	for _, address := range in.Body.To {
		known := false
		for _, m := range r.Mails {
			known = known || m.Email == address
		}
		if !known {
			return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.to", Message: "Nobody with this address had a mail of this run."})
		}
	}
	if err := a.runs.Again(ctx, r, in.Body.To); err != nil {
		return nil, err
	}
	if r, err = a.runs.One(ctx, in.RunID); err != nil {
		return nil, err
	}
	return &runOutput{run.OutputOf(ctx, r)}, nil
}
