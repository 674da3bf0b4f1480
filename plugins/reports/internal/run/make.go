package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
}

// make makes the files of a run, unless they are there, and hands its mails over.
func (w *Workers) make(ctx context.Context, r *Run) error {
	there, err := w.filesThere(ctx, *r)
	if err != nil {
		return err
	}
	if !there {
		if err := w.makeFiles(ctx, r); err != nil {
			return err
		}
		if err := w.Store.keepFiles(ctx, *r); err != nil {
			return err
		}
	}
	if r.ScheduleID == "" {
		return nil
	}
	return w.deliver(ctx, r)
}

// filesThere reports whether all files of a run were made before and are kept still.
func (w *Workers) filesThere(ctx context.Context, r Run) (bool, error) {
	for _, f := range r.Files {
		_, err := w.Media.Stat(ctx, r.OrgID, r.stored(f.Format))
		switch {
		case fault.KindOf(err) == fault.NotFound:
			return false, nil
		case err != nil:
			return false, fmt.Errorf("look for the files of run %s: %w", r.ID, err)
		}
	}
	return len(r.Files) > 0, nil
}

// makeFiles makes the files as the user for whom the run acts: with that user's permissions and scope of this moment.
func (w *Workers) makeFiles(ctx context.Context, r *Run) error {
	act := plugin.Act{OrgID: r.OrgID, UserID: r.UserID, ObjectKind: "report file", ObjectID: r.ID, Detail: r.Name}
	if r.ScheduleID != "" {
		act.ObjectKind, act.ObjectID = "schedule", r.ScheduleID
	}
	err := w.OnBehalf.ActFor(ctx, act, func(ctx context.Context) error {
		caller := web.Caller(ctx)
		if needed := permissionOf(*r); !caller.Has(needed) {
			return stopped{NoPermission}
		}
		if err := w.sees(ctx, r.Spec); err != nil {
			return err
		}
		r.Locale, r.Email = caller.Locale, caller.Email
		r.Files, r.Bytes = nil, 0
		for _, format := range r.Spec.Formats {
			if err := w.makeFile(ctx, r, format); err != nil {
				return err
			}
		}
		return nil
	})
	return stoppedBy(err)
}

func permissionOf(r Run) string {
	if r.ScheduleID != "" {
		return "scheduleReports"
	}
	return "exportReports"
}

// stoppedBy finds errors after which a schedule cannot run any more.
func stoppedBy(err error) error {
	if _, is := errors.AsType[stopped](err); is || err == nil {
		return err
	}
	switch fault.KindOf(err) {
	case fault.SignedOut:
		return stopped{CreatorGone}
	case fault.Denied:
		return stopped{NoPermission}
	case fault.NotFound:
		if errors.Is(err, kind.ErrUnlisted) {
			return err // its plugin may be starting: it is tried again
		}
		if errors.Is(err, kind.ErrNone) {
			return stopped{ReportGone}
		}
		return stopped{CreatorMoved}
	}
	return err
}

// sees stops a run of chosen vehicles and groups of which the caller sees none any more: without any it would be about all that the caller sees, or about nothing. A group without
// vehicles is one still: they may come back.
func (w *Workers) sees(ctx context.Context, spec Spec) error {
	if len(spec.VehicleIDs)+len(spec.GroupIDs) == 0 {
		return nil
	}
	seen, err := w.Fleet.Vehicles(ctx)
	if err != nil {
		return err
	}
	for _, v := range seen {
		within := func(group string) bool { return v.GroupID == group || strings.Contains(v.GroupPath, "/"+group+"/") }
		if slices.Contains(spec.VehicleIDs, v.ID) || slices.ContainsFunc(spec.GroupIDs, within) {
			return nil
		}
	}
	there, err := w.seesGroup(ctx, spec.GroupIDs)
	if err != nil || there {
		return err
	}
	return stopped{VehiclesGone}
}

// seesGroup reports whether one of some groups is there, in the caller's sight.
func (w *Workers) seesGroup(ctx context.Context, ids []string) (bool, error) {
	if len(ids) == 0 {
		return false, nil
	}
	caller := web.Caller(ctx)
	groups, _, err := w.Host.Groups(ctx, caller.OrgID)
	if err != nil {
		return false, fmt.Errorf("list the groups of a run: %w", err)
	}
	return slices.ContainsFunc(groups, func(g plugin.Group) bool { return slices.Contains(ids, g.ID) && caller.Scope.Sees(g.Path, "") }), nil
}

// mayStill stops a run whose user does not hold the permission of its report any more.
func (w *Workers) mayStill(ctx context.Context, r Run, needed string) error {
	granted, err := w.Host.Grants(ctx, r.OrgID, []string{needed}, []string{r.UserID})
	if err != nil {
		return err
	}
	if _, may := granted[r.UserID]; !may {
		return stopped{NoPermission}
	}
	return nil
}

// makeFile writes one file into the storage as its rows come.
func (w *Workers) makeFile(ctx context.Context, r *Run, format string) error {
	file, err := w.Reports.Prepare(ctx, report.Asked{Type: r.Spec.Report, Query: r.query(), Columns: r.Spec.Columns, GroupBy: r.Spec.GroupBy, Before: r.Before})
	if err != nil {
		return err
	}
	if r.ScheduleID != "" {
		if err := w.mayStill(ctx, *r, file.ToSchedule()); err != nil {
			return err
		}
	}
	from, into := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := file.Write(ctx, into, format, func(row int64) error {
			r.count(row)
			return nil
		})
		written <- err
		_ = into.CloseWithError(err) // never fails
	}()
	stored, err := w.Media.Write(ctx, r.OrgID, r.stored(format), from)
	_ = from.CloseWithError(io.ErrClosedPipe) // never fails; ends the writer if the storage has not taken all
	if wrong := <-written; wrong != nil && !errors.Is(wrong, io.ErrClosedPipe) {
		return wrong
	}
	if err != nil {
		return err
	}
	r.Rows = r.progress()
	r.Bytes += stored.Size
	r.Files = append(r.Files, File{Format: format, Name: file.Name(format), Bytes: stored.Size})
	return nil
}
