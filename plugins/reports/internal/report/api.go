// Package report makes reports on demand: it asks the plugin whose report it is for the rows, adds them up, and shows them or writes them into a file.
package report

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/plugins/reports/internal/chart"
	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/letterhead"
	"outrider.dev/outrider/plugins/reports/internal/naming"
	"outrider.dev/outrider/plugins/reports/internal/sums"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// maxShown is how many rows a screen gets; files have all of them.
const maxShown = 10_000

// Organisations lists the organisations; plugin.Host does.
type Organisations interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
}

// Devices finds devices that the caller sees; replica.Fleet does.
type Devices interface {
	Device(ctx context.Context, id string) (replica.Device, error)
}

// Letterheads knows what the documents of organisations begin with; letterhead.Store does.
type Letterheads interface {
	Of(ctx context.Context, orgID string) (letterhead.Letterhead, error)
}

// Comparable says whether times compare; known.Known does.
type Comparable interface {
	Compares(ctx context.Context, report manifest.ReportType, earlier rows.Query, until time.Time) (bool, error)
}

// Reports are the operations on reports.
type Reports struct {
	kinds         *kind.Kinds
	devices       Devices
	names         *naming.Namer
	organisations Organisations
	letterheads   Letterheads
	comparable    Comparable
	now           func() time.Time
}

// New makes reports of kinds.
func New(kinds *kind.Kinds, devices Devices, names *naming.Namer, organisations Organisations, letterheads Letterheads, comparable Comparable, now func() time.Time) *Reports {
	return &Reports{kinds: kinds, devices: devices, names: names, organisations: organisations, letterheads: letterheads, comparable: comparable, now: now}
}

// Register lists the operations.
func (r *Reports) Register(router *web.Router) {
	const asked = "the operation of the plugin whose report it is asks for the report's permission"
	web.Handle(router, "POST /org/{orgId}/reports/{type}/rows", web.SignedIn(asked), r.view, web.ReadsOnly(), web.TakesLong(), web.Summary("A report: rows, totals, sub-totals and chart"))
	web.Handle(router, "POST /org/{orgId}/reports/{type}/totals", web.SignedIn(asked), r.total, web.ReadsOnly(), web.TakesLong(), web.Summary("What a report comes to, without its rows"))
	web.Handle(router, "POST /org/{orgId}/reports/{type}/file", web.Needs("exportReports"), r.file, web.ReadsOnly(), web.TakesLong(), web.Exports(), web.Summary("A report as a file"))
	web.Handle(router, "POST /reports/{type}", web.SignedIn(asked), r.catalogue, web.ReadsOnly(), web.TakesLong(), web.Summary("A report by the catalogue's filters"))
}

type viewInput struct {
	OrgID string `path:"orgId"`
	Type  string `path:"type" maxLength:"64"`
	Body  struct {
		rows.Query
		GroupBy string `json:"group_by,omitempty" maxLength:"64" doc:"One of the report's group_by: sub-totals by this column"`
	}
}

// View is a report as a screen shows it. Values are those of the kinds of the columns, in the system's units.
type View struct {
	Rows       [][]any      `json:"rows" nullable:"false"`
	TotalRows  int64        `json:"total_rows"`
	More       bool         `json:"more" doc:"There are more rows than rows has; totals are of all"`
	Totals     sums.Totals  `json:"totals" nullable:"false" doc:"In the order of the report's totals"`
	Groups     []sums.Group `json:"groups" nullable:"false"`
	Chart      []sums.Point `json:"chart" nullable:"false" doc:"At most 62: days in their order, those without rows as well; other values the largest first"`
	ChartParts []string     `json:"chart_parts" nullable:"false" doc:"Keys of the sub-totals that divide the points, the largest first"`
	ChartStep  string       `json:"chart_step,omitempty" enum:"day,week" doc:"How long a time each point is of; without it a value of the column"`
	Dropped    bool         `json:"dropped" doc:"There are more sub-totals or points than groups and chart have"`
	Names      naming.Names `json:"names" doc:"What ids of vehicles and groups are called"`
	MadeAt     time.Time    `json:"made_at"`
	TookMs     int64        `json:"took_ms"`
}

