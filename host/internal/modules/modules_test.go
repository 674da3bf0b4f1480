package modules_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/modules"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web/webtest"
)

func text(en, de string) manifest.Text {
	return manifest.Text{"en": en, "en-US": en, "de": de, "es": en, "fr": en, "nl": en}
}

func module(id string, title manifest.Text) modules.Plugin {
	return modules.Plugin{State: modules.Ready, Manifest: manifest.Manifest{
		ID: id, AlertTypes: []manifest.AlertType{{ID: "theft"}},
		Remote: &manifest.Remote{Routes: []manifest.Route{{Path: "/x"}}, Slots: []manifest.Slot{{Slot: manifest.SlotMapLayers}}},
		Module: manifest.Module{
			Optional: true, Title: title, Icon: "fuel", Text: text("Fuel used", "Verbrauch"), Needs: text("A tank", "Ein Tank"), Costs: text("Included", "Enthalten"),
			Fields: []string{"fuel_l"},
		},
	}}
}

// world has the modules belt and ev beside fuel, which the test organisations have on, and a plugin that is none.
func world(t *testing.T) (*identitytest.World, *modules.Service, func(...modules.Plugin)) {
	w := identitytest.Start(t)
	installed := []modules.Plugin{module("fuel", text("Fuel", "Kraftstoff")), module("belt", text("Seatbelt", "Gurt")), {State: modules.Ready, Manifest: manifest.Manifest{
		ID: "vehicles", Senders: &manifest.Senders{Title: text("Devices", "Geräte"), Permission: "viewVehicle", Operation: "POST /api/org/{orgId}/vehicles/senders"},
	}}}
	s := modules.New(modules.Config{Pool: w.DB.Pool(), Plugins: func() []modules.Plugin { return installed }, Committed: func(ctx context.Context, orgID string) {
		w.Access.Decider.ModulesSwitched(ctx, orgID)
		w.Identity.Committed()
	}})
	return w, s, func(now ...modules.Plugin) { installed = now }
}

func TestModules(t *testing.T) {
	w, s, install := world(t)
	r := s.Router("0.1.0")
	admin, manager := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "fleet_manager@alpha.test")
	for _, sc := range []webtest.Scenario{
		{
			Name: "what there is", As: admin, Request: "GET /api/org/alpha/modules", WantStatus: 200,
			WantBody: []string{`"id":"belt"`, `"on":false,"version":0,"changed_at":null,"changed_by":""`, `"id":"fuel"`, `"on":true`, `"brings":{"pages":1,"widgets":0,"reports":0,"alert_types":1,"map_layers":1},"fields":["fuel_l"]`, `"sources":[{"title":"Devices","operation":"POST /api/org/{orgId}/vehicles/senders"}]`},
			NotBody:  []string{`"id":"vehicles"`},
		},
		{Name: "read without the permission", As: manager, Request: "GET /api/org/alpha/modules", WantStatus: 403},
		{Name: "the history without the permission", As: manager, Request: "GET /api/org/alpha/modules/history", WantStatus: 403},
		{Name: "without the permission", As: manager, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"belt","on":true,"version":0}]}`, WantStatus: 403},
		{Name: "on", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"belt","on":true,"version":0}]}`, WantStatus: 200, WantBody: []string{`"on":true,"version":1`, `"changed_by":"Alpha ORG_ADMIN"`}},
		{Name: "by somebody who read before", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"belt","on":false,"version":0}]}`, WantStatus: 409, WantBody: []string{"has switched Seatbelt on in the meantime"}},
		{Name: "all or none", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"fuel","on":false,"version":0},{"id":"belt","on":false,"version":0}]}`, WantStatus: 409},
		{Name: "what is no module", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"vehicles","on":true,"version":0}]}`, WantStatus: 422, WantBody: []string{"body.modules[0].id"}},
		{Name: "twice", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"fuel","on":false,"version":0},{"id":"fuel","on":true,"version":0}]}`, WantStatus: 422},
		{Name: "a version that there was not", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"fuel","on":false,"version":7}]}`, WantStatus: 422, WantBody: []string{"body.modules[0].version"}},
		{Name: "nothing", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[]}`, WantStatus: 422},
		{Name: "as it is", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"fuel","on":true,"version":0}]}`, WantStatus: 200, WantBody: []string{`"id":"fuel","title":"Fuel"`}},
	} {
		sc.Run(t, r)
	}
	var entries int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.audit_entry WHERE org_id = 'alpha' AND action = 'module.on' AND target = 'belt'`).Scan(&entries); err != nil || entries != 1 {
		t.Errorf("%d audit entries, %v", entries, err)
	}
	identitytest.Eventually(t, 5*time.Second, "the event of the organisation is published", func() bool {
		info, err := w.Stream.Stream(t.Context(), "EVENTS")
		if err != nil {
			return false
		}
		last, err := info.GetLastMsgForSubject(t.Context(), "event.identity.organisation")
		var said struct{ Data struct{ Modules []string } }
		return err == nil && json.Unmarshal(last.Data, &said) == nil && slices.Equal(said.Data.Modules, []string{"belt", "fuel"})
	})
	german, err := s.List(t.Context(), "alpha", "de-DE")
	if err != nil || german[1].Text != "Verbrauch" {
		t.Errorf("in German %+v, %v", german, err)
	}
	install(module("fuel", text("Fuel", "Kraftstoff")))
	webtest.Scenario{
		Name: "removed while it is on", As: admin, Request: "GET /api/org/alpha/modules", WantStatus: 200, WantBody: []string{`"id":"belt","title":"Seatbelt"`, `"state":"removed"`},
	}.Run(t, r)
	webtest.Scenario{
		Name: "and switched off", As: admin, Request: "PUT /api/org/alpha/modules", Body: `{"modules":[{"id":"belt","on":false,"version":1}]}`, WantStatus: 200, NotBody: []string{"belt"},
	}.Run(t, r)
}

