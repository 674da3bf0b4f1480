package recovery_test

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"outrider.dev/sdk/plugintest"
)

// TestASwitchIsWholeAfterTheHostIsKilled kills the host while an administrator switches a module on and off: just after the request was sent, and just after the database has the switch, before
// anybody is told. After the start it is on everywhere, or off everywhere.
func TestASwitchIsWholeAfterTheHostIsKilled(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("it takes a minute or two, and finds processes in /proc")
	}
	p := newProduct(t)
	for _, id := range []string{"contacts", "users", "reports", "seatbelt"} {
		p.pack(id)
	}
	p.start()
	t.Cleanup(func() { p.stop() })
	s := &switching{product: p, token: p.signIn()}
	if state := s.state(); !state.On {
		s.must(s.put(true, state.Version))
	}
	s.schedule = s.makeSchedule()
	s.follows("at first", "on")
	for round, when := range []struct {
		name string
		kill func(version int)
	}{
		{"killed as the request came", func(int) { p.kill("") }},
		{"killed as the database had the switch", s.killOnceWritten},
		{"killed as the request came", func(int) { p.kill("") }},
		{"killed as the database had the switch", s.killOnceWritten},
	} {
		state := s.state()
		wanted := !state.On
		answered := make(chan error, 1)
		go func() { answered <- s.put(wanted, state.Version) }()
		when.kill(state.Version + 1)
		<-p.ended
		<-answered // whatever was said: the host is dead
		p.start()
		s.token = p.signIn()
		after := s.state()
		if round%2 == 1 && after.On != wanted {
			t.Errorf("round %d, %s: what the database had is gone", round, when.name)
		}
		s.follows(fmt.Sprintf("round %d, %s", round, when.name), map[bool]string{true: "on", false: "off"}[after.On])
	}
	s.uninstall()
}

// uninstall takes the module's plugin away while it is on: pages and reports are gone, the Modules page says why, and it can still be switched off.
func (s *switching) uninstall() {
	s.t.Helper()
	if state := s.state(); !state.On {
		s.must(s.put(true, state.Version))
	}
	s.follows("before it is uninstalled", "on")
	if said, err := s.program("plugin", "uninstall", "seatbelt").CombinedOutput(); err != nil {
		s.t.Fatalf("uninstall: %v: %s", err, said)
	}
	said := ""
	plugintest.Within(s.t, patience, "the module is not said to be removed", func() bool {
		said = strings.Join([]string{s.state().State, s.operation(), s.report(), s.paused()}, ", ")
		return said == "removed, operation off, report off, schedule paused for report_gone" // it goes on when the plugin is back
	})
	s.t.Logf("uninstalled while it was on: %s", said)
	state := s.state()
	if !state.On {
		s.t.Error("the module that is gone is not said to be on")
	}
	s.must(s.put(false, state.Version))
	var list moduleList
	if _, err := s.call(s.token, http.MethodGet, "/api/org/demo/modules", nil, &list); err != nil || slices.ContainsFunc(list.Modules, func(m moduleState) bool { return m.ID == "seatbelt" }) {
		s.t.Errorf("switched off, what is gone is still listed: %+v %v", list, err)
	}
}

// switching is an administrator who switches the module seatbelt.
type switching struct {
	*product
	token    string
	schedule string // id of one of the module's report
}

type moduleState struct {
	ID      string
	On      bool
	State   string // of its plugin
	Version int
}

type moduleList struct{ Modules []moduleState }

func (s *switching) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// state is what the Modules page shows.
func (s *switching) state() (found moduleState) {
	s.t.Helper()
	plugintest.Within(s.t, patience, "the module is not listed", func() bool {
		var list moduleList
		_, err := s.call(s.token, http.MethodGet, "/api/org/demo/modules", nil, &list)
		at := slices.IndexFunc(list.Modules, func(m moduleState) bool { return m.ID == "seatbelt" })
		if err != nil || at < 0 {
			return false
		}
		found = list.Modules[at]
		return true
	})
	return found
}

