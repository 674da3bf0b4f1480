package run

import (
	"context"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

const (
	permission = "exportReports"
	mostAtOnce = 5 // files of one user that are not over
)

// API answers about files that are made while nobody waits.
type API struct {
	store   *Store
	reports *report.Reports
	media   *media.Store
	workers *Workers
	now     func() time.Time
}

// NewAPI answers from a store.
func NewAPI(s *Store, reports *report.Reports, files *media.Store, workers *Workers, now func() time.Time) *API {
	return &API{s, reports, files, workers, now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	aFile := web.IDs("id", "report file")
	web.Handle(r, "POST /org/{orgId}/reports/{type}/files", web.Needs(permission), a.begin, web.Status(202), web.Exports(), web.Summary("Makes a report as a file while nobody waits"))
	web.Handle(r, "GET /org/{orgId}/reports/files", web.Needs(permission), a.list, web.Lists(listed), web.Summary("The caller's files, the newest first"))
	web.Handle(r, "GET /org/{orgId}/reports/files/{id}", web.Needs(permission), a.one, aFile, web.Summary("How far a file that is made in the background is"))
	web.Handle(r, "DELETE /org/{orgId}/reports/files/{id}", web.Needs(permission), a.remove, aFile, web.Summary("Stops a file that is being made, or removes one"))
}

type beginInput struct {
	OrgID string `path:"orgId"`
	Type  string `path:"type" maxLength:"64"`
	Body  struct {
		rows.Query
		Format  string         `json:"format" enum:"xlsx,csv,json,pdf"`
		Columns []string       `json:"columns,omitempty" required:"false" maxItems:"60" nullable:"false"`
		GroupBy string         `json:"group_by,omitempty" required:"false" maxLength:"64"`
		Before  *report.Period `json:"compared_with,omitempty" required:"false" doc:"A time to compare totals and sub-totals with"`
	}
}

type fileOutput struct{ Body Asked }

// Asked is a file that somebody asked for.
type Asked struct {
	Output
	Title string `json:"title"`
	Link  string `json:"link,omitempty" doc:"Where it can be had for ten minutes, once it is made"`
}

// begin keeps what is asked for; a file is made as its user at home, where schedules run as well.
func (a *API) begin(ctx context.Context, in *beginInput) (*fileOutput, error) {
	caller := web.Caller(ctx)
	if caller.UserID == "" || caller.OrgID != caller.HomeOrgID {
		return nil, fault.New(fault.Denied, "Files are made in your own organisation. Export this one while you wait.")
	}
	if err := in.Body.Query.Check(); err != nil {
		return nil, err
	}
	prepared, err := a.reports.Prepare(ctx, report.Asked{Type: in.Type, Query: in.Body.Query, Columns: in.Body.Columns, GroupBy: in.Body.GroupBy, Before: in.Body.Before})
	if err != nil {
		return nil, err
	}
	under, err := a.store.filesUnderWay(ctx)
	if err != nil {
		return nil, err
	}
	if under >= mostAtOnce {
		return nil, fault.New(fault.Conflict, "%d of your files are being made already. Wait until one is done.", under)
	}
	q := in.Body.Query
	r := Run{
		OrgID: caller.OrgID, ID: uuid.NewString(), UserID: caller.UserID, Name: prepared.Title(), Locale: caller.Locale, Email: caller.Email, From: q.From, To: q.To, Zone: q.Zone,
		Due: a.now(), Manual: true, State: Waiting, Made: a.now(),
		Spec: Spec{Report: in.Type, VehicleIDs: q.VehicleIDs, GroupIDs: q.GroupIDs, Filters: q.Filters, GroupBy: in.Body.GroupBy, Columns: in.Body.Columns, Formats: []string{in.Body.Format}}, Before: in.Body.Before,
	}
	err = a.store.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		_, err := a.store.Add(tx, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &fileOutput{Asked{Output: OutputOf(ctx, r), Title: r.Name}}, nil
}

// listed is what the list of files can be filtered, sorted and searched by.
var listed = web.NewListFields("id", "-made",
	web.ListField{Name: "title", Column: "name", Order: "lower(name)", Search: true},
	web.ListField{Name: "state", Kind: web.OneOf, Column: "state", Options: []string{Waiting, Running, Done, Failed, Cancelled}},
	web.ListField{Name: "made", Kind: web.TimeMs, Column: "made_ms"},
	web.ListField{Name: "rows", Kind: web.Integer, Column: "row_count"},
	web.ListField{Name: "bytes", Kind: web.Integer, Column: "bytes"},
)

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type filesOutput struct {
	Body struct {
		Files        []Asked `json:"files" nullable:"false"`
		TotalRecords int64   `json:"total_records"`
		PageCount    int     `json:"page_count"`
	}
}

func (a *API) list(ctx context.Context, in *listInput) (*filesOutput, error) {
	runs, total, err := a.store.files(ctx, &in.ListQuery)
	if err != nil {
		return nil, err
	}
	var out filesOutput
	out.Body.TotalRecords, out.Body.PageCount = total, in.PageCount(total)
	out.Body.Files = make([]Asked, len(runs))
	for i, r := range runs {
		if out.Body.Files[i], err = a.shown(ctx, r); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// shown is a file with a link to it; the link ends with the caller's session.
func (a *API) shown(ctx context.Context, r Run) (Asked, error) {
	shown := Asked{Output: OutputOf(ctx, r), Title: r.Name}
	if r.State != Done || len(r.Files) == 0 {
		return shown, nil
	}
	f := r.Files[0]
	path, _, err := a.media.Link(ctx, r.OrgID, r.stored(f.Format), media.LinkOptions{ContentType: document.ContentType(f.Format), FileName: f.Name})
	shown.Link = path
	return shown, err
}

type oneInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"64"`
}

// own finds a file of the caller's; ErrNone.
func (a *API) own(ctx context.Context, id string) (Run, error) {
	r, err := a.store.One(ctx, id)
	if err == nil && (r.ScheduleID != "" || r.UserID != web.Caller(ctx).UserID) {
		err = ErrNone
	}
	return r, err
}

func (a *API) one(ctx context.Context, in *oneInput) (*fileOutput, error) {
	r, err := a.own(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	shown, err := a.shown(ctx, r)
	return &fileOutput{shown}, err
}

func (a *API) remove(ctx context.Context, in *oneInput) (*struct{}, error) {
	r, err := a.own(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.store.Cancel(ctx, r); err != nil {
		return nil, err
	}
	return nil, a.workers.Remove(ctx, r)
}
