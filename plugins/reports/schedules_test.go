package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/plugintest"
)

// scheduled is what the tests read of a schedule.
type scheduled struct {
	ID          string `json:"schedule_uuid"`
	State       string
	PauseReason string `json:"pause_reason"`
	Version     int
}

type ran struct {
	ID, State, Reason string
	Rows              int64
	Files             []struct{ Format, Name string }
	Mails             []struct{ Email, State, Problem string }
}

// aSchedule is a good draft, changed by pairs of key and value as JSON.
func aSchedule(change map[string]any) map[string]any {
	draft := map[string]any{
		"name": "Weekly mileage", "report_type": "mileage", "all_vehicles": true, "filters": map[string]any{"time_granularity": "day"}, "formats": []string{"xlsx"},
		"frequency": "weekly", "period": "last_week", "run_at": "06:00", "day_of_week": 1, "zone": "Europe/London",
		"recipients": []map[string]string{{"kind": "address", "id": "boss@customer.test"}},
	}
	for key, value := range change {
		if draft[key] = value; value == nil {
			delete(draft, key)
		}
	}
	return draft
}

// lab is a host with a mail server.
type lab struct {
	*plugintest.Host
	t     *testing.T
	mails *mailServer
}

func startLab(t *testing.T) *lab {
	t.Helper()
	mails := startMailServer(t)
	h := plugintest.Start(t, ".", plugintest.Beside("../vehicles", "../contacts", "../users", "../geofences"), plugintest.Variable("OUTRIDER_SMTP_URL", mails.url))
	return &lab{h, t, mails}
}

func (l *lab) save(as plugintest.Actor, draft map[string]any) scheduled {
	l.t.Helper()
	answer := l.Do(as, "POST /api/reports/scheduled", draft)
	if answer.Status != http.StatusCreated {
		l.t.Fatalf("schedule: %d %s", answer.Status, answer.Body)
	}
	var made scheduled
	answer.Decode(l.t, &made)
	return made
}

// one is a schedule as an administrator sees it.
func (l *lab) one(id string) scheduled {
	l.t.Helper()
	answer := l.Do(plugintest.As("alpha", "ORG_ADMIN"), "GET /api/reports/scheduled/"+id, nil)
	if answer.Status != http.StatusOK {
		l.t.Fatalf("schedule %s: %d %s", id, answer.Status, answer.Body)
	}
	var found scheduled
	answer.Decode(l.t, &found)
	return found
}

func (l *lab) runs(id string) []ran {
	l.t.Helper()
	var all struct{ Runs []ran }
	l.Do(plugintest.As("alpha", "ORG_ADMIN"), "GET /api/reports/scheduled/"+id+"/runs", nil).Decode(l.t, &all)
	return all.Runs
}

// fallDue has a schedule be due now, as if its hour had come.
func (l *lab) fallDue(ids ...string) {
	l.t.Helper()
	db := l.Database(l.t)
	if _, err := db.Exec(l.t.Context(), `UPDATE reports.schedule SET next_ms = $2 WHERE id = ANY($1)`, ids, time.Now().UnixMilli()); err != nil {
		l.t.Fatal(err)
	}
}

func (l *lab) ended(id string, mails int) ran {
	l.t.Helper()
	var last ran
	plugintest.Within(l.t, time.Minute, "the run does not end", func() bool {
		runs := l.runs(id)
		if len(runs) == 0 {
			return false
		}
		last = runs[0]
		settled := 0
		for _, m := range last.Mails {
			if m.State != "waiting" {
				settled++
			}
		}
		return last.State == "failed" || last.State == "done" && settled >= mails
	})
	return last
}

// of is the lab for a test within the test that started it.
func (l *lab) of(t *testing.T) *lab { return &lab{l.Host, t, l.mails} }