func (s *switching) put(on bool, version int) error {
	wanted := map[string]any{"modules": []any{map[string]any{"id": "seatbelt", "on": on, "version": version}}}
	_, err := s.call(s.token, http.MethodPut, "/api/org/demo/modules", wanted, &moduleList{})
	return err
}

// killOnceWritten kills the host as soon as the database has a version of the switch.
func (s *switching) killOnceWritten(version int) {
	s.t.Helper()
	query := fmt.Sprintf(`SELECT version FROM outrider.organisation_module WHERE org_id = 'demo' AND module = 'seatbelt' AND version >= %d`, version)
	plugintest.Within(s.t, patience, "the switch is not written", func() bool {
		found, err := s.query(s.t.Context(), query)
		return err == nil && len(found) > 0
	})
	s.kill("")
}

// makeSchedule has a report of the module made each week.
func (s *switching) makeSchedule() string {
	s.t.Helper()
	draft := map[string]any{
		"name": "Belts", "report_type": "seatbelt-violations", "all_vehicles": true, "filters": map[string]any{}, "formats": []string{"csv"}, "frequency": "weekly", "period": "last_week",
		"run_at": "06:00", "day_of_week": 1, "zone": "Europe/London", "recipients": []map[string]string{{"kind": "address", "id": "boss@customer.test"}},
	}
	var made struct {
		ID string `json:"schedule_uuid"`
	}
	var err error
	plugintest.Within(s.t, patience, "no schedule is taken", func() bool {
		_, err = s.call(s.token, http.MethodPost, "/api/reports/scheduled", draft, &made)
		return err == nil
	})
	return made.ID
}

// follows waits until all that follows from the switch is as the Modules page says.
func (s *switching) follows(when, want string) {
	s.t.Helper()
	said := ""
	defer func() {
		if s.t.Failed() {
			s.t.Logf("%s it was to be %s, and is: %s", when, want, said)
		}
	}()
	plugintest.Within(s.t, patience, when+" not everything is "+want, func() bool {
		said = strings.Join([]string{s.page(), s.session(), s.operation(), s.report(), s.paused()}, ", ")
		return !slices.ContainsFunc(strings.Split(said, ", "), func(one string) bool { return !strings.HasSuffix(one, " "+want) })
	})
}

func (s *switching) page() string { return "page " + onOff(s.state().On) }

// session is what the shell builds drawer, routes and widgets by.
func (s *switching) session() string {
	var shell struct{ Session struct{ Modules []string } }
	if _, err := s.call(s.token, http.MethodGet, "/api/shell", nil, &shell); err != nil {
		return "shell " + err.Error()
	}
	return "shell " + onOff(slices.Contains(shell.Session.Modules, "seatbelt"))
}

func (s *switching) operation() string {
	status, err := s.call(s.token, http.MethodGet, "/api/org/demo/seatbelt/violations", nil, &struct{}{})
	if status != http.StatusOK && status != http.StatusNotFound {
		return fmt.Sprintf("operation %v", err)
	}
	return "operation " + onOff(status == http.StatusOK)
}

func (s *switching) report() string {
	var all map[string]any
	if _, err := s.call(s.token, http.MethodGet, "/api/contributions", nil, &all); err != nil {
		return "report " + err.Error()
	}
	return "report " + onOff(strings.Contains(string(mustJSON(s.t, all)), "seatbelt-violations"))
}

func (s *switching) paused() string {
	var one struct {
		State  string
		Reason string `json:"pause_reason"`
	}
	if _, err := s.call(s.token, http.MethodGet, "/api/reports/scheduled/"+s.schedule, nil, &one); err != nil {
		return "schedule " + err.Error()
	}
	if one.State == "paused" && one.Reason == "module_off" {
		return "schedule off"
	}
	return "schedule " + map[bool]string{true: "on", false: one.State + " for " + one.Reason}[one.State == "active"]
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
