package report

import (
	"context"
	"io"
	"slices"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// Asked is which report a file is to have.
type Asked struct {
	Type    string
	Query   rows.Query
	Columns []string // keys, in the order of the file; none: those that are not hidden
	GroupBy string   // a PDF has sub-totals by this column
}

// File is a report that can be written.
type File struct {
	reports *Reports
	asked   Asked
	table   document.Table
}

// Prepare finds what a file says besides its rows, as the caller of ctx sees it.
func (r *Reports) Prepare(ctx context.Context, asked Asked) (File, error) {
	found, err := r.kinds.Find(ctx, asked.Type)
	if err != nil {
		return File{}, err
	}
	table, err := r.table(ctx, found, asked)
	return File{r, asked, table}, err
}

// Title is what the report is called in the caller's language.
func (f File) Title() string { return f.table.Title() }

// ToSchedule is the permission that scheduling the report needs.
func (f File) ToSchedule() string { return f.table.Report.ToSchedule() }

// Name is what a file is called: letters of ASCII alone.
func (f File) Name(format string) string { return f.table.FileName(format) }

// Write makes the file as the caller of ctx; each is told of every row and may end it, nil: nobody is.
func (f File) Write(ctx context.Context, w io.Writer, format string, each func(row int64) error) error {
	return document.Write(w, format, f.table, func(do func(row []any) error) error {
		count := int64(0)
		return f.reports.kinds.Each(ctx, f.table.Report, f.asked.Query, func(row []any) error {
			if count++; each != nil {
				if err := each(count); err != nil {
					return err
				}
			}
			return do(row)
		})
	})
}

// table is what a file says besides its rows.
func (r *Reports) table(ctx context.Context, report manifest.ReportType, asked Asked) (document.Table, error) {
	caller := web.Caller(ctx)
	names, err := r.names.Of(ctx, report)
	if err != nil {
		return document.Table{}, err
	}
	zone, err := asked.Query.Location()
	if err != nil {
		return document.Table{}, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.zone", Message: "There is no such time zone."})
	}
	own, err := r.organisation(ctx)
	if err != nil {
		return document.Table{}, err
	}
	logo, err := r.logos.Logo(ctx, caller.OrgID)
	if err != nil {
		return document.Table{}, err
	}
	t := document.Table{
		Report: report, Names: names, Zone: zone, Language: texts.Of(caller.Locale), Units: fleet.Units(caller.Units), From: asked.Query.From, To: asked.Query.To,
		MadeAt: r.now(), MadeBy: caller.Name, GroupBy: asked.GroupBy, Organisation: own.Name, Logo: logo,
	}
	if asked.GroupBy != "" && !slices.Contains(report.GroupBy, asked.GroupBy) {
		return t, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.group_by", Message: "There are no such sub-totals."})
	}
	t.Places, err = places(report, asked.Columns)
	return t, err
}

// places are where the columns of a file stand in a row.
func places(report manifest.ReportType, keys []string) (list []int, err error) {
	for _, key := range keys {
		place := kind.Place(report, key)
		if place < 0 {
			return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.columns", Message: "There is no such column."})
		}
		list = append(list, place)
	}
	for i, column := range report.Columns {
		if len(keys) == 0 && !column.Hidden {
			list = append(list, i)
		}
	}
	return list, nil
}
