package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

const aDay = `"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"`

func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../contacts")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/reports/{type}/rows":            `{` + aDay + `,"group_by":"vehicle"}`,
			"POST /api/org/{orgId}/reports/{type}/totals":          `{` + aDay + `,"group_by":"vehicle"}`,
			"POST /api/org/{orgId}/reports/{type}/file":            `{` + aDay + `,"format":"csv"}`,
			"POST /api/org/{orgId}/reports/{type}/files":           `{` + aDay + `,"format":"csv"}`,
			"PUT /api/org/{orgId}/reports/address":                 `{"lines":["Unit 7, Barleycastle Lane"]}`,
			"PUT /api/org/{orgId}/reports/logo":                    `{"image":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="}`,
			"POST /api/reports/scheduled":                          aDraft + `}`,
			"PUT /api/reports/scheduled":                           aDraft + `,"schedule_uuid":"{schedule}"}`,
			"DELETE /api/reports/scheduled":                        `{"schedule_uuid":"{schedule}"}`,
			"POST /api/reports/faults/get":                         `{"nodes":["{group}"],"frequency":"daily"}`,
			"POST /api/reports/faults":                             `{"nodes":["{group}"],"frequency":"daily","emailList":["a@b.test"]}`,
			"DELETE /api/reports/faults":                           `{"nodes":["{group}"],"frequency":"daily"}`,
			"POST /api/reports/scheduled/preview":                  `{"frequency":"weekly","period":"last_week","run_at":"06:00","day_of_week":1,"zone":"UTC"}`,
			"PUT /api/reports/scheduled/{id}/paused":               `{"paused":true}`,
			"POST /api/reports/scheduled/{id}/runs/{runId}/resend": `{}`,
			"POST /api/reports/{type}":                             `{"action":"get","report_filters":{"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-02T00:00:00Z","time_granularity":"day"}}`,
		},
		Values: map[string]string{"type": "mileage"},
		Events: []plugintest.Event{
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "v1", Name: "Van", Type: "van", GroupID: "alpha-north"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "d1", VehicleID: "v1"}},
			{Subject: "event.identity.organisation", OrgID: "alpha", Data: events.OrganisationChanged{ID: "alpha", Name: "Alpha", CountryCode: "GB"}},
			{Subject: events.PluginsChangedSubject, Data: events.PluginsChanged{Enabled: []string{"contacts", "gateway", "reports", "vehicles"}}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
		},
		OfOthers: map[string]string{"getVehiclePresence": "fleet status is the report of the plugin whose permission it is"},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied", "fleet_device.sequence": "the same", "fleet_group.sequence": "the same",
		},
	})
}

const aDraft = `{"name":"Mileage","report_type":"mileage","vehicle_ids":["{vehicle}"],"group_ids":["{group}"],"filters":{"time_granularity":"day"},"formats":["csv"],"frequency":"weekly","period":"last_week",
	"run_at":"06:00","day_of_week":1,"zone":"UTC","recipients":[{"kind":"address","id":"boss@customer.test"}]`

// plant makes a schedule with a run, and a file, in each organisation.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	pairs := map[string]map[string]string{"schedule": {}, "run": {}, "report file": {}, "vehicle": {}, "group": {}}
	for _, org := range []string{"alpha", "beta"} {
		admin := plugintest.As(org, "ORG_ADMIN")
		var made struct {
			ID       string
			Schedule string `json:"schedule_uuid"`
		}
		h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"}).Decode(t, &made)
		pairs["vehicle"][org], pairs["group"][org] = made.ID, org+"-north"
		draft := strings.NewReplacer("{vehicle}", made.ID, "{group}", org+"-north").Replace(aDraft + `}`)
		plugintest.Within(t, time.Minute, "the vehicle of "+org+" is not known", func() bool {
			answer := h.Do(admin, "POST /api/reports/scheduled", draft)
			if answer.Status != http.StatusCreated {
				return false
			}
			answer.Decode(t, &made)
			return true
		})
		pairs["schedule"][org] = made.Schedule
		h.Do(admin, "POST /api/reports/scheduled/"+made.Schedule+"/run", nil).Decode(t, &made)
		pairs["run"][org] = made.ID
		h.Do(admin, "POST /api/org/"+org+"/reports/mileage/files", `{`+aDay+`,"format":"csv"}`).Decode(t, &made)
		pairs["report file"][org] = made.ID
	}
	db := h.Database(t)
	plugintest.Within(t, time.Minute, "the runs do not end", func() bool {
		var open int
		err := db.QueryRow(t.Context(), `SELECT count(*) FROM reports.run WHERE next_ms IS NOT NULL OR check_ms IS NOT NULL`).Scan(&open)
		return err == nil && open == 0
	})
	things := map[string]plugintest.Pair{}
	for kind, of := range pairs {
		things[kind] = plugintest.Pair{Own: of["alpha"], Foreign: of["beta"]}
	}
	return things
}

