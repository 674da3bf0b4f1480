package intake_test

import (
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/events"
)

// movedUnderWest is a site with a geofence that watches the group west, which the group of v-north is moved under a minute after the beginning.
func movedUnderWest(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	group := func(sequence uint64, after time.Duration, id, path string) {
		t.Helper()
		e := events.Event[events.GroupChanged]{OrgID: "demo", Sequence: sequence, At: begin.Add(after), Data: events.GroupChanged{ID: id, Path: path}}
		if err := s.Fleet.ApplyGroup(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	group(2, 0, "west", "/demo/west/")
	s.Create(admin, strings.Replace(yard, `"all_vehicles":true`, `"group_ids":["west"]`, 1))
	s.tell("d1", fix(0, outside, 40))
	group(3, time.Minute, "north", "/demo/west/north/")
	return s
}

// TestMovedInTheTree_AfterASilence has a vehicle send what it kept of before and after its group was moved.
func TestMovedInTheTree_AfterASilence(t *testing.T) {
	s := movedUnderWest(t)
	s.tell("d1", fix(10, inside, 40), fix(20, inside, 40), fix(30, outside, 40), fix(40, outside, 40), fix(70, inside, 40), fix(80, inside, 40), fix(90, beyond, 40), fix(100, beyond, 40))
	if got, want := s.visits("v-north"), "70-90 left 0 leave@90"; got != want {
		t.Errorf("visits are %q, want %q: found inside, since it was not watched before", got, want)
	}
}

// TestMovedInTheTree_Late has positions of before and after come when a later one is there already.
func TestMovedInTheTree_Late(t *testing.T) {
	s := movedUnderWest(t)
	s.tell("d1", fix(200, beyond, 40))
	s.tell("d1", fix(10, inside, 40), fix(20, inside, 40), fix(30, outside, 40), fix(40, outside, 40), fix(70, inside, 40), fix(80, inside, 40), fix(90, beyond, 40), fix(100, beyond, 40))
	s.judgeLate()
	if got, want := s.visits("v-north"), "70-90 left 0 leave@90"; got != want {
		t.Errorf("visits are %q, want %q", got, want)
	}
}

// TestMovedToAnotherGroup_AfterASilence has the vehicle itself be moved meanwhile.
func TestMovedToAnotherGroup_AfterASilence(t *testing.T) {
	s := newSite(t)
	s.Create(admin, strings.Replace(yard, `"all_vehicles":true`, `"group_ids":["south"]`, 1))
	s.tell("d1", fix(0, outside, 40))
	s.Time = begin.Add(time.Minute)
	s.Vehicle(2, "v-north", "south")
	s.Time = begin
	s.tell("d1", fix(10, inside, 40), fix(20, inside, 40), fix(30, outside, 40), fix(40, outside, 40), fix(70, inside, 40), fix(80, inside, 40))
	if got, want := s.visits("v-north"), "70-  0"; got != want {
		t.Errorf("visits are %q, want %q", got, want)
	}
}