// TestOnAHost starts the host once for all that needs one.
func TestOnAHost(t *testing.T) {
	l := startLab(t)
	t.Run("reports", func(t *testing.T) { onDemand(t, l.Host) })
	t.Run("mileage by devices", func(t *testing.T) { byDevices(t, l.of(t)) })
	t.Run("compared as far as is known", func(t *testing.T) { compared(t, l.of(t)) })
	t.Run("geofences are chosen", func(t *testing.T) { ofGeofences(t, l.of(t)) })
	t.Run("in another organisation", func(t *testing.T) { elsewhere(t, l.of(t)) })
	t.Run("schedules", func(t *testing.T) { schedules(t, l.of(t)) })
	t.Run("killed while they fall due", func(t *testing.T) { killedWhileDue(t, l.of(t)) })
	t.Run("lists", func(t *testing.T) { lists(t, l.of(t)) })
	t.Run("of groups", func(t *testing.T) { ofGroups(t, l.of(t)) })
}

func schedules(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	for org, name := range map[string]string{"alpha": "Van of alpha", "beta": "Van of beta"} {
		l.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": name, "vehicle_type": "van", "node": org + "-north"})
	}
	t.Run("bad input", func(t *testing.T) { badDrafts(t, l.of(t)) })
	t.Run("who may", func(t *testing.T) {
		if answer := l.Do(plugintest.As("alpha", "DRIVER"), "GET /api/reports/scheduled", nil); answer.Status != http.StatusForbidden {
			t.Errorf("a driver: %d", answer.Status)
		}
		own := l.save(plugintest.As("alpha", "FLEET_MANAGER"), aSchedule(map[string]any{"name": "Manager's"}))
		var theirs struct{ Scheduled []scheduled }
		l.Do(plugintest.As("beta", "ORG_ADMIN"), "GET /api/reports/scheduled", nil).Decode(t, &theirs)
		if len(theirs.Scheduled) != 0 {
			t.Errorf("another organisation sees %v", theirs.Scheduled)
		}
		if answer := l.Do(plugintest.As("beta", "ORG_ADMIN"), "POST /api/reports/scheduled/"+own.ID+"/run", nil); answer.Status != http.StatusNotFound {
			t.Errorf("another organisation runs it: %d", answer.Status)
		}
		l.one(own.ID) // the administrator sees it
		if answer := l.Do(admin, "DELETE /api/reports/scheduled", map[string]string{"schedule_uuid": own.ID}); answer.Status != http.StatusNoContent {
			t.Errorf("deleted: %d %s", answer.Status, answer.Body)
		}
	})
	t.Run("a run", func(t *testing.T) { oneRun(t, l.of(t)) })
	t.Run("one of five is refused", func(t *testing.T) { oneRefused(t, l.of(t)) })
	t.Run("mails that wait are not sent again", func(t *testing.T) { mailsThatWait(t, l.of(t)) })
	t.Run("a run that is taken over tells the same", func(t *testing.T) { takenOver(t, l.of(t)) })
	t.Run("pause", func(t *testing.T) {
		s := l.save(admin, aSchedule(nil))
		if answer := l.Do(admin, "PUT /api/reports/scheduled/"+s.ID+"/paused", map[string]bool{"paused": true}); answer.Status != http.StatusOK || l.one(s.ID).PauseReason != "user" {
			t.Fatalf("pause: %d %s", answer.Status, answer.Body)
		}
		l.fallDue(s.ID)
		l.Do(admin, "PUT /api/reports/scheduled/"+s.ID+"/paused", map[string]bool{"paused": false})
		if one := l.one(s.ID); one.State != "active" || len(l.runs(s.ID)) != 0 {
			t.Errorf("goes on as %+v with %d runs: what was missed while paused is not made up", one, len(l.runs(s.ID)))
		}
		draft := aSchedule(map[string]any{"schedule_uuid": s.ID, "version": 1})
		if answer := l.Do(admin, "PUT /api/reports/scheduled", draft); answer.Status != http.StatusConflict {
			t.Errorf("a change of what somebody else changed: %d", answer.Status)
		}
	})
	t.Run("user activity", func(t *testing.T) { activity(t, l.of(t)) })
	t.Run("creators", func(t *testing.T) { creators(t, l.of(t)) })
}

