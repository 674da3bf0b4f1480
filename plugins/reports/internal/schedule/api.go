package schedule

import (
	"context"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

const (
	maxKept    = 20_000
	previewed  = 3
	permission = "scheduleReports"
)

// Fleet knows the vehicles that the caller sees, and the groups of an organisation.
type Fleet struct {
	Vehicles interface {
		Vehicles(ctx context.Context) ([]replica.Vehicle, error)
	}
	Groups interface {
		Groups(ctx context.Context, orgID string) (groups []plugin.Group, sequence uint64, err error)
	}
}

// Host says which users hold permissions now, and calls other plugins; plugin.Host does.
type Host interface {
	Grants(ctx context.Context, orgID string, permissions, userIDs []string) (map[string]web.Scope, error)
	Call(ctx context.Context, method, path string, in, out any) error
}

// Remover removes the files of runs that are forgotten.
type Remover interface {
	Remove(ctx context.Context, r run.Run) error
}

// API answers about schedules, in the caller's home organisation alone.
type API struct {
	store *Store
	runs  *run.Store
	kinds *kind.Kinds
	files Remover
	fleet Fleet
	host  Host
	now   func() time.Time
}

// NewAPI answers from a store.
func NewAPI(s *Store, runs *run.Store, kinds *kind.Kinds, files Remover, fleet Fleet, host Host, now func() time.Time) *API {
	return &API{s, runs, kinds, files, fleet, host, now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	aSchedule, inBody := web.IDs("id", "schedule"), web.IDs("body.schedule_uuid", "schedule")
	web.Handle(r, "GET /reports/scheduled", web.Needs(permission), a.list, web.Lists(listed), web.Summary("Scheduled reports that the caller sees: its own, and those of users in its groups"))
	web.Handle(r, "GET /reports/scheduled/{id}", web.Needs(permission), a.one, aSchedule, web.Summary("A scheduled report"))
	web.Handle(r, "POST /reports/scheduled", web.Needs(permission), a.create, web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.MaxBody(1<<20), web.Summary("Adds or changes a scheduled report"))
	web.Handle(r, "PUT /reports/scheduled", web.Needs(permission), a.update, inBody, web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.MaxBody(1<<20), web.Summary("Saves a schedule; it runs as whoever saved it last"))
	web.Handle(r, "DELETE /reports/scheduled", web.Needs(permission), a.remove, inBody, web.Summary("Deletes scheduled reports"))
	web.Handle(r, "POST /reports/scheduled/preview", web.Needs(permission), a.preview, web.ReadsOnly(), web.Summary("When a schedule would run, and about which days"))
	web.Handle(r, "PUT /reports/scheduled/{id}/paused", web.Needs(permission), a.pause, aSchedule, web.Summary("Pauses a scheduled report, or lets it go on"))
	web.Handle(r, "POST /reports/scheduled/{id}/run", web.Needs(permission), a.runNow, aSchedule, web.Summary("Runs a schedule now, as its creator, about the days of its next run that are over"))
	web.Handle(r, "GET /reports/scheduled/{id}/runs", web.Needs(permission), a.history, aSchedule, web.Summary("Runs of a scheduled report"))
	web.Handle(r, "POST /reports/scheduled/{id}/runs/{runId}/resend", web.Needs(permission), a.resend, aSchedule, web.IDs("runId", "run"), web.Summary("Sends the mails of a run again, or makes one that failed"))
}

// sees refuses vehicles and groups that the caller does not see.
func (a *API) sees(ctx context.Context, d Draft) error {
	if len(d.VehicleIDs) > 0 {
		seen, err := a.fleet.Vehicles.Vehicles(ctx)
		if err != nil {
			return err
		}
		known := map[string]bool{}
		for _, v := range seen {
			known[v.ID] = true
		}
		for _, id := range d.VehicleIDs {
			if !known[id] {
				return fault.New(fault.NotFound, "There is no such vehicle.")
			}
		}
	}
	return a.seesGroups(ctx, d.GroupIDs)
}

func (a *API) seesGroups(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	caller := web.Caller(ctx)
	groups, _, err := a.fleet.Groups.Groups(ctx, caller.OrgID)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, g := range groups {
		known[g.ID] = caller.Scope.Sees(g.Path, "")
	}
	for _, id := range ids {
		if !known[id] {
			return fault.New(fault.NotFound, "There is no such group.")
		}
	}
	return nil
}

// atHome refuses who acts in another organisation: schedules run as their creators do at home.
func atHome(ctx context.Context) (web.CallerInfo, error) {
	caller := web.Caller(ctx)
	if caller.OrgID != caller.HomeOrgID || caller.UserID == "" {
		return caller, fault.New(fault.Denied, "Reports are scheduled in your own organisation.")
	}
	return caller, nil
}

func (a *API) one(ctx context.Context, in *idInput) (*oneOutput, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	found, err := a.store.one(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.shown(ctx, found)
}

// saved makes a draft the caller's: it runs with what the caller may.
func (a *API) saved(ctx context.Context, one *Schedule, d Draft) error {
	caller := web.Caller(ctx)
	report, plugin, err := a.kinds.FindOf(ctx, d.Report)
	if err != nil {
		return wrong("report_type", "There is no such report.")
	}
	if err := a.maySchedule(ctx, report); err != nil {
		return err
	}
	if err := d.check(report, web.Language(ctx)); err != nil {
		return err
	}
	if err := a.sees(ctx, d); err != nil {
		return err
	}
	if err := a.thereAre(ctx, one.Draft, d); err != nil {
		return err
	}
	one.Draft, one.CreatorID, one.CreatorName, one.CreatorEmail, one.Locale, one.Path = d, caller.UserID, caller.Name, caller.Email, caller.Locale, caller.Scope.Path
	one.Offered = Offered{Plugin: plugin, Title: report.Title}
	one.Next = d.Times.Next(a.now())
	return nil
}

// maySchedule refuses who does not hold what the report itself asks for.
func (a *API) maySchedule(ctx context.Context, report manifest.ReportType) error {
	caller, needed := web.Caller(ctx), report.ToSchedule()
	granted, err := a.host.Grants(ctx, caller.OrgID, []string{needed}, []string{caller.UserID})
	if err != nil {
		return err
	}
	if _, may := granted[caller.UserID]; !may {
		return fault.Forbidden(needed)
	}
	return nil
}

type createInput struct{ Body Draft }

func (a *API) create(ctx context.Context, in *createInput) (*web.Created[Output], error) {
	caller, err := atHome(ctx)
	if err != nil {
		return nil, err
	}
	now := a.now()
	one := Schedule{OrgID: caller.OrgID, ID: uuid.NewString(), Version: 1, Created: now, Changed: now}
	if err := a.saved(ctx, &one, in.Body); err != nil {
		return nil, err
	}
	if err := a.store.add(ctx, one); err != nil {
		return nil, err
	}
	return web.NewCreated(outputOf(ctx, one, run.Run{}, false)), nil
}

type updateInput struct {
	Body struct {
		ID      string `json:"schedule_uuid" minLength:"1" maxLength:"64"`
		Version int    `json:"version,omitempty" required:"false" minimum:"0"`
		Draft
	}
}

type oneOutput struct{ Body Output }

func (a *API) update(ctx context.Context, in *updateInput) (*oneOutput, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	before, err := a.store.one(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	after, err := a.store.change(ctx, in.Body.ID, in.Body.Version, func(one *Schedule) error {
		if one.PauseReason != PausedByUser { // what stopped it may be mended now
			one.Paused, one.PauseReason, one.PausedBy = time.Time{}, "", ""
		}
		return a.saved(ctx, one, in.Body.Draft)
	})
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, after)
	return a.shown(ctx, after)
}

func (a *API) shown(ctx context.Context, one Schedule) (*oneOutput, error) {
	last, err := a.runs.Last(ctx, []string{one.ID})
	if err != nil {
		return nil, err
	}
	newest, has := last[one.ID]
	return &oneOutput{outputOf(ctx, one, newest, has)}, nil
}

type removeInput struct {
	Body struct {
		ID string `json:"schedule_uuid" minLength:"1" maxLength:"64"`
	}
}

func (a *API) remove(ctx context.Context, in *removeInput) (*struct{}, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	runs, err := a.store.remove(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if err := a.files.Remove(ctx, r); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

type previewInput struct{ Body calendar.Times }

// Coming is a run that is to come.
type Coming struct {
	At   time.Time `json:"at"`
	From time.Time `json:"from"`
	To   time.Time `json:"to" doc:"The first moment that is too late"`
}

type previewOutput struct {
	Body struct {
		Runs []Coming `json:"runs" nullable:"false"`
	}
}

func (a *API) preview(ctx context.Context, in *previewInput) (*previewOutput, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	if err := in.Body.Check("body"); err != nil {
		return nil, err
	}
	var out previewOutput
	at := a.now()
	for range previewed {
		at = in.Body.Next(at)
		from, to := in.Body.Range(at)
		out.Body.Runs = append(out.Body.Runs, Coming{at.UTC(), from.UTC(), to.UTC()})
	}
	return &out, nil
}