// The history names every switch with who did it, also of a module whose plugin is gone, and no other organisation's.
func TestModules_History(t *testing.T) {
	w, s, install := world(t)
	admin := w.UserID(t, "org_admin@alpha.test")
	for version, on := range []bool{true, false, true} {
		if err := s.Switch(t.Context(), admin, "alpha", []modules.Wanted{{ID: "belt", On: on, Version: version}}); err != nil {
			t.Fatal(err)
		}
	}
	install(module("fuel", text("Fuel", "Kraftstoff")))
	list, more, err := s.History(t.Context(), "alpha", "de-DE", 0)
	if err != nil || more || len(list) != 3 {
		t.Fatalf("%+v, %v, %v", list, more, err)
	}
	for i, on := range []bool{true, false, true} {
		if got := list[i]; got.On != on || got.Module != "belt" || got.Title != "Gurt" || got.By != "Alpha ORG_ADMIN" || got.At.IsZero() {
			t.Errorf("switch %d: %+v", i, got)
		}
	}
	if older, _, err := s.History(t.Context(), "alpha", "en", list[1].ID); err != nil || len(older) != 1 || older[0].ID != list[2].ID {
		t.Errorf("before the second: %+v, %v", older, err)
	}
	if others, _, err := s.History(t.Context(), "beta", "en", 0); err != nil || len(others) != 0 {
		t.Errorf("of another organisation: %+v, %v", others, err)
	}
}

// What a switch changes for requests is there at once, for everybody, and without asking Keto again about anybody.
func TestModules_DecisionsFollow(t *testing.T) {
	w, s, _ := world(t)
	who, _ := w.SignIn(t, "fleet_manager@alpha.test")
	before, err := w.Decide(t, who, "alpha")
	if err != nil || !before.HasModule("fuel") || before.HasModule("belt") {
		t.Fatalf("before: %+v, %v", before, err)
	}
	admin := w.UserID(t, "org_admin@alpha.test")
	w.Server.Stop() // whatever is asked of Keto from now on is an error
	if err := s.Switch(t.Context(), admin, "alpha", []modules.Wanted{{ID: "belt", On: true}, {ID: "fuel"}}); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, 2*time.Second, "the decision has the new modules", func() bool {
		after, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
		return err == nil && after.HasModule("belt") && !after.HasModule("fuel") && after.Allowed("viewVehicle")
	})
	if !before.HasModule("fuel") {
		t.Error("a decision that somebody holds has changed")
	}
}

// A switch that took effect is answered as such, also where the time of its request is over before it is committed or just after.
func TestModules_RequestTimesOut(t *testing.T) {
	w := identitytest.Start(t)
	request, timeOut := context.WithCancel(t.Context())
	s := modules.New(modules.Config{
		Pool: w.DB.Pool(), Plugins: func() []modules.Plugin { return []modules.Plugin{module("belt", text("Seatbelt", "Gurt"))} },
		Committed: func(context.Context, string) { timeOut() },
	})
	router := s.Router("0.1.0")
	timed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { router.ServeHTTP(w, r.WithContext(request)) })
	put := webtest.Scenario{
		Name: "over after the commit", As: w.Caller(t, "org_admin@alpha.test"), Request: "PUT /api/org/alpha/modules",
		Body: `{"modules":[{"id":"belt","on":true,"version":0}]}`, WantStatus: 200, WantBody: []string{`"on":true,"version":1`},
	}
	put.Run(t, timed)
	put.Name, put.Body, put.WantBody = "over before the commit", `{"modules":[{"id":"belt","on":false,"version":1}]}`, []string{`"on":false,"version":2`}
	put.Run(t, timed)
}

// Of many who switch at once each either is the one or is told.
func TestModules_AtOnce(t *testing.T) {
	w, s, _ := world(t)
	admin := w.UserID(t, "org_admin@alpha.test")
	results := make(chan error, 8)
	var all sync.WaitGroup
	for range cap(results) {
		all.Go(func() { results <- s.Switch(t.Context(), admin, "alpha", []modules.Wanted{{ID: "belt", On: true}}) })
	}
	all.Wait()
	close(results)
	done := 0
	for err := range results {
		switch {
		case err == nil:
			done++
		case fault.KindOf(err) != fault.Conflict:
			t.Errorf("neither done nor told: %v", err)
		}
	}
	list, err := s.List(t.Context(), "alpha", "en")
	if done != 1 || err != nil || !list[1].On || list[1].Version != 1 {
		t.Errorf("%d did it, %+v, %v", done, list, err)
	}
}
