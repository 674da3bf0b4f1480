package manifest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"outrider.dev/sdk/plugin/manifest"
)

const text = `{"en":"a","en-US":"a","de":"a","es":"a","fr":"a","nl":"a"}`

func whole(replace ...string) string {
	const m = `{"id":"vehicles","name":"Vehicles","version":"0.1.0","sdk":"^0.1.0","module":{"optional":false,"fields":["fuel_percent"]},
	"permissions":[{"name":"viewVehicle","area":"vehicle","description":TEXT}],
	"events":{"emits":["event.vehicles.device","event.vehicles.raised"],"consumes":["telemetry","device.status","event.identity.group"]},
	"push":[{"name":"presenceUpdates","context":"vehicle","permissions":["viewVehicle"]}],"listeners":[{"name":"mqtt","config":"devices.mqtt"}],"postgres":{"connections":8},
	"alert_types":[{"id":"door_alert","title":TEXT,"icon":"pin","severity":"moderate","values":[{"key":"door","kind":"choice","label":TEXT,"choices":[{"value":"rear","label":TEXT}]}]}],
	"report_types":[{"id":"doors","title":TEXT,"permission":"viewVehicle","operation":"POST /api/org/{orgId}/doors/report","filters":[{"key":"door","kind":"text","label":TEXT}],
		"columns":[{"key":"vehicle","kind":"vehicle","label":TEXT},{"key":"open","kind":"duration","label":TEXT}],"order_by":[{"column":"open","descending":true}],"group_by":["vehicle"],
		"totals":[{"column":"open","of":"sum"},{"column":"vehicle","of":"distinct","where":"open","label":TEXT}],"chart":{"kind":"bar","x":"vehicle","y":["open"]}}],
	"tracking_tables":[{"id":"doors","title":TEXT,"permission":"viewVehicle","operation":"POST /api/org/{orgId}/doors/track","columns":[{"key":"at","kind":"time","label":TEXT}]}],
	"user_picture":"GET /api/drivers/{id}/picture","senders":{"title":TEXT,"permission":"viewVehicle","operation":"POST /api/org/{orgId}/vehicles/senders"},
	"vehicle_data":[{"id":"doors","title":TEXT,"permission":"viewVehicle","operation":"GET /api/org/{orgId}/doors/{id}","fields":[{"key":"rpm","kind":"number","unit":"rpm","label":TEXT}]}],
	"capabilities":["identity"],"calls":["POST /api/geo/places"],
	"remote":{"name":"vehicles","routes":[{"path":"/map-view","module":"./entry","permission":"p","title":TEXT}],
	"navigation":[{"id":"map","path":"/map-view","icon":"map","order":50,"permission":"p","label":TEXT}],
	"widgets":[{"id":"fleet-status","module":"./w","title":TEXT,"w":4,"h":8}],"slots":[{"slot":"command-palette","module":"./p"}]}}`
	return strings.ReplaceAll(strings.NewReplacer(replace...).Replace(m), "TEXT", text)
}

func TestParse_AWholeManifest(t *testing.T) {
	m, err := manifest.Parse([]byte(whole()))
	if err != nil {
		t.Fatalf("a good manifest is refused: %v", err)
	}
	if m.Remote.Navigation[0].Label.In("de") != "a" || m.Postgres.Connections != 8 || !m.Has(manifest.CapabilityIdentity) {
		t.Errorf("parsed wrongly: %+v", m)
	}
	if !m.FitsSDK("0.1.7") || m.FitsSDK("0.2.0") {
		t.Error("^0.1.0 must fit 0.1.7 and not 0.2.0")
	}
}

