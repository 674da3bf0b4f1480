package web_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/web"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

type fakeSessions struct {
	answer identity.Session
	err    error
}

func (f *fakeSessions) Session(context.Context, identity.Actor) (identity.Session, error) {
	return f.answer, f.err
}

func title(s string) manifest.Text { return manifest.Text{"en": s} }

// shellOf serves the shell of a manager who may see the map, in an organisation without the module fuel.
func shellOf(t *testing.T, sessions *fakeSessions) *web.Shell {
	t.Helper()
	ui := t.TempDir()
	write(t, filepath.Join(ui, "mf-manifest.json"), `{"metaData":{"remoteEntry":{"name":"remoteEntry.js","path":""}}}`)
	write(t, filepath.Join(ui, "remoteEntry.js"), "abc")
	plugins := []web.Plugin{
		{Digest: strings.Repeat("f", 64), State: web.Ready, Manifest: manifest.Manifest{
			ID: "fuel", Module: manifest.Module{Optional: true}, ReportTypes: []manifest.ReportType{{ID: "fuel", Permission: "getVehiclePresence"}}, AlertTypes: []manifest.AlertType{{ID: "theft"}},
			Remote: &manifest.Remote{Name: "fuel", Routes: []manifest.Route{{Path: "/fuel", Title: title("Fuel")}}},
		}},
		{Digest: strings.Repeat("e", 64), State: web.Ready, Manifest: manifest.Manifest{
			ID: "geo", AlertTypes: []manifest.AlertType{{ID: "lost"}},
			ReportTypes:    []manifest.ReportType{{ID: "late", Permission: "getVehiclePresence", Order: 20}, {ID: "hidden", Permission: "viewVehicle"}, {ID: "early", Permission: "getVehiclePresence", SchedulePermission: "viewVehicle", Order: 10}},
			TrackingTables: []manifest.TrackingTable{{ID: "places", Permission: "getVehiclePresence"}},
			VehicleData:    []manifest.VehicleData{{ID: "place", Permission: "getVehiclePresence"}, {ID: "secret", Permission: "viewVehicle"}},
		}},
		{Digest: digest, UI: ui, State: web.Degraded, Manifest: manifest.Manifest{
			ID: "vehicles", Name: "Vehicles", Version: "0.1.0", Remote: &manifest.Remote{
				Name:       "vehicles",
				Routes:     []manifest.Route{{Path: "/map-view", Module: "./entry", Permission: "getVehiclePresence", Title: title("Map")}},
				Navigation: []manifest.Navigation{{ID: "vehicles", Path: "/vehicles", Permission: "viewVehicle", Order: 60}},
				Widgets:    []manifest.Widget{{ID: "status"}},
			},
		}},
		{Digest: strings.Repeat("d", 64), UI: t.TempDir(), State: web.Stopped, Manifest: manifest.Manifest{ID: "broken", Remote: &manifest.Remote{Name: "broken"}}},
	}
	return web.NewShell(web.ShellOptions{
		Sessions: sessions, Plugins: func() []web.Plugin { return plugins }, Push: web.Push{Mode: "live"}, Version: "0.1.0", Log: slog.New(slog.DiscardHandler),
		Caller: func(context.Context) (identity.Actor, bool) { return identity.Actor{UserID: "u1", OrgID: "demo"}, true },
	})
}

func manager(ignore int) *fakeSessions {
	const about = `{"user":{"id":"u1","email":"manager@demo.test","Profile":{"firstname":"Mo","lastname":"Ray"},"Role":{"name":"FLEET_MANAGER"},"Node":{"id":"north"}},
		"Org":{"id":"demo","name":"Demo Haulage","countryCode":"GB","zone":"Europe/London"},
		"permissions":{"granted":["getVehiclePresence"]},"preferences":{"global":{"units":"metric"}}}`
	f := &fakeSessions{}
	if err := json.Unmarshal([]byte(about), &f.answer); err != nil {
		panic(err)
	}
	f.answer.Permissions.Ignore = ignore
	return f
}

