//go:build bench

package bench_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/host/accesstest"
)

const peopleGroup = "People and groups"

// TestUsersPage reads pages of 100 out of 100,000 users in the ways that the list offers.
func TestUsersPage(t *testing.T) {
	w := accesstest.Start(t)
	many, times := 100_000, 100
	if *quick {
		many, times = 5_000, 20
	}
	w.PlantPeople(t, many)
	for _, c := range []struct{ name, query string }{
		{"the first page", ""}, {"a late page", fmt.Sprintf("&page_num=%d", many/110)}, {"by address", "&sort=email&page_num=3"}, {"of one role", "&filter=role:eq:DRIVER"}, {"a search by name", "&q=person-4711"}, {"of a group", "&node=alpha-south"},
	} {
		w.UsersPage(t, c.query, 3)
		boundRow(peopleGroup, fmt.Sprintf("a page of 100 out of %d users, p99: %s", many, c.name), w.UsersPage(t, c.query, times), 50*time.Millisecond)
	}
}

// TestSubtreeMove moves a subtree of groups and waits until what its people may see is the new place.
func TestSubtreeMove(t *testing.T) {
	w := accesstest.Start(t)
	groups, people := 1000, 10
	if *quick {
		groups = 100
	}
	w.PlantGroups(t, groups, people)
	var longest time.Duration
	for n := range 4 {
		took := w.MoveSubtree(t, []string{"alpha-north", "alpha-south"}[n%2], people)
		t.Logf("move %d took %s", n+1, took)
		longest = max(longest, took)
	}
	measured.Add(table.Row{
		Group: peopleGroup, What: fmt.Sprintf("a subtree of %d groups moves, until %d people of it see their new place", groups, people), Target: "< 5s", Result: longest.Round(time.Millisecond).String(), Passed: longest < 5*time.Second,
	})
}

// TestPermissionChanges gives and takes permissions at random, and waits after each lot until Keto and the host have heard of it.
func TestPermissionChanges(t *testing.T) {
	w := accesstest.Start(t)
	changes, lot := 10_000, 100
	if *quick {
		changes = 1_000
	}
	random := rand.New(rand.NewPCG(16, 1))
	var longest time.Duration
	began := time.Now()
	for done := 0; done < changes; done += lot {
		asked := time.Now()
		w.Shuffle(t, random, lot)
		longest = max(longest, time.Since(asked))
	}
	took := time.Since(began)
	measured.Add(table.Row{
		Group: peopleGroup, What: fmt.Sprintf("%d permissions given and taken, %d at a time, each lot until Keto and the host have heard of it: the longest", changes, lot), Target: "< 5s",
		Result: fmt.Sprintf("%s (all: %s)", longest.Round(time.Millisecond), took.Round(time.Second)), Passed: longest < 5*time.Second,
	})
}
