package report

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// alias are the names that the catalogue of calls has for reports whose plugins call them otherwise.
var alias = map[string]string{"acc": "ignition", "trip": "trips", "mileage_windowed": "mileage"}

type catalogueInput struct {
	Type string `path:"type" maxLength:"64"`
	Body struct {
		Action  string                     `json:"action" enum:"get"`
		Filters map[string]json.RawMessage `json:"report_filters"`
	}
}

type catalogueOutput struct {
	Body struct {
		Rows      []map[string]any `json:"rows" nullable:"false" doc:"Values by the keys of the columns"`
		TotalRows int64            `json:"total_rows"`
		More      bool             `json:"more"`
		Totals    map[string]any   `json:"totals" doc:"By the keys of their columns"`
	}
}

// catalogue answers a report by the names and filters of the catalogue of calls: device_ids (ids of vehicles), start_time or start_date, end_time or end_date, and the report's own filters.
func (r *Reports) catalogue(ctx context.Context, in *catalogueInput) (*catalogueOutput, error) {
	id := in.Type
	if other, ok := alias[id]; ok {
		id = other
	}
	report, err := r.kinds.Find(ctx, strings.ReplaceAll(id, "_", "-"))
	if err != nil {
		return nil, err
	}
	q, err := queryOf(in.Body.Filters)
	if err != nil {
		return nil, err
	}
	view, err := r.make(web.Streaming(ctx), report, q, "")
	if err != nil {
		return nil, err
	}
	var out catalogueOutput
	out.Body.TotalRows, out.Body.More, out.Body.Totals, out.Body.Rows = view.TotalRows, view.More, map[string]any{}, make([]map[string]any, len(view.Rows))
	for i, row := range view.Rows {
		one := map[string]any{}
		for place, column := range report.Columns {
			one[column.Key] = row[place]
		}
		out.Body.Rows[i] = one
	}
	for i, total := range report.Totals {
		if kind.Place(report, total.Column) >= 0 {
			out.Body.Totals[total.Column] = view.Totals[i]
		}
	}
	return &out, nil
}

// queryOf reads the catalogue's filters; fault.Invalid.
func queryOf(filters map[string]json.RawMessage) (q rows.Query, err error) {
	q.Filters = map[string]any{}
	into := map[string]any{"device_ids": &q.VehicleIDs, "vehicle_ids": &q.VehicleIDs, "nodes": &q.GroupIDs, "group_ids": &q.GroupIDs, "zone": &q.Zone}
	for key, raw := range filters {
		var wrong error
		switch {
		case into[key] != nil:
			wrong = json.Unmarshal(raw, into[key])
		case key == "start_time" || key == "start_date":
			q.From, wrong = readTime(raw)
		case key == "end_time" || key == "end_date":
			if q.To, wrong = readTime(raw); wrong == nil && key == "end_date" {
				q.To = q.To.AddDate(0, 0, 1)
			}
		default:
			var value any
			wrong = json.Unmarshal(raw, &value)
			q.Filters[key] = value
		}
		if wrong != nil {
			return q, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.report_filters." + key, Message: "There is no such value."})
		}
	}
	return q, nil
}

// readTime reads RFC 3339, Unix seconds or a day of UTC.
func readTime(raw json.RawMessage) (time.Time, error) {
	var seconds int64
	if json.Unmarshal(raw, &seconds) == nil {
		return time.Unix(seconds, 0).UTC(), nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return time.Time{}, err
	}
	if at, err := time.Parse(time.DateOnly, text); err == nil {
		return at, nil
	}
	return time.Parse(time.RFC3339, text)
}