// onDemand asks for the reports of another plugin as users do: what they may, what they may not, and what makes no sense.
func onDemand(t *testing.T, h *plugintest.Host) {
	admin, driver := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("alpha", "DRIVER")
	for _, tc := range []struct {
		name, path, body string
		as               plugintest.Actor
		status           int
		part             string
	}{
		{"a report of nothing", "reports/mileage/rows", `{` + aDay + `}`, admin, http.StatusOK, `"total_rows":0`},
		{"a chart of nothing", "reports/mileage/rows", `{` + aDay + `}`, admin, http.StatusOK, `"chart":[],"chart_parts":[]`},
		{"totals of nothing", "reports/mileage/totals", `{` + aDay + `}`, admin, http.StatusOK, `"total_rows":0`},
		{"totals without the report's permission", "reports/mileage/totals", `{` + aDay + `}`, driver, http.StatusForbidden, `"kind":"denied"`},
		{"no such report", "reports/tyres/rows", `{` + aDay + `}`, admin, http.StatusNotFound, "There is no such report."},
		{"without the report's permission", "reports/mileage/rows", `{` + aDay + `}`, driver, http.StatusForbidden, `"kind":"denied"`},
		{"ends before it begins", "reports/mileage/rows", `{"from":"2026-01-02T00:00:00Z","to":"2026-01-01T00:00:00Z"}`, admin, http.StatusUnprocessableEntity, "start time is greater than end time"},
		{"401 days", "reports/trips/rows", `{"from":"2025-01-01T00:00:00Z","to":"2026-02-06T00:00:00Z"}`, admin, http.StatusUnprocessableEntity, "body.to"},
		{"vehicles of nobody", "reports/mileage/rows", `{` + aDay + `,"vehicle_ids":["nobody's"]}`, admin, http.StatusOK, `"total_rows":0`},
		{"a daily window that is no time", "reports/mileage/rows", `{` + aDay + `,"filters":{"filter_start_time":"half six"}}`, admin, http.StatusUnprocessableEntity, "body.filters.filter_start_time"},
		{"a filter that is not the report's", "reports/trips/rows", `{` + aDay + `,"filters":{"mood":"x"}}`, admin, http.StatusUnprocessableEntity, "body.filters.mood"},
		{"sub-totals that are not the report's", "reports/mileage/rows", `{` + aDay + `,"group_by":"mood"}`, admin, http.StatusUnprocessableEntity, "There are no such sub-totals."},
		{"totals by what is not the report's", "reports/mileage/totals", `{` + aDay + `,"group_by":"mood"}`, admin, http.StatusUnprocessableEntity, "body.group_by"},
		{"a file", "reports/mileage/file", `{` + aDay + `,"format":"csv"}`, admin, http.StatusOK, "Vehicle,Group,Main driver,Period"},
		{"a PDF", "reports/ignition/file", `{` + aDay + `,"format":"pdf"}`, admin, http.StatusOK, "%PDF-"},
		{"a sheet", "reports/fleet-status/file", `{` + aDay + `,"format":"xlsx"}`, admin, http.StatusOK, "PK"},
		{"a file of columns that are not there", "reports/mileage/file", `{` + aDay + `,"format":"csv","columns":["mood"]}`, admin, http.StatusUnprocessableEntity, "body.columns"},
		{"a file without the permission", "reports/mileage/file", `{` + aDay + `,"format":"csv"}`, driver, http.StatusForbidden, `"kind":"denied"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer := h.Do(tc.as, "POST /api/org/alpha/"+tc.path, tc.body)
			if answer.Status != tc.status || !strings.Contains(string(answer.Body), tc.part) {
				t.Errorf("%s = %d %.300s, want %d with %s", tc.path, answer.Status, answer.Body, tc.status, tc.part)
			}
		})
	}
}
