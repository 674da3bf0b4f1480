package schedule

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// failedLast are the schedules whose last run failed; few runs did, and an index has them alone.
const failedLast = `(s.org_id, s.id) IN (SELECT f.org_id, f.schedule_id FROM reports.run f WHERE f.state = 'failed' AND f.schedule_id <> ''
	AND NOT EXISTS (SELECT FROM reports.run n WHERE n.org_id = f.org_id AND n.schedule_id = f.schedule_id AND n.made_ms > f.made_ms))`

// listed is what the list can be filtered, sorted and searched by. The state is that of Output.
var listed = web.NewListFields("s.id", "name",
	web.ListField{Name: "name", Column: "s.name", Order: "lower(s.name)", Search: true},
	web.ListField{Name: "report_type", Column: "(s.spec->>'report_type')", Search: true},
	web.ListField{Name: "state", Kind: web.OneOf, Column: `(CASE WHEN s.paused_ms > 0 THEN 'paused' WHEN ` + failedLast + ` THEN 'failed' ELSE 'active' END)`, Options: []string{"active", "paused", "failed"}, Unsorted: true},
	web.ListField{Name: "frequency", Kind: web.OneOf, Column: "(s.times->>'frequency')", Options: []string{"daily", "weekly", "monthly"}},
	web.ListField{Name: "period", Kind: web.OneOf, Column: "(s.times->>'period')", Options: []string{"previous_day", "last_week", "week_to_date", "month_to_date"}},
	web.ListField{Name: "next_run", Kind: web.TimeMs, Column: "(CASE WHEN s.paused_ms > 0 THEN 0 ELSE s.next_ms END)"},
	web.ListField{Name: "recipients", Column: `jsonb_path_query_array(s.recipients, '$[*].name')::text || jsonb_path_query_array(s.recipients, '$[*].id')::text`, Search: true, Unsorted: true},
	web.ListField{Name: "creator_name", Column: "s.creator_name", Order: "lower(s.creator_name)", Search: true},
)

// Counts are how many schedules the caller sees.
type Counts struct {
	All    int `json:"all"`
	Active int `json:"active"`
	Paused int `json:"paused"`
	Failed int `json:"failed" doc:"Those that go on, and whose last run failed"`
}

type listInput struct{ web.ListQuery }

type listOutput struct {
	Body struct {
		Scheduled    []Output `json:"scheduled" nullable:"false"`
		TotalRecords int64    `json:"total_records"`
		PageCount    int      `json:"page_count"`
		Counts       Counts   `json:"counts" doc:"Of all that the caller sees, whatever the list is filtered by"`
	}
}

func (a *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
	if _, err := atHome(ctx); err != nil {
		return nil, err
	}
	found, total, counts, err := a.store.page(ctx, &in.ListQuery)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, one := range found {
		ids[i] = one.ID
	}
	last, err := a.runs.Last(ctx, ids)
	if err != nil {
		return nil, err
	}
	var out listOutput
	out.Body.TotalRecords, out.Body.PageCount, out.Body.Counts, out.Body.Scheduled = total, in.PageCount(total), counts, make([]Output, len(found))
	for i, one := range found {
		newest, has := last[one.ID]
		out.Body.Scheduled[i] = outputOf(ctx, one, newest, has)
	}
	return &out, nil
}

// page is the page that q asks for of the schedules that the caller of ctx sees, and how many there are of each state.
func (s *Store) page(ctx context.Context, q *web.ListQuery) (seen []Schedule, total int64, counts Counts, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		visible := func() *gorm.DB {
			return tx.Table("reports.schedule AS s").Where("s.org_id = ?", caller.OrgID).Where(`(s.creator_id = ? OR ? OR (s.path >= ? AND s.path < ? AND ? <> ''))`,
				caller.UserID, caller.Scope.All, caller.Scope.Path, web.PathEnd(caller.Scope.Path), caller.Scope.Path)
		}
		var found []scheduleRow
		if total, err = store.FindPage(visible().Select(columns), q, &found); err != nil {
			return err
		}
		if seen, err = read(found); err != nil {
			return err
		}
		return visible().Select(`count(*) AS "all", count(*) FILTER (WHERE s.paused_ms = 0) AS active, count(*) FILTER (WHERE s.paused_ms > 0) AS paused,
			count(*) FILTER (WHERE s.paused_ms = 0 AND ` + failedLast + `) AS failed`).Scan(&counts).Error
	})
	if err != nil {
		return nil, 0, Counts{}, fmt.Errorf("list schedules: %w", err)
	}
	return seen, total, counts, nil
}