func TestParse_NamesTheField(t *testing.T) {
	for _, tc := range []struct{ name, old, new, field string }{
		{"a language is missing", `"description":TEXT`, `"description":{"en":"a","en-US":"a","es":"a","fr":"a","nl":"a"}`, "permissions[0].description.de"},
		{"a field nobody knows", `"name":"Vehicles"`, `"name":"Vehicles","colour":"red"`, "colour"},
		{"no version", `"version":"0.1.0",`, ``, "version"},
		{"a wrong version", `0.1.0","sdk`, `0.1.x","sdk`, "version"},
		{"a wrong range", `^0.1.0`, `about 1`, "sdk"},
		{"an id in capitals", `"id":"vehicles"`, `"id":"Vehicles"`, "id"},
		{"an id of the host", `"id":"vehicles"`, `"id":"outrider"`, "id"},
		{"someone else's event", `"event.vehicles.device"`, `"event.alerts.device"`, "events.emits[0]"},
		{"telemetry without the capability", `"event.vehicles.device"`, `"telemetry"`, "events.emits[0]"},
		{"an event without a database", `"postgres":{"connections":8},`, ``, "events.emits[0]"},
		{"consumes nonsense", `"device.status"`, `"device.nonsense"`, "events.consumes[1]"},
		{"a topic for everybody", `"permissions":["viewVehicle"]`, `"permissions":[]`, "push[0].permissions"},
		{"a topic twice", `"push":[`, `"push":[{"name":"presence","announced":"presenceUpdates","context":"vehicle","permissions":["viewVehicle"]},`, "push[1].name"},
		{"a role that is not", `"area":"vehicle"`, `"area":"vehicle","roles":["KING"]`, "permissions[0].roles[0]"},
		{"an unknown capability", `"identity"`, `"root"`, "capabilities[0]"},
		{"too many connections", `"connections":8`, `"connections":800`, "postgres.connections"},
		{"a call without method", `POST /api/geo/places`, `/api/geo/places`, "calls[0]"},
		{"a foreign container", `"remote":{"name":"vehicles"`, `"remote":{"name":"maps"`, "remote.name"},
		{"an entry that leads nowhere", `"id":"map","path":"/map-view"`, `"id":"map","path":"/maps"`, "remote.navigation[0].path"},
		{"a part without a module", `"slot":"command-palette","module":"./p"`, `"slot":"command-palette"`, "remote.slots[0].module"},
		{"a tab without a name", `"slot":"command-palette"`, `"slot":"vehicle-tabs","id":"notes"`, "remote.slots[0].label"},
		{"an icon without a picture", `"slot":"command-palette","module":"./p"`, `"slot":"toolbar-icons","label":TEXT,"path":"/map-view"`, "remote.slots[0].icon"},
		{"an icon that leads nowhere", `"slot":"command-palette","module":"./p"`, `"slot":"toolbar-icons","icon":"map","label":TEXT,"path":"/maps"`, "remote.slots[0].path"},
		{"types of alerts without their event", `,"event.vehicles.raised"`, ``, "events.emits"},
		{"an alert's severity that is not", `"severity":"moderate"`, `"severity":"bad"`, "alert_types[0].severity"},
		{"a choice without choices", `,"choices":[{"value":"rear","label":TEXT}]`, ``, "alert_types[0].values[0].choices"},
		{"an order of no column", `"order_by":[{"column":"open"`, `"order_by":[{"column":"close"`, "report_types[0].order_by[0].column"},
		{"a sum of vehicles", `"totals":[{"column":"open"`, `"totals":[{"column":"vehicle"`, "report_types[0].totals[0].of"},
		{"different vehicles without a name", `"where":"open","label":TEXT`, `"where":"open"`, "report_types[0].totals[1].label"},
		{"different vehicles where a column is not there", `"where":"open"`, `"where":"close"`, "report_types[0].totals[1].where"},
		{"different vehicles where vehicles are above zero", `"where":"open"`, `"where":"vehicle"`, "report_types[0].totals[1].where"},
		{"a sum with a condition", `"totals":[{"column":"open","of":"sum"`, `"totals":[{"column":"open","of":"sum","where":"open"`, "report_types[0].totals[0].where"},
		{"a chart of vehicles", `"y":["open"]`, `"y":["vehicle"]`, "report_types[0].chart.y[0]"},
		{"sub-totals by no column", `"group_by":["vehicle"]`, `"group_by":["van"]`, "report_types[0].group_by[0]"},
		{"choices of numbers", `"filters":[{"key":"door","kind":"text"`, `"filters":[{"from":"GET /api/org/{orgId}/doors/choices","key":"door","kind":"number"`, "report_types[0].filters[0].from"},
		{"choices of a vehicle", `"filters":[{"key":"door","kind":"text"`, `"filters":[{"from":"GET /api/org/{orgId}/doors/{id}","key":"door","kind":"text"`, "report_types[0].filters[0].from"},
		{"a report that cannot be streamed", `POST /api/org/{orgId}/doors/report`, `GET /api/org/{orgId}/doors/report`, "report_types[0].operation"},
		{"a table with a parameter", `/doors/track`, `/doors/{id}/track`, "tracking_tables[0].operation"},
		{"a table without columns", `"columns":[{"key":"at","kind":"time","label":TEXT}]`, `"columns":[]`, "tracking_tables[0].columns"},
		{"data of no vehicle", `/doors/{id}`, `/doors/all`, "vehicle_data[0].operation"},
		{"a picture of nobody", `/drivers/{id}/picture`, `/drivers/picture`, "user_picture"},
		{"senders of a vehicle", `/vehicles/senders`, `/vehicles/{id}/senders`, "senders.operation"},
		{"a reading that is not", `"fuel_percent"`, `"petrol"`, "module.fields[0]"},
		{"a unit of a time", `"key":"at","kind":"time"`, `"key":"at","kind":"time","unit":"h"`, "tracking_tables[0].columns[0].unit"},
		{"a kind that is not", `"kind":"number"`, `"kind":"revolutions"`, "vehicle_data[0].fields[0].kind"},
		{"a key twice", `{"key":"vehicle","kind":"vehicle"`, `{"key":"open","kind":"vehicle"`, "report_types[0].columns[1].key"},
		{"events of everybody", `"device.status"`, `"event.*.device"`, "events.consumes[1]"},
		{"a tab for alerts of a type", `"slot":"command-palette","module":"./p"`, `"slot":"command-palette","module":"./p","alert_types":["door_alert"]`, "remote.slots[0].alert_types"},
		{"a wrong type", `"w":4`, `"w":"4"`, "remote.widgets[0].w"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := manifest.Parse([]byte(whole(tc.old, tc.new)))
			problems, ok := errors.AsType[manifest.Problems](err)
			if !ok {
				t.Fatalf("Parse = %v, want problems", err)
			}
			for _, p := range problems {
				if p.Field == tc.field {
					return
				}
			}
			t.Errorf("no problem names %s: %v", tc.field, err)
		})
	}
}