func TestShell(t *testing.T) {
	h := shellOf(t, manager(0))
	w := ask(h, "GET", "/api/shell")
	var got struct {
		Session struct {
			User struct {
				Profile struct{ Firstname string }
				Role    struct{ Name string }
				Node    struct{ ID string }
			}
			Org         struct{ CountryCode string }
			Permissions struct {
				Ignore  int
				Granted []string
			}
			Preferences struct{ Global struct{ Units string } }
		}
		Plugins []struct {
			ID, State string
			Remote    *struct {
				EntryURL       string `json:"entry_url"`
				EntryIntegrity string `json:"entry_integrity"`
				Routes         []struct {
					Path    string
					Allowed bool
				}
				Navigation []struct{ Allowed bool }
				Widgets    []struct{ Allowed bool }
			}
		}
		Off []struct{ Path string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
		t.Fatalf("got %d %s: %v", w.Code, w.Body, err)
	}
	s := got.Session
	if s.User.Profile.Firstname != "Mo" || s.User.Role.Name != "FLEET_MANAGER" || s.User.Node.ID != "north" || s.Org.CountryCode != "GB" ||
		s.Preferences.Global.Units != "metric" || len(s.Permissions.Granted) != 1 {
		t.Errorf("session = %+v", s)
	}
	if len(got.Plugins) != 3 || got.Plugins[0].ID != "geo" || got.Plugins[0].Remote != nil {
		t.Fatalf("plugins = %+v; want geo, vehicles and broken", got.Plugins)
	}
	if len(got.Off) != 1 || got.Off[0].Path != "/fuel" {
		t.Errorf("off = %+v, want the page of the module that is off", got.Off)
	}
	v := got.Plugins[1]
	const abc = "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn"
	if v.State != "degraded" || v.Remote.EntryURL != "/remotes/vehicles/"+digest+"/remoteEntry.js" || v.Remote.EntryIntegrity != abc {
		t.Errorf("vehicles = %+v %+v", v, v.Remote)
	}
	if !v.Remote.Routes[0].Allowed || v.Remote.Navigation[0].Allowed || !v.Remote.Widgets[0].Allowed {
		t.Errorf("allowed = %+v; want the map and the open widget, and vehicles shown but not allowed", v.Remote)
	}
	if b := got.Plugins[2]; b.Remote == nil || b.State != "stopped" {
		t.Errorf("a remote that cannot be read lost its place: %+v", b)
	}
}

func TestShell_IgnoreFlags(t *testing.T) {
	for _, tc := range []struct {
		flag int
		want string
	}{{2, `"permission":"viewVehicle","label":null,"allowed":true`}, {1, `"permission":"getVehiclePresence","title":{"en":"Map"},"allowed":false`}} {
		if got := ask(shellOf(t, manager(tc.flag)), "GET", "/api/shell").Body.String(); !strings.Contains(got, tc.want) {
			t.Errorf("with ignore %d: %s lacks %s", tc.flag, got, tc.want)
		}
	}
}

func TestShell_ETag(t *testing.T) {
	h := shellOf(t, manager(0))
	tag := ask(h, "GET", "/api/shell").Header().Get("ETag")
	if w := ask(h, "GET", "/api/shell", "If-None-Match", tag); w.Code != 304 || w.Body.Len() > 0 {
		t.Errorf("unchanged: %d %s", w.Code, w.Body)
	}
	if w := ask(shellOf(t, manager(2)), "GET", "/api/shell", "If-None-Match", tag); w.Code != 200 {
		t.Errorf("with other permissions: %d", w.Code)
	}
}

func TestShell_Refusals(t *testing.T) {
	for kind, status := range map[fault.Kind]int{fault.SignedOut: 401, fault.Unavailable: 503, fault.Internal: 500} {
		w := ask(shellOf(t, &fakeSessions{err: fault.New(kind, "No.")}), "GET", "/api/shell")
		if w.Code != status || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", kind, w.Code, w.Body)
		}
	}
}

// TestContributions_Scheduling says of each report whether the caller may schedule it, which may need a permission of its own.
func TestContributions_Scheduling(t *testing.T) {
	h := shellOf(t, manager(0))
	type report struct {
		ID          string
		MaySchedule bool `json:"may_schedule"`
	}
	var got struct {
		Reports []report `json:"report_types"`
	}
	w := ask(http.HandlerFunc(h.Contributions), "GET", "/api/contributions")
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("got %s: %v", w.Body, err)
	}
	if want := []report{{"early", false}, {"late", true}}; !slices.Equal(got.Reports, want) {
		t.Errorf("reports are %+v, want %+v", got.Reports, want)
	}
}

// TestContributions lists what the caller may use, of plugins that are switched on, in the order that they ask for.
func TestContributions(t *testing.T) {
	h := shellOf(t, manager(0))
	w := ask(http.HandlerFunc(h.Contributions), "GET", "/api/contributions")
	type one struct{ Plugin, ID string }
	var got struct {
		Alerts  []one `json:"alert_types"`
		Reports []one `json:"report_types"`
		Tables  []one `json:"tracking_tables"`
		Data    []one `json:"vehicle_data"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
		t.Fatalf("got %d %s: %v", w.Code, w.Body, err)
	}
	for name, pair := range map[string][2][]one{
		"alert types": {got.Alerts, {{"geo", "lost"}}}, "reports": {got.Reports, {{"geo", "early"}, {"geo", "late"}}},
		"tables": {got.Tables, {{"geo", "places"}}}, "vehicle data": {got.Data, {{"geo", "place"}}},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Errorf("%s are %v, want %v", name, pair[0], pair[1])
		}
	}
	shell := ask(h, "GET", "/api/shell").Body.String()
	if !strings.Contains(shell, `"alert_types":[{"id":"lost"`) || strings.Contains(shell, "theft") || strings.Contains(shell, "secret") {
		t.Errorf("the shell lacks what the caller may use, or tells of more: %s", shell)
	}
}

func TestShellSaysThatPluginsStart(t *testing.T) {
	starting := true
	h := web.NewShell(web.ShellOptions{
		Sessions: manager(0), Plugins: func() []web.Plugin { return nil }, Starting: func() bool { return starting }, Log: slog.New(slog.DiscardHandler),
		Caller: func(context.Context) (identity.Actor, bool) { return identity.Actor{UserID: "u1", OrgID: "demo"}, true },
	})
	if body := ask(h, "GET", "/api/shell").Body.String(); !strings.Contains(body, `"starting":true`) {
		t.Errorf("while plugins start: %s", body)
	}
	starting = false
	if body := ask(h, "GET", "/api/shell").Body.String(); strings.Contains(body, "starting") {
		t.Errorf("when all are there: %s", body)
	}
}
