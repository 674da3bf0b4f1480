package run

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/outrider/plugins/reports/internal/schedulemail"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/mail"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

const (
	workers    = 4 // runs at once in one process, at most: see turns
	lookEvery  = 2 * time.Second
	holdEvery  = 2 * time.Second
	sweepEvery = time.Hour
	maxRetries = 3
	maxClaims  = 20 // a run that ends its process each time is over at some time
)

// pauses are those before each retry.
var pauses = [maxRetries]time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour}

// startPause is the first of them where the report's plugin is not there: those of a host that has just started are there by then.
const startPause = 30 * time.Second

// pauseAfter is how long after a failure a run is tried again that has failed so often before; 0: it is over.
func pauseAfter(failure error, before int) time.Duration {
	switch {
	case before >= len(pauses):
		return 0
	case before == 0 && errors.Is(failure, kind.ErrUnlisted):
		return startPause
	default:
		return pauses[before]
	}
}

// Why a schedule cannot run any more: it is paused with this reason.
const (
	CreatorGone  = "creator_gone"
	CreatorMoved = "creator_moved"
	NoPermission = "no_permission"
	ReportGone   = "report_gone"
	VehiclesGone = "vehicles_gone"
)

// stopped is why a run can never be made: its schedule is paused.
type stopped struct{ reason string }

// Error implements error.
func (s stopped) Error() string { return s.reason }

// Pauser pauses schedules.
type Pauser interface {
	// PauseFor pauses the schedule of a run that cannot be made any more, and says why. It reports false where what stopped the run is over already: the schedule goes on.
	PauseFor(ctx context.Context, r Run, reason string) (paused bool, err error)
}

// Sender hands mails over, each key once, and says what became of them.
type Sender interface {
	Send(ctx context.Context, m mail.Message) (queued bool, err error)
	States(ctx context.Context, orgID string, keys []string) (map[string]mail.State, error)
}

// Host is the part of plugin.Host that is used.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
	Groups(ctx context.Context, orgID string) (groups []plugin.Group, sequence uint64, err error)
	Grants(ctx context.Context, orgID string, permissions, userIDs []string) (map[string]web.Scope, error)
}

// Workers make what is due.
type Workers struct {
	Store      *Store
	Reports    *report.Reports
	Fleet      Fleet
	OnBehalf   plugin.OnBehalf
	Media      *media.Store
	Mail       Sender
	Host       Host
	Pauser     Pauser
	MailWriter *schedulemail.Writer
	Log        *slog.Logger
}

// Run makes runs until ctx ends. Several processes may do so.
func (w *Workers) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	turns := newTurns()
	for range workers {
		group.Go(func() error { return w.work(ctx, turns) })
	}
	group.Go(func() error { return w.follow(ctx) })
	group.Go(func() error { return w.pace(ctx, turns) })
	return group.Wait()
}

func (w *Workers) work(ctx context.Context, turns *turns) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for turns.take(ctx) {
		r, ok, err := w.Store.claim(ctx)
		end := turns.held()
		switch {
		case err != nil && ctx.Err() == nil:
			w.Log.Warn("runs of reports wait", "error", err.Error())
		case ok:
			w.Store.Wake() // there may be more for the others
			w.one(ctx, r)
			turns.ended()
			end()
			continue
		}
		end()
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-w.Store.wake:
		}
	}
	return nil
}

// pace looks how many runs wait, until ctx ends.
func (w *Workers) pace(ctx context.Context, turns *turns) error {
	tick := time.NewTicker(paceEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		waiting, oldest, err := w.Store.backlog(ctx)
		if err != nil && ctx.Err() == nil {
			w.Log.Warn("it is not known how many reports wait", "error", err.Error())
		}
		if err == nil {
			turns.pace(waiting, oldest)
		}
	}
}

// one makes a run that was claimed, and notes how it went.
func (w *Workers) one(ctx context.Context, r Run) {
	held, let := w.holding(ctx, &r)
	err := w.make(held, &r)
	if lost := let(); lost != nil {
		err = lost
	}
	if err == nil {
		err = w.Store.finish(ctx, r)
	}
	if err == nil || errors.Is(err, errLost) || ctx.Err() != nil {
		return // what was cancelled or taken over is another's; what a process that ends leaves is claimed again
	}
	if err := w.settle(ctx, r, err); err != nil && !errors.Is(err, errLost) {
		w.Log.Warn("what became of a run cannot be noted: it is made again", "run", r.ID, "error", err.Error())
	}
}

// settle notes a failure: what another try may mend is tried again, three times; what cannot run any more pauses its schedule. The creator is told of what is over.
func (w *Workers) settle(ctx context.Context, r Run, failure error) error {
	stop, isStopped := errors.AsType[stopped](failure)
	if errors.Is(failure, kind.ErrUnlisted) && r.Failures >= len(pauses) {
		stop, isStopped = stopped{ReportGone}, true
	}
	if isStopped && r.ScheduleID != "" {
		paused, err := w.Pauser.PauseFor(ctx, r, stop.reason)
		if err != nil {
			return err
		}
		isStopped = paused
	}
	reason, pause := reasonOf(failure), time.Duration(0)
	final := isStopped || fault.KindOf(failure) == fault.Invalid || r.Claim >= maxClaims
	if !final {
		pause = pauseAfter(failure, r.Failures)
	}
	w.Log.Warn("a run of a report failed", "org", r.OrgID, "run", r.ID, "try", r.Failures+1, "over", pause == 0, "error", failure.Error())
	if pause == 0 && r.ScheduleID != "" {
		if err := w.tellFailed(ctx, r, reason, isStopped); err != nil {
			return err
		}
	}
	return w.Store.failed(ctx, r, reason, pause)
}

// reasonOf is what people read: the sentence of a fault, or that something went wrong.
func reasonOf(err error) string {
	if stop, ok := errors.AsType[stopped](err); ok {
		return stop.reason
	}
	if errors.Is(err, kind.ErrUnlisted) {
		return ReportGone
	}
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Message != "" {
		return f.Message
	}
	return "internal"
}

// holding keeps a claim while a run is made; let ends that and says whether the claim was lost, by which the context of the making is ended.
func (w *Workers) holding(ctx context.Context, r *Run) (held context.Context, let func() error) {
	held, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	copied := *r
	go func() {
		tick := time.NewTicker(holdEvery)
		defer tick.Stop()
		for {
			select {
			case <-held.Done():
				ended <- nil
				return
			case <-tick.C:
			}
			if err := w.Store.hold(held, copied, r.progress()); errors.Is(err, errLost) {
				cancel()
				ended <- err
				return
			}
		}
	}()
	return held, func() error {
		cancel()
		return <-ended
	}
}
