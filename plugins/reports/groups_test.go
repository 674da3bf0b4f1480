package main

import (
	"net/http"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

// ofGroups has a schedule of a group and of a vehicle beside it: each run is about the vehicles that are in the group by then, and of one moved out of it no longer.
func ofGroups(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	depot := l.withGroup(admin, "Depot of schedules")
	first, beside := l.withVehicle(admin, "Depot van 1", depot), l.withVehicle(admin, "Van beside", "alpha-north")
	one := l.save(admin, aSchedule(map[string]any{
		"name": "Of a group", "report_type": "fleet-status", "filters": map[string]any{}, "all_vehicles": false, "group_ids": []string{depot}, "vehicle_ids": []string{beside}, "formats": []string{"csv"},
	}))
	l.runsOf(one.ID, 2)
	alone := l.save(admin, aSchedule(map[string]any{
		"name": "Of a group alone", "report_type": "fleet-status", "filters": map[string]any{}, "all_vehicles": false, "group_ids": []string{depot}, "formats": []string{"csv"},
	}))
	second := l.withVehicle(admin, "Depot van 2", depot)
	l.runsOf(one.ID, 3)
	if answer := l.Do(admin, "POST /api/org/alpha/tree/nodes/alpha-north/vehicles", map[string]any{"vehicle_ids": []string{first, second}}); answer.Status >= http.StatusMultipleChoices {
		t.Fatalf("move: %d %s", answer.Status, answer.Body)
	}
	l.runsOf(one.ID, 1)
	l.runsOf(alone.ID, 0) // a group without vehicles is one still
	if answer := l.Do(admin, "DELETE /api/org/alpha/tree/nodes/"+depot, nil); answer.Status >= http.StatusMultipleChoices {
		t.Fatalf("delete the group: %d %s", answer.Status, answer.Body)
	}
	l.fallDue(alone.ID)
	plugintest.Within(t, time.Minute, "the schedule of a group that is gone goes on", func() bool { return l.one(alone.ID).PauseReason == "vehicles_gone" })
}

// runsOf has a schedule run until its report has so many rows: what the fleet's copy knows takes a moment.
func (l *lab) runsOf(id string, rows int64) {
	l.t.Helper()
	last := ran{}
	for range 20 {
		before := len(l.runs(id))
		l.fallDue(id)
		plugintest.Within(l.t, time.Minute, "the schedule does not run", func() bool { return len(l.runs(id)) > before })
		if last = l.ended(id, 1); last.State == "done" && last.Rows == rows {
			return
		}
	}
	l.t.Fatalf("the run has %d rows and is %s (%s), want %d rows", last.Rows, last.State, last.Reason, rows)
}

func (l *lab) withGroup(as plugintest.Actor, name string) string {
	l.t.Helper()
	var made struct{ ID string }
	if answer := l.Do(as, "POST /api/org/alpha/tree/nodes", map[string]any{"parent_id": "alpha", "metadata": map[string]string{"label": name}}); answer.Status != http.StatusCreated {
		l.t.Fatalf("make the group %s: %d %s", name, answer.Status, answer.Body)
	} else {
		answer.Decode(l.t, &made)
	}
	return made.ID
}

func (l *lab) withVehicle(as plugintest.Actor, name, node string) string {
	l.t.Helper()
	var made struct{ ID string }
	plugintest.Within(l.t, time.Minute, "no vehicle is taken by the group "+node, func() bool { // a new group is heard of a moment later
		answer := l.Do(as, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": name, "vehicle_type": "van", "node": node})
		if answer.Status == http.StatusCreated {
			answer.Decode(l.t, &made)
		}
		return answer.Status == http.StatusCreated
	})
	l.living(made.ID, 1)
	return made.ID
}
