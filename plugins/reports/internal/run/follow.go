package run

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
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

// check asks for the runs that are due, of an organisation at once. The creator is told once it is known of all mails and some were refused.
func (w *Workers) check(ctx context.Context) error {
	runs, err := w.Store.unchecked(ctx, checkedAtOnce)
	if err != nil {
		return err
	}
	byOrg := map[string][]Run{}
	for _, r := range runs {
		byOrg[r.OrgID] = append(byOrg[r.OrgID], r)
	}
	for orgID, of := range byOrg {
		states, err := w.mailStates(ctx, orgID, of)
		if err != nil {
			return err
		}
		for _, r := range of {
			if err := w.noteMails(ctx, r, states); err != nil {
				return err
			}
		}
	}
	return nil
}

// mailStates are those of the mails of an organisation's runs, by their keys.
func (w *Workers) mailStates(ctx context.Context, orgID string, runs []Run) (map[string]mail.State, error) {
	var keys []string
	for _, r := range runs {
		for _, m := range r.Mails {
			keys = append(keys, r.mailKey(m))
		}
	}
	states := map[string]mail.State{}
	for some := range slices.Chunk(keys, 1000) {
		found, err := w.Mail.States(ctx, orgID, some)
		if err != nil {
			return nil, err
		}
		maps.Copy(states, found)
	}
	return states, nil
}

func (w *Workers) noteMails(ctx context.Context, r Run, states map[string]mail.State) error {
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
			m.State, m.Problem = Refused, serverSays(state.Problem)
		default:
			m.Problem = serverSays(state.Problem)
		}
	}
	if !r.unsettled() {
		if err := w.tellRefused(ctx, r); err != nil {
			return err
		}
	}
	return w.Store.keepMails(ctx, r)
}

// answered finds what a mail server said to a command among what the sender adds for the log.
var answered = regexp.MustCompile(`(?:SMTP [A-Z ]+ command|SMTP DATA writer): ([245]\d\d .+?)(?:, affected (?:recipient|message)|$)`)

// serverSays is the part of a problem that people can use: the mail server's own words, where it said any.
func serverSays(problem string) string {
	if found := answered.FindStringSubmatch(problem); found != nil {
		return strings.ReplaceAll(found[1], `"`, "")
	}
	return problem
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
