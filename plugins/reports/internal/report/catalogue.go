package report

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// alias are the names that the catalogue of calls has for reports whose plugins call them otherwise.
var alias = map[string]string{"acc": "ignition", "trip": "trips", "mileage_windowed": "mileage", "seatbelt_violation": "seatbelt-violations"}

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

// catalogue answers a report by the names and filters of the catalogue of calls: device_ids (of devices, or of vehicles), vehicles, start_time or start_date,
// end_time or end_date, and the report's own filters.
func (r *Reports) catalogue(ctx context.Context, in *catalogueInput) (*catalogueOutput, error) {
	id := in.Type
	if other, ok := alias[id]; ok {
		id = other
	}
	report, err := r.kinds.Find(ctx, strings.ReplaceAll(id, "_", "-"))
	if err != nil {
		return nil, err
	}
	own, err := r.organisation(ctx)
	if err != nil {
		return nil, err
	}
	q, devices, err := queryOf(in.Body.Filters, own.Zone)
	if err == nil && !report.Now {
		err = hasTimes(q)
	}
	if err != nil {
		return nil, err
	}
	for _, id := range devices {
		vehicle, err := r.vehicleOf(ctx, id)
		if err != nil {
			return nil, err
		}
		q.VehicleIDs = append(q.VehicleIDs, vehicle)
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
		if _, said := out.Body.Totals[total.Column]; !said && kind.Place(report, total.Column) >= 0 { // the first of a column
			out.Body.Totals[total.Column] = view.Totals[i]
		}
	}
	return &out, nil
}

// vehicleOf is the vehicle that a device is on now; what is no device that the caller sees is the id of a vehicle.
func (r *Reports) vehicleOf(ctx context.Context, id string) (string, error) {
	device, err := r.devices.Device(ctx, id)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return id, nil
	case err != nil:
		return "", err
	}
	return cmp.Or(device.VehicleID, id), nil
}

// queryOf reads the catalogue's filters, device_ids apart. Times without an offset are of the filter zone, or of the zone of the organisation; fault.Invalid.
func queryOf(filters map[string]json.RawMessage, zone string) (q rows.Query, devices []string, err error) {
	q.Zone, q.Filters = zone, map[string]any{}
	into := map[string]any{
		"device_ids": &devices, "vehicle_ids": &q.VehicleIDs, "vehicles": &q.VehicleIDs, "nodes": &q.GroupIDs, "group_ids": &q.GroupIDs, "zone": &q.Zone,
	}
	times := map[string]json.RawMessage{}
	for key, raw := range filters {
		switch {
		case into[key] != nil:
			err = json.Unmarshal(raw, into[key])
		case strings.HasPrefix(key, "start_") || strings.HasPrefix(key, "end_"):
			times[key] = raw
		default:
			var value any
			err = json.Unmarshal(raw, &value)
			q.Filters[key] = value
		}
		if err != nil {
			return q, nil, noSuchValue(key)
		}
	}
	loc, err := q.Location()
	if err != nil {
		return q, nil, noSuchValue("zone")
	}
	for key, raw := range times {
		at, err := readTime(raw, loc, key == "end_date")
		switch {
		case err != nil && strings.HasPrefix(key, "start_"):
			return q, nil, wrongFilter(key, noStart)
		case err != nil:
			return q, nil, wrongFilter(key, noEnd)
		case key == "start_time" || key == "start_date":
			q.From = at
		case key == "end_time" || key == "end_date":
			q.To = at
		default:
			return q, nil, noSuchValue(key)
		}
	}
	return q, devices, nil
}

const (
	noStart = "start time is not valid"
	noEnd   = "end time is not valid"
)

// hasTimes refuses a query without a range; fault.Invalid.
func hasTimes(q rows.Query) error {
	switch {
	case q.From.IsZero():
		return wrongFilter("start_time", noStart)
	case q.To.IsZero():
		return wrongFilter("end_time", noEnd)
	}
	return nil
}

func noSuchValue(key string) error { return wrongFilter(key, "There is no such value.") }

func wrongFilter(key, message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.report_filters." + key, Message: message})
}

// errNoYear says that a number of seconds is no time, but milliseconds perhaps.
var errNoYear = errors.New("its year has more than four digits")

// readTime reads RFC 3339, Unix seconds, a time of the clock on the wall in loc, or a day there: its begin, or with end the begin of the next.
func readTime(raw json.RawMessage, loc *time.Location, end bool) (time.Time, error) {
	var seconds int64
	if json.Unmarshal(raw, &seconds) == nil {
		at := time.Unix(seconds, 0).UTC()
		if at.Year() < 1 || at.Year() > 9999 { // no plugin can be told of it
			return time.Time{}, errNoYear
		}
		return at, nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return time.Time{}, err
	}
	if at, err := time.ParseInLocation(time.DateOnly, text, loc); err == nil {
		if end {
			at = at.AddDate(0, 0, 1)
		}
		return at, nil
	}
	if at, err := time.ParseInLocation("2006-01-02T15:04:05", text, loc); err == nil {
		return at, nil
	}
	return time.Parse(time.RFC3339, text)
}