func TestParse_AnIconOfTheToolbarNeedsNoModule(t *testing.T) {
	m, err := manifest.Parse([]byte(whole(`"slot":"command-palette","module":"./p"`,
		`"slot":"toolbar-icons","icon":"map","label":TEXT,"path":"/map-view","order":20,"permission":"p"},
		{"slot":"vehicle-actions","module":"./actions","panels":["./live-panel"]`)))
	if err != nil {
		t.Fatalf("a good manifest is refused: %v", err)
	}
	if got, want := strings.Join(m.Remote.Modules(), " "), "./actions ./entry ./live-panel ./w"; got != want {
		t.Errorf("Modules = %s, want %s", got, want)
	}
}

func TestParse_AllProblemsAtOnce(t *testing.T) {
	_, err := manifest.Parse([]byte(whole(`"0.1.0"`, `"one.two"`, `"permissions":["viewVehicle"]`, `"permissions":[]`, `"w":4`, `"w":40`)))
	problems, _ := errors.AsType[manifest.Problems](err)
	if len(problems) != 3 {
		t.Errorf("%d problems, want 3: %v", len(problems), err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(whole()))
	f.Add([]byte(`{`))
	f.Add([]byte(`{"id":"a","remote":null,"events":{"emits":[null]}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := manifest.Parse(raw)
		if err != nil {
			return
		}
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("marshal: %v", err)
		}
		if _, err := manifest.Parse(again); err != nil {
			t.Fatalf("a parsed manifest does not parse again: %v", err)
		}
	})
}

func TestCalled(t *testing.T) {
	titles := manifest.Text{"en": "Fuel", "de": "Kraftstoff"}
	for _, tc := range []struct {
		m            manifest.Manifest
		locale, want string
	}{
		{manifest.Manifest{Name: "Fuel plugin", Module: manifest.Module{Title: titles}}, "de-AT", "Kraftstoff"},
		{manifest.Manifest{Name: "Links", Remote: &manifest.Remote{Navigation: []manifest.Navigation{{Label: manifest.Text{"en": "Integrations", "de": "Integrationen"}}}}}, "de", "Integrationen"},
		{manifest.Manifest{Name: "Geo", Remote: &manifest.Remote{}}, "fr-FR", "Geo"},
	} {
		if got := tc.m.Called(tc.locale); got != tc.want {
			t.Errorf("%s in %s is called %q, want %q", tc.m.Name, tc.locale, got, tc.want)
		}
	}
}
