package run

import (
	"context"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/mail"
)

const (
	checkedAtOnce = 200
	sweptAtOnce   = 500
)

// follow asks what became of mails, and forgets old runs, until ctx ends.
func (w *Workers) follow(ctx context.Context) error {
	tick, sweep := time.NewTicker(firstCheck), time.NewTicker(sweepEvery)
	defer tick.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			w.note("ask what became of mails of reports", w.check(ctx))
		case <-sweep.C:
			w.note("forget old runs of reports", w.sweep(ctx))
		}
	}
}

func (w *Workers) note(what string, err error) {
	if err != nil {
		w.Log.Warn(what, "error", err.Error())
	}
}

// check asks for the runs that are due. The creator is told once it is known of all mails and some were refused.
func (w *Workers) check(ctx context.Context) error {
	runs, err := w.Store.unchecked(ctx, checkedAtOnce)
	if err != nil {
		return err
	}
	for _, r := range runs {
		if err := w.checkOne(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func (w *Workers) checkOne(ctx context.Context, r Run) error {
	keys := make([]string, len(r.Mails))
	for i, m := range r.Mails {
		keys[i] = r.mailKey(m)
	}
	states := map[string]mail.State{}
	for len(keys) > 0 {
		some := keys[:min(len(keys), 1000)]
		keys = keys[len(some):]
		found, err := w.Mail.States(ctx, r.OrgID, some)
		if err != nil {
			return err
		}
		for key, state := range found {
			states[key] = state
		}
	}
	for i := range r.Mails {
		m := &r.Mails[i]
		state, known := states[r.mailKey(*m)]
		switch {
		case m.State != Waiting:
		case !known && time.Since(r.Finished) > 4*24*time.Hour: // forgotten
			m.State = Refused
		case state.State == mail.Sent:
			m.State, m.Problem = mail.Sent, ""
		case state.State == mail.GivenUp:
			m.State, m.Problem = Refused, state.Problem
		default:
			m.Problem = state.Problem
		}
	}
	if !r.unsettled() {
		if err := w.tellRefused(ctx, r); err != nil {
			return err
		}
	}
	return w.Store.keepMails(ctx, r)
}

// sweep forgets runs that are kept no longer, with their files.
func (w *Workers) sweep(ctx context.Context) error {
	for {
		runs, err := w.Store.outlived(ctx, sweptAtOnce)
		if err != nil || len(runs) == 0 {
			return err
		}
		for _, r := range runs {
			if err := w.Remove(ctx, r); err != nil && fault.KindOf(err) != fault.NotFound {
				return err
			}
		}
	}
}

// Remove removes the files of a run that is forgotten.
func (w *Workers) Remove(ctx context.Context, r Run) error {
	names := make([]string, len(r.Spec.Formats))
	for i, format := range r.Spec.Formats {
		names[i] = r.stored(format)
	}
	return w.Media.Delete(ctx, r.OrgID, names...)
}