func badDrafts(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	for _, tc := range []struct {
		name   string
		change map[string]any
		part   string
	}{
		{"no name", map[string]any{"name": "  "}, "Report has no name"},
		{"no vehicles", map[string]any{"all_vehicles": nil}, "No vehicles selected"},
		{"no recipients", map[string]any{"recipients": []string{}}, "No report recipients"},
		{"a user who is not there", map[string]any{"recipients": []map[string]string{{"kind": "address", "id": "a@b.test"}, {"kind": "user", "id": "nobody"}}}, "body.recipients[1]"},
		{"a contact who is not there", map[string]any{"recipients": []map[string]string{{"kind": "contact", "id": "nobody"}}}, "body.recipients[0]"},
		{"a list that is not there", map[string]any{"recipients": []map[string]string{{"kind": "list", "id": "nobody"}}}, "body.recipients[0]"},
		{"no mileage value", map[string]any{"filters": map[string]any{}}, "No mileage value selected"},
		{"no such mileage value", map[string]any{"filters": map[string]any{"time_granularity": "hour"}}, "body.filters.time_granularity"},
		{"no such report", map[string]any{"report_type": "tyres"}, "body.report_type"},
		{"no such zone", map[string]any{"zone": "Mars/North"}, "body.zone"},
		{"no such time", map[string]any{"run_at": "24:30"}, "body.run_at"},
		{"no day of the week", map[string]any{"day_of_week": nil}, "body.day_of_week"},
		{"the 32nd", map[string]any{"frequency": "monthly", "day_of_month": 32}, "body.day_of_month"},
		{"an address with a line break", map[string]any{"recipients": []map[string]string{{"kind": "address", "id": "a@b.test\r\nBcc: c@d.test"}}}, "Invalid e-mail."},
		{"two addresses in one", map[string]any{"recipients": []map[string]string{{"kind": "address", "id": "a@b.test,c@d.test"}}}, "Invalid e-mail."},
		{"a name of two lines", map[string]any{"name": "A\nB"}, "body.name"},
		{"a column that is not there", map[string]any{"columns": []string{"mood"}}, "body.columns"},
		{"sub-totals that are not there", map[string]any{"group_by": "mood"}, "body.group_by"},
	} {
		answer := l.Do(admin, "POST /api/reports/scheduled", aSchedule(tc.change))
		if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(string(answer.Body), tc.part) {
			t.Errorf("%s = %d %s, want 422 with %s", tc.name, answer.Status, answer.Body, tc.part)
		}
		if !strings.HasPrefix(tc.part, "body.") && !strings.Contains(string(answer.Body), `"title":"`+tc.part+`"`) {
			t.Errorf("%s: %s, want the title %q", tc.name, answer.Body, tc.part)
		}
	}
}

// oneRun runs a schedule whose name begins like a formula to an address and to a user, and sends it again.
func oneRun(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	var me struct{ ID string }
	l.Do(admin, "GET /api/user/"+admin.Email(), nil).Decode(t, &me)
	plugintest.Within(t, time.Minute, "contacts do not know the user", func() bool {
		var found struct{ Recipients []struct{ Gone bool } }
		l.Do(admin, "POST /api/org/alpha/contacts/resolve", map[string]any{"recipients": []map[string]string{{"kind": "user", "id": me.ID}}}).Decode(t, &found)
		return len(found.Recipients) == 1 && !found.Recipients[0].Gone
	})
	s := l.save(admin, aSchedule(map[string]any{"name": "=Mileage, Überfahrt", "formats": []string{"xlsx", "pdf"}, "recipients": []map[string]string{{"kind": "address", "id": "boss@customer.test"}, {"kind": "user", "id": me.ID}}}))
	l.fallDue(s.ID)
	r := l.ended(s.ID, 2)
	if r.State != "done" || len(r.Files) != 2 || len(r.Mails) != 2 || r.Mails[0].State != "sent" || r.Mails[1].State != "sent" {
		t.Fatalf("the run: %+v", r)
	}
	for _, to := range []string{"boss@customer.test", admin.Email()} {
		letters := l.mails.to(to)
		if len(letters) != 1 || !strings.Contains(letters[0], ".xlsx") || !strings.Contains(letters[0], "application/pdf") {
			t.Errorf("%s got %d mails: %.2000s", to, len(letters), strings.Join(letters, "\n"))
		}
	}
	answer := l.Do(admin, "POST /api/reports/scheduled/"+s.ID+"/runs/"+r.ID+"/resend", map[string]any{"to": []string{"boss@customer.test"}})
	if answer.Status != http.StatusOK {
		t.Fatalf("send again: %d %s", answer.Status, answer.Body)
	}
	plugintest.Within(t, time.Minute, "the mail does not come again", func() bool { return len(l.mails.to("boss@customer.test")) == 2 })
	if again := l.ended(s.ID, 2); again.ID != r.ID || len(l.mails.to(admin.Email())) != 1 {
		t.Errorf("sent again to %v", again)
	}
	if answer := l.Do(admin, "POST /api/reports/scheduled/"+s.ID+"/runs/"+r.ID+"/resend", map[string]any{"to": []string{"stranger@x.test"}}); answer.Status != http.StatusUnprocessableEntity {
		t.Errorf("sent to a stranger: %d", answer.Status)
	}
}