type viewOutput struct{ Body View }

func (r *Reports) view(ctx context.Context, in *viewInput) (*viewOutput, error) {
	report, err := r.kinds.Find(ctx, in.Type)
	if err == nil {
		err = checkGroupBy(report, in.Body.GroupBy)
	}
	if err != nil {
		return nil, err
	}
	view, err := r.make(web.Streaming(ctx), report, in.Body.Query, in.Body.GroupBy)
	return &viewOutput{view}, err
}

// make reads a report and adds it up.
func (r *Reports) make(ctx context.Context, report manifest.ReportType, q rows.Query, by string) (View, error) {
	begun, sum, shown := r.now(), sums.New(report, by), [][]any{}
	zone, err := q.Location()
	if err != nil {
		return View{}, err
	}
	err = r.kinds.Each(ctx, report, q, func(row []any) error {
		sum.Add(row)
		if len(shown) < maxShown {
			shown = append(shown, row)
		}
		return nil
	})
	if err != nil {
		return View{}, err
	}
	names, err := r.names.Of(ctx, report)
	if err != nil {
		return View{}, err
	}
	drawn, groups := chart.Of(report, chart.SpanOf(q, zone, begun), sum), sum.Groups()
	drawn.AddBars(report, sum, groups)
	return View{
		Rows: shown, TotalRows: sum.Rows(), More: sum.Rows() > int64(len(shown)), Totals: sum.Totals(), Groups: groups, Dropped: sum.Dropped(),
		Chart: drawn.Points, ChartParts: drawn.Parts, ChartStep: drawn.Step, Names: names, MadeAt: begun.UTC(), TookMs: r.now().Sub(begun).Milliseconds(),
	}, nil
}

type fileInput struct {
	OrgID string `path:"orgId"`
	Type  string `path:"type" maxLength:"64"`
	Body  struct {
		rows.Query
		Format  string   `json:"format" enum:"xlsx,csv,json,pdf"`
		Columns []string `json:"columns,omitempty" maxItems:"60" nullable:"false" doc:"Their keys, in the order of the file; without it those that are not hidden"`
		GroupBy string   `json:"group_by,omitempty" maxLength:"64" doc:"One of the report's group_by: sub-totals by this column, in PDFs and comparisons"`
		Before  *Period  `json:"compared_with,omitempty" required:"false" doc:"A time to compare totals and sub-totals with"`
	}
}

// file writes a report into the answer as its rows come. What goes wrong before the first of them has left is answered as of any operation; later the file breaks off.
func (r *Reports) file(ctx context.Context, in *fileInput) (*huma.StreamResponse, error) {
	file, err := r.Prepare(ctx, Asked{Type: in.Type, Query: in.Body.Query, Columns: in.Body.Columns, GroupBy: in.Body.GroupBy, Before: in.Body.Before})
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		out := &lateHead{c: c, contentType: document.ContentType(in.Body.Format), name: file.Name(in.Body.Format)}
		if err := file.Write(web.Streaming(ctx), out, in.Body.Format, nil); err != nil {
			out.refuse(err)
		}
	}}, nil
}

// organisation is the caller's; one without a name if the host does not know it any more.
func (r *Reports) organisation(ctx context.Context) (plugin.Organisation, error) {
	all, err := r.organisations.Organisations(ctx)
	if err != nil {
		return plugin.Organisation{}, fmt.Errorf("find the organisation: %w", err)
	}
	id := web.Caller(ctx).OrgID
	if at := slices.IndexFunc(all, func(o plugin.Organisation) bool { return o.ID == id }); at >= 0 {
		return all[at], nil
	}
	return plugin.Organisation{ID: id}, nil
}
