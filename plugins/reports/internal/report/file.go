package report

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/chart"
	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/naming"
	"outrider.dev/outrider/plugins/reports/internal/sums"
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
	GroupBy string   // sub-totals by this column, in PDFs and comparisons
	Before  *Period  // compare with this time; nil: with none
}

// Period is a time with which another is compared.
type Period struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to" doc:"The first moment that is too late"`
}

// File is a report that can be written.
type File struct {
	reports *Reports
	asked   Asked
	table   document.Table
}

// Prepare finds what a file says besides its rows, as the caller of ctx sees it.
func (r *Reports) Prepare(ctx context.Context, asked Asked) (File, error) {
	if asked.Before != nil {
		if err := rows.CheckRange("compared_with.to", asked.Before.From, asked.Before.To); err != nil {
			return File{}, err
		}
	}
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
	var err error
	if f.table.Before, f.table.Unknown, err = f.compare(ctx); err != nil {
		return err
	}
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

// compare finds what the report came to in the time that it is compared with, or that too little is known of it; nothing where none was asked for, or the report is of the moment.
func (f File) compare(ctx context.Context) (*document.Before, *document.Unknown, error) {
	if f.asked.Before == nil || f.table.Report.Now {
		return nil, nil, nil
	}
	earlier, report := f.asked.Query, f.table.Report
	earlier.From, earlier.To, report.Chart = f.asked.Before.From, f.asked.Before.To, nil
	compares, err := f.reports.comparable.Compares(ctx, report, earlier, f.asked.Query.To)
	if err != nil {
		return nil, nil, err
	}
	if !compares {
		return nil, &document.Unknown{From: earlier.From, To: earlier.To}, nil
	}
	added := sums.New(report, f.asked.GroupBy)
	err = f.reports.kinds.Each(ctx, report, earlier, func(row []any) error {
		added.Add(row)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return &document.Before{From: earlier.From, To: earlier.To, Rows: added.Rows(), Totals: added.Totals(), Groups: added.Groups()}, nil, nil
}

// covers says which vehicles and groups were chosen: the names of a few, the number of many; nothing where all were.
func covers(q rows.Query, names naming.Names) string {
	const named = 3
	var list []string
	for _, id := range q.GroupIDs[:min(len(q.GroupIDs), named)] {
		list = append(list, names.Of(manifest.KindGroup, id))
	}
	if left := len(q.GroupIDs) - named; left > 0 {
		list = append(list, fmt.Sprintf("+%d", left))
	}
	for _, id := range q.VehicleIDs[:min(len(q.VehicleIDs), named)] {
		list = append(list, names.Of(manifest.KindVehicle, id))
	}
	if left := len(q.VehicleIDs) - named; left > 0 {
		list = append(list, fmt.Sprintf("+%d", left))
	}
	return strings.Join(list, ", ")
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
		return document.Table{}, err
	}
	own, err := r.organisation(ctx)
	if err != nil {
		return document.Table{}, err
	}
	letterhead, err := r.letterheads.Of(ctx, caller.OrgID)
	if err != nil {
		return document.Table{}, err
	}
	t := document.Table{
		Report: report, Names: names, Zone: zone, Language: texts.Of(caller.Locale), Units: fleet.Units(caller.Units), From: asked.Query.From, To: asked.Query.To,
		MadeAt: r.now(), MadeBy: caller.Name, GroupBy: asked.GroupBy, Organisation: own.Name, Logo: letterhead.Image, Address: letterhead.Address,
		Covers: covers(asked.Query, names), Daily: chart.SpanOf(asked.Query, zone, r.now()).Daily,
	}
	if err := checkGroupBy(report, asked.GroupBy); err != nil {
		return t, err
	}
	t.Places, err = places(report, asked.Columns)
	return t, err
}

// checkGroupBy refuses sub-totals that a report does not have; fault.Invalid.
func checkGroupBy(report manifest.ReportType, by string) error {
	if by != "" && !slices.Contains(report.GroupBy, by) {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.group_by", Message: "There are no such sub-totals."})
	}
	return nil
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
