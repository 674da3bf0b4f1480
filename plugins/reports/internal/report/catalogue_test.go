package report

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

func TestQueryOf_ReadsTimesByTheClockThatIsMeant(t *testing.T) {
	for _, c := range []struct{ name, filters, from, to string }{
		{"days of the organisation", `{"start_date":"2026-07-01","end_date":"2026-07-02"}`, "2026-06-30T23:00:00Z", "2026-07-02T23:00:00Z"},
		{"days of a zone", `{"start_date":"2026-07-01","end_date":"2026-07-01","zone":"America/New_York"}`, "2026-07-01T04:00:00Z", "2026-07-02T04:00:00Z"},
		{"times without an offset", `{"start_time":"2026-07-01T08:00:00","end_time":"2026-07-01T09:00:00"}`, "2026-07-01T07:00:00Z", "2026-07-01T08:00:00Z"},
		{"times with one", `{"start_time":"2026-07-01T08:00:00+02:00","end_time":"2026-07-01T09:00:00Z"}`, "2026-07-01T06:00:00Z", "2026-07-01T09:00:00Z"},
		{"seconds", `{"start_time":1782892800,"end_date":1782896400}`, "2026-07-01T08:00:00Z", "2026-07-01T09:00:00Z"},
		{"an end with a time is that time", `{"start_date":"2026-07-01","end_date":"2026-07-02T12:00:00Z"}`, "2026-06-30T23:00:00Z", "2026-07-02T12:00:00Z"},
	} {
		var filters map[string]json.RawMessage
		if err := json.Unmarshal([]byte(c.filters), &filters); err != nil {
			t.Fatal(err)
		}
		q, _, err := queryOf(filters, "Europe/London")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if from, to := q.From.UTC().Format(time.RFC3339), q.To.UTC().Format(time.RFC3339); from != c.from || to != c.to {
			t.Errorf("%s: from %s to %s, want %s to %s", c.name, from, to, c.from, c.to)
		}
	}
}

func TestQueryOf_TakesTheCataloguesNames(t *testing.T) {
	q, devices, err := queryOf(map[string]json.RawMessage{"vehicles": []byte(`["v1"]`), "device_ids": []byte(`["d1","d2"]`), "pin": []byte(`2`)}, "UTC")
	if err != nil || len(q.VehicleIDs) != 1 || len(devices) != 2 || q.Filters["pin"] != 2.0 {
		t.Errorf("it reads %+v, %v", q, err)
	}
	for _, wrong := range []string{"start_day", "zone", "end_time"} {
		if _, _, err := queryOf(map[string]json.RawMessage{wrong: []byte(`"nowhere"`)}, "UTC"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func TestQueryOf_SaysWhichTimeIsNotValid(t *testing.T) {
	for filters, want := range map[string]string{
		`{"end_time":"2026-07-01T09:00:00Z"}`:                           "start time is not valid",
		`{"start_time":"2026-07-01T09:00:00Z"}`:                         "end time is not valid",
		`{"start_time":"soon","end_time":"2026-07-01T09:00:00Z"}`:       "start time is not valid",
		`{"start_date":"2026-07-01","end_date":"2026-13-01"}`:           "end time is not valid",
		`{"start_date":"2026-02-31","end_date":"2026-03-01T00:00:00Z"}`: "start time is not valid",
	} {
		var read map[string]json.RawMessage
		if err := json.Unmarshal([]byte(filters), &read); err != nil {
			t.Fatal(err)
		}
		q, _, err := queryOf(read, "UTC")
		if err == nil {
			err = hasTimes(q)
		}
		refusal, ok := errors.AsType[*fault.Error](err)
		if !ok || len(refusal.Fields) != 1 || refusal.Fields[0].Message != want {
			t.Errorf("%s: %v, want %q", filters, err, want)
		}
	}
}

func TestCheckGroupBy_RefusesSubTotalsThatAReportDoesNotHave(t *testing.T) {
	report := manifest.ReportType{GroupBy: []string{"vehicle"}}
	if err := checkGroupBy(report, "vehicle"); err != nil {
		t.Error(err)
	}
	if err := checkGroupBy(report, "driver"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("by driver: %v", err)
	}
}

// TestQueryOf_RefusesMilliseconds: as seconds they are a year that no plugin can be told of.
func TestQueryOf_RefusesMilliseconds(t *testing.T) {
	for _, raw := range []string{"1795726800000", "-99999999999999"} {
		if _, _, err := queryOf(map[string]json.RawMessage{"start_time": []byte(raw)}, "UTC"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("start_time %s: %v", raw, err)
		}
	}
}
