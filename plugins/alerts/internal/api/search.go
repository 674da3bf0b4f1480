package api

import (
	"context"
	"strconv"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

const (
	// lookBack is how far a search goes without a start: as long as samples are taken.
	lookBack = 400 * 24 * time.Hour
	// lookAhead covers devices whose clock is ahead.
	lookAhead = 25 * time.Hour
)

type searchBody struct {
	QueryType string       `json:"query_type,omitempty" maxLength:"100" doc:"A hint; csv or xlsx name the format of a report"`
	Start     web.TimeText `json:"start_timestamp,omitempty" doc:"RFC 3339, Unix seconds or milliseconds, or without a zone: by the clock of the one vehicle that is searched, else of the organisation"`
	End       web.TimeText `json:"end_timestamp,omitempty"`
	Filters   any          `json:"filters,omitempty" doc:"[{attribute, value}], or {attribute: value or list}"`
}

type searchInput struct {
	OrgID   string `path:"orgId"`
	OrderBy string `query:"order_by" default:"id" enum:"id,oldest,severity,type,speed_kmh" doc:"id: the newest first"`
	PageNum int    `query:"page_num" minimum:"1" maximum:"1000000"`
	Rows    int    `query:"rows_per_page" minimum:"1" maximum:"500" default:"100"`
	Body    searchBody
}

type searchOutput struct {
	Audit string `header:"Outrider-Audit" doc:"For the host: that a file was made"`
	Body  searchAnswer
}

type searchAnswer struct {
	Alerts       *[]view.Alert `json:"Alerts,omitempty" doc:"Of a page"`
	PageCount    *int          `json:"page_count,omitempty"`
	TotalRecords *int64        `json:"total_records,omitempty"`
	About        bool          `json:"total_is_estimate,omitempty" doc:"There are more than 10,000, and total_records is about how many"`
	Location     string        `json:"s3_location,omitempty" doc:"Of a report: where to get the file"`
}

// search answers a page of alerts, or, without a page number, a file of all.
func (a *API) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	q, err := a.query(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	if in.OrderBy != "id" {
		q.Order = in.OrderBy
	}
	if in.PageNum == 0 {
		return a.report(ctx, in, q)
	}
	q.Page, q.Size = in.PageNum, in.Rows
	return a.page(ctx, q)
}

func (a *API) page(ctx context.Context, q postgres.Query) (*searchOutput, error) {
	found, err := a.store.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	pages := max(1, int((found.Total+int64(q.Size)-1)/int64(q.Size)))
	alerts := make([]view.Alert, len(found.Alerts))
	for i, one := range found.Alerts {
		alerts[i] = view.For(ctx, one)
	}
	return &searchOutput{Body: searchAnswer{Alerts: &alerts, PageCount: &pages, TotalRecords: &found.Total, About: found.About}}, nil
}

// query reads the body of a search.
func (a *API) query(ctx context.Context, body searchBody) (q postgres.Query, err error) {
	if err := a.readFilters(body.Filters, unitsOf(ctx), &q); err != nil {
		return q, err
	}
	now := a.now()
	from, to := now.Add(-lookBack), now.Add(lookAhead)
	if body.Start != "" {
		if from, err = a.readTime(ctx, "body.start_timestamp", string(body.Start), q.Vehicles...); err != nil {
			return q, err
		}
	}
	if body.End != "" {
		if to, err = a.readTime(ctx, "body.end_timestamp", string(body.End), q.Vehicles...); err != nil {
			return q, err
		}
	}
	if to.Before(from) {
		return q, invalid("body.start_timestamp", "start time is greater than end time")
	}
	q.FromMs, q.ToMs = from.UnixMilli(), to.UnixMilli()
	return q, checkAnalysis(body, to.Sub(from), q)
}

// unitsOf are the reader's units.
func unitsOf(ctx context.Context) fleet.Units {
	if units := fleet.Units(web.Caller(ctx).Units); units != "" {
		return units
	}
	return fleet.Metric
}

// maxAnalysis is how long a time is analysed at most.
const maxAnalysis = 7 * 24 * time.Hour

// checkAnalysis holds a search that says it is for the analysis to the analysis' limits.
func checkAnalysis(body searchBody, length time.Duration, q postgres.Query) error {
	switch {
	case !strings.Contains(strings.ToLower(body.QueryType), "analysis"):
		return nil
	case length > maxAnalysis:
		return invalid("body.end_timestamp", "Date range cannot be longer than 7 days")
	case len(q.Types) == 0:
		return invalid("body.filters", "Choose at least one type of alerts.")
	default:
		return nil
	}
}

type getInput struct {
	OrgID string `path:"orgId"`
	Page  int    `query:"page_num" minimum:"1" maximum:"1000000" default:"1"`
	Rows  int    `query:"rows_per_page" minimum:"1" maximum:"500" default:"100"`
	Body  struct {
		Action  string         `json:"action" enum:"get"`
		Filters map[string]any `json:"filters,omitempty" doc:"start_timestamp, end_timestamp, and attributes with their values"`
	}
}

// get is the older search.
func (a *API) get(ctx context.Context, in *getInput) (*searchOutput, error) {
	body := searchBody{}
	attributes := map[string]any{}
	for name, value := range in.Body.Filters {
		switch name {
		case "start_timestamp":
			body.Start = web.TimeText(plain(value))
		case "end_timestamp":
			body.End = web.TimeText(plain(value))
		default:
			attributes[name] = value
		}
	}
	body.Filters = attributes
	q, err := a.query(ctx, body)
	if err != nil {
		return nil, err
	}
	q.Page, q.Size = in.Page, in.Rows
	return a.page(ctx, q)
}

func plain(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', 0, 64)
	default:
		return "?" // no date and time
	}
}