// oneRefused mails five, of whom a server refuses one: four get it once, and the creator is told of the fifth.
func oneRefused(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	var recipients []map[string]string
	for i := range 4 {
		recipients = append(recipients, map[string]string{"kind": "address", "id": fmt.Sprintf("r%d@customer.test", i)})
	}
	recipients = append(recipients, map[string]string{"kind": "address", "id": "nobody@customer.test"})
	before := len(l.mails.to(admin.Email()))
	s := l.save(admin, aSchedule(map[string]any{"name": "For five", "recipients": recipients}))
	l.Do(admin, "POST /api/reports/scheduled/"+s.ID+"/run", nil)
	r := l.ended(s.ID, 5)
	counts := map[string]int{}
	for _, m := range r.Mails {
		counts[m.State]++
		if m.State == "refused" && !strings.Contains(m.Problem, "no such mailbox") {
			t.Errorf("refused for %q", m.Problem)
		}
	}
	if counts["sent"] != 4 || counts["refused"] != 1 {
		t.Errorf("mails are %v", counts)
	}
	plugintest.Within(t, time.Minute, "the creator is not told", func() bool {
		letters := l.mails.to(admin.Email())
		return len(letters) > before && strings.Contains(letters[len(letters)-1], "nobody@customer.test")
	})
}

// activity is shown to who may run its report, and scheduled by who may create it; neither needs to see the audit log. Who sees a part of the organisation
// hears of the people of that part.
func activity(t *testing.T, l *lab) {
	admin, manager := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("alpha", "FLEET_MANAGER")
	grant := func(permission string) {
		t.Helper()
		change := map[string]any{"role": "FLEET_MANAGER", "allowed": []string{permission}, "denied": []string{}}
		if answer := l.Do(admin, "PUT /api/permissions/user", change); answer.Status >= 300 {
			t.Fatalf("grant %s: %d %s", permission, answer.Status, answer.Body)
		}
	}
	ask := map[string]any{"action": "get", "report_filters": map[string]any{"start_time": time.Now().Add(-time.Hour).Unix(), "end_time": time.Now().Add(time.Minute).Unix()}}
	asked := func() plugintest.Answer { return l.Do(manager, "POST /api/reports/user_activity", ask) }
	scheduled := func() plugintest.Answer {
		return l.Do(manager, "POST /api/reports/scheduled", aSchedule(map[string]any{"name": "Who did what", "report_type": "user-activity", "filters": nil}))
	}
	if answer := asked(); answer.Status != http.StatusForbidden {
		t.Errorf("without a permission: %d %s", answer.Status, answer.Body)
	}
	grant("runUserActivityReport")
	plugintest.Within(t, time.Minute, "the report of user activity does not tell of its reader", func() bool {
		answer := asked()
		return answer.Status == http.StatusOK && strings.Contains(string(answer.Body), manager.Email())
	})
	if answer := asked(); strings.Contains(string(answer.Body), admin.Email()) {
		t.Errorf("who sees the north hears of the administrator: %s", answer.Body)
	}
	if answer := scheduled(); answer.Status != http.StatusForbidden {
		t.Errorf("scheduled by who may run it alone: %d %s", answer.Status, answer.Body)
	}
	grant("createUserActivityReport")
	plugintest.Within(t, time.Minute, "who may create it cannot schedule it", func() bool { return scheduled().Status == http.StatusCreated })
}

// creators lose what their schedules need, one after the other, and each schedule pauses with the reason.
func creators(t *testing.T, l *lab) {
	admin, manager := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("alpha", "FLEET_MANAGER")
	var made struct{ ID string }
	l.Do(admin, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": "Of the north", "vehicle_type": "van", "node": "alpha-north"}).Decode(t, &made)
	var who struct{ ID string }
	l.Do(admin, "GET /api/user/"+manager.Email(), nil).Decode(t, &who)
	chosen := map[string]any{"name": "Manager's van", "all_vehicles": nil, "vehicle_ids": []string{made.ID}}
	l.living(made.ID, 1)
	first := l.save(manager, aSchedule(chosen))
	l.Do(manager, "POST /api/reports/scheduled/"+first.ID+"/run", nil)
	if r := l.ended(first.ID, 0); r.State != "done" {
		t.Errorf("a run of a vehicle that is there: %+v", r)
	}
	pausedBy := func(what, reason string, do func()) {
		t.Helper()
		s := l.save(manager, aSchedule(chosen))
		do()
		l.fallDue(s.ID)
		if r := l.ended(s.ID, 0); r.State != "failed" || r.Reason != reason || l.one(s.ID).PauseReason != reason {
			t.Errorf("%s: run %+v, schedule %+v; want %s", what, r, l.one(s.ID), reason)
		}
	}
	pausedBy("the report's permission is lost", "no_permission", func() {
		l.deny(who.ID, "createMileageReport", true)
	})
	if answer := l.Do(manager, "POST /api/reports/scheduled", aSchedule(chosen)); answer.Status != http.StatusForbidden || !strings.Contains(string(answer.Body), "createMileageReport") {
		t.Errorf("scheduled without the report's permission: %d %s", answer.Status, answer.Body)
	}
	l.deny(who.ID, "createMileageReport", false)
	plugintest.Within(t, 10*time.Second, "what was denied is not allowed again", func() bool {
		return l.Do(manager, "POST /api/org/alpha/vehicles/reports/mileage", map[string]string{"from": "2026-03-02T00:00:00Z", "to": "2026-03-03T00:00:00Z"}).Status != http.StatusForbidden
	})
	pausedBy("the vehicle is deleted", "vehicles_gone", func() {
		if answer := l.Do(admin, "DELETE /api/org/alpha/vehicles/"+made.ID, nil); answer.Status >= 300 {
			t.Fatalf("delete the vehicle: %d %s", answer.Status, answer.Body)
		}
		l.living(made.ID, 0)
	})
	chosen = map[string]any{"name": "Manager's all"}
	pausedBy("the creator is disabled", "creator_gone", func() {
		if answer := l.Do(admin, "PUT /api/org/alpha/users/"+who.ID, map[string]any{"disabled": true}); answer.Status != http.StatusOK {
			t.Fatalf("disable: %d %s", answer.Status, answer.Body)
		}
	})
	l.Do(admin, "PUT /api/org/alpha/users/"+who.ID, map[string]any{"disabled": false})
}

// living waits until the plugin knows of so many vehicles with an id.
func (l *lab) living(id string, want int) {
	l.t.Helper()
	db := l.Database(l.t)
	plugintest.Within(l.t, time.Minute, "the plugin does not hear of the vehicle", func() bool {
		var n int
		err := db.QueryRow(l.t.Context(), `SELECT count(*) FROM reports.fleet_vehicle WHERE id = $1 AND NOT deleted`, id).Scan(&n)
		return err == nil && n == want
	})
}

func (l *lab) deny(user, permission string, denied bool) {
	l.t.Helper()
	change := map[string]any{"users": []string{user}, "allowed": []string{permission}, "denied": []string{}}
	if denied {
		change["allowed"], change["denied"] = []string{}, []string{permission}
	}
	if answer := l.Do(plugintest.As("alpha", "ORG_ADMIN"), "PUT /api/permissions/user", change); answer.Status >= 300 {
		l.t.Fatalf("change permissions by %v: %d %s", change, answer.Status, answer.Body)
	}
}

// A module that is switched off pauses the schedules of its reports and says so; switched on again they go on, but for what somebody paused. A file that is being made ends whole or not at all.
func TestScheduled_ModuleSwitched(t *testing.T) {
	mails := startMailServer(t)
	h := plugintest.Start(t, "../seatbelt", plugintest.Beside(".", "../vehicles", "../contacts", "../users"), plugintest.Variable("OUTRIDER_SMTP_URL", mails.url))
	l, admin := &lab{h, t, mails}, plugintest.As("alpha", "ORG_ADMIN")
	ofModule := map[string]any{"report_type": "seatbelt-violations", "filters": map[string]any{}}
	mine, paused := l.save(admin, aSchedule(ofModule)), l.save(admin, aSchedule(ofModule))
	other := l.save(admin, aSchedule(nil))
	if answer := l.Do(admin, "PUT /api/reports/scheduled/"+paused.ID+"/paused", map[string]bool{"paused": true}); answer.Status != http.StatusOK {
		t.Fatalf("pause: %d %s", answer.Status, answer.Body)
	}
	is := func(id, state, reason string) bool {
		one := l.one(id)
		return one.State == state && one.PauseReason == reason
	}
	told := h.Subscribe(t, admin, manifest.PushTopic{Name: "schedules", Context: "org"})
	h.Switch(t, "alpha", false)
	told.Next(&struct{}{})
	if !is(mine.ID, "paused", "module_off") {
		t.Errorf("when browsers are told, the schedule of the module is %+v", l.one(mine.ID))
	}
	if !is(other.ID, "active", "") || !is(paused.ID, "paused", "user") {
		t.Errorf("others are %+v and %+v", l.one(other.ID), l.one(paused.ID))
	}
	if answer := l.Do(admin, "POST /api/reports/scheduled", aSchedule(ofModule)); answer.Status != http.StatusUnprocessableEntity {
		t.Errorf("a schedule of a module that is off is taken: %d %s", answer.Status, answer.Body)
	}
	h.Switch(t, "alpha", true)
	told.Next(&struct{}{})
	if !is(mine.ID, "active", "") {
		t.Errorf("when browsers are told that it is on again, the schedule is %+v", l.one(mine.ID))
	}
	if !is(paused.ID, "paused", "user") {
		t.Errorf("what somebody paused is %+v", l.one(paused.ID))
	}
	if answer := l.Do(admin, "POST /api/reports/scheduled/"+mine.ID+"/run", nil); answer.Status >= http.StatusBadRequest {
		t.Fatalf("run: %d %s", answer.Status, answer.Body)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() { // it is switched for as long as the run takes
		defer close(ended)
		for on := false; ; on = !on {
			select {
			case <-stop:
				h.Switch(t, "alpha", true)
				return
			default:
				h.Switch(t, "alpha", on)
			}
		}
	}()
	var r ran
	plugintest.Within(t, time.Minute, "the run is not made", func() bool {
		r = l.runs(mine.ID)[0]
		return r.State == "done" || r.Reason != "" && r.State != "running"
	})
	close(stop)
	<-ended
	switch {
	case r.State == "done" && len(r.Files) == 1:
	case (r.State == "failed" || r.State == "waiting") && len(r.Files) == 0: // waiting: the module was on again, so it is made once more
	default:
		t.Errorf("a run while the module was switched is %+v", r)
	}
	plugintest.Eventually(t, "the schedule does not go on after its run", func() bool { // it is said to have failed if the run did
		one := l.one(mine.ID)
		return one.State != "paused" && one.PauseReason == ""
	})
}
