package sample

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"outrider.dev/sdk/events"
)

// slowStore keeps what it is given once it may; messages of devices "unknown…" are unknown, one of "poison" fails everything with it.
type slowStore struct {
	begun chan struct{} // one for each transaction that has begun
	may   chan struct{} // closed: they go on

	mu           sync.Mutex
	kept         []string
	transactions int
}

func (s *slowStore) Take(ctx context.Context, _ string, batch []events.Telemetry) (taken Taken, err error) {
	select {
	case s.begun <- struct{}{}:
	default: // nobody counts any more
	}
	select {
	case <-s.may:
	case <-ctx.Done():
		return taken, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.transactions++
	for n, m := range batch {
		switch {
		case m.DeviceID == "poison":
			return Taken{}, errors.New("poison")
		case strings.HasPrefix(m.DeviceID, "unknown"):
			taken.Unknown = append(taken.Unknown, n)
		}
	}
	for _, m := range batch {
		s.kept = append(s.kept, m.DeviceID)
	}
	return taken, nil
}

func messages(ids ...string) (batch []events.Telemetry) {
	for _, id := range ids {
		batch = append(batch, events.Telemetry{DeviceID: id})
	}
	return batch
}

func newSlowStore() *slowStore {
	return &slowStore{begun: make(chan struct{}, atOnce), may: make(chan struct{})}
}

// await waits until so many batches of organisation demo wait.
func (t *groupCommit) await(test *testing.T, batches int) {
	test.Helper()
	for {
		t.mu.Lock()
		waiting := 0
		if q := t.orgs["demo"]; q != nil {
			waiting = len(q.waiting)
		}
		t.mu.Unlock()
		if waiting == batches {
			return
		}
		select {
		case <-test.Context().Done():
			test.Fatalf("%d batches wait, not %d", waiting, batches)
		default:
			runtime.Gosched()
		}
	}
}

// occupy begins as many transactions as go beside each other.
func (t *groupCommit) occupy(ctx context.Context, s *slowStore, all *sync.WaitGroup) {
	for n := range atOnce {
		all.Go(func() { _, _ = t.Take(ctx, "demo", messages(fmt.Sprintf("first%d", n))) })
		<-s.begun
	}
}

// takeAll hands batches over while all transactions are busy, and lets the store work once all of them wait.
func takeAll(t *testing.T, s *slowStore, batches [][]events.Telemetry) (results []Taken, errs []error) {
	t.Helper()
	joint := newGroupCommit(s)
	joint.apart = 0
	results, errs = make([]Taken, len(batches)), make([]error, len(batches))
	var all sync.WaitGroup
	joint.occupy(t.Context(), s, &all)
	for n, batch := range batches {
		all.Go(func() { results[n], errs[n] = joint.Take(t.Context(), "demo", batch) })
	}
	joint.await(t, len(batches))
	close(s.may)
	all.Wait()
	if q := joint.orgs["demo"]; q.running != 0 || len(q.waiting) != 0 || q.gathering != nil {
		t.Errorf("something is left: %+v", q)
	}
	return results, errs
}

func TestTogether_WhatWaitsGoesInOneTransaction(t *testing.T) {
	s := newSlowStore()
	var batches [][]events.Telemetry
	for n := range 20 {
		batches = append(batches, messages(fmt.Sprintf("d%d", n), fmt.Sprintf("unknown%d", n)))
	}
	results, errs := takeAll(t, s, batches)
	for n := range batches {
		if errs[n] != nil || !slices.Equal(results[n].Unknown, []int{1}) {
			t.Errorf("batch %d: %+v, %v", n, results[n], errs[n])
		}
	}
	if len(s.kept) != 40+atOnce || s.transactions > 2*atOnce {
		t.Errorf("%d messages in %d transactions", len(s.kept), s.transactions)
	}
}

func TestTogether_OneBadBatchHarmsItselfAlone(t *testing.T) {
	s := newSlowStore()
	batches := [][]events.Telemetry{messages("a"), messages("b"), messages("c"), messages("poison"), messages("d")}
	_, errs := takeAll(t, s, batches)
	for n, err := range errs {
		if (err != nil) != (n == 3) {
			t.Errorf("batch %d: %v", n, err)
		}
	}
	slices.Sort(s.kept)
	if !slices.Equal(s.kept, []string{"a", "b", "c", "d", "first0", "first1"}) {
		t.Errorf("kept %v", s.kept)
	}
}

func TestTogether_WhoLeavesPassesTheTurnOn(t *testing.T) {
	s := newSlowStore()
	joint := newGroupCommit(s)
	joint.apart = 0
	gone, leave := context.WithCancel(t.Context())
	var busy, rest sync.WaitGroup
	joint.occupy(gone, s, &busy)
	busy.Go(func() { _, _ = joint.Take(gone, "demo", messages("gone")) })
	joint.await(t, 1)
	rest.Go(func() {
		if _, err := joint.Take(t.Context(), "demo", messages("stays")); err != nil {
			t.Error(err)
		}
	})
	joint.await(t, 2)
	leave()
	busy.Wait()
	close(s.may)
	rest.Wait()
	if !slices.Equal(s.kept, []string{"stays"}) {
		t.Errorf("kept %v", s.kept)
	}
}

func TestTogether_SmallBatchesGoOnTheBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowStore()
		close(s.may)
		joint := newGroupCommit(s)
		began := time.Now()
		take := func(samples int) {
			batch := []events.Telemetry{{DeviceID: "d", Samples: make([]events.Sample, samples)}}
			if _, err := joint.Take(t.Context(), "demo", batch); err != nil {
				t.Error(err)
			}
		}
		take(1)
		if took := time.Since(began); took != 0 || s.transactions != 1 {
			t.Errorf("a lone batch took %s and %d transactions", took, s.transactions)
		}
		var all sync.WaitGroup
		for n := range 20 {
			all.Go(func() {
				<-time.After(time.Duration(n) * time.Millisecond)
				take(1)
			})
		}
		all.Wait()
		if took := time.Since(began); took != apart || s.transactions != 2 {
			t.Errorf("small batches took %s and %d transactions in all, want %s and 2", took, s.transactions, apart)
		}
		all.Go(func() { take(1) })
		synctest.Wait()
		take(enough) // brings the one that waits along
		all.Wait()
		if took := time.Since(began); took != apart || s.transactions != 3 {
			t.Errorf("a large batch took %s and %d transactions in all, want no time and 3", took, s.transactions)
		}
	})
}

func TestTogether_PartitionsOfASteadyFleetGoTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowStore()
		close(s.may)
		joint := newGroupCommit(s)
		if _, err := joint.Take(t.Context(), "demo", messages("first")); err != nil {
			t.Fatal(err)
		}
		for beat := range 3 {
			<-time.After(4 * apart)
			began := time.Now()
			var all sync.WaitGroup
			for n := range 8 {
				all.Go(func() {
					if _, err := joint.Take(t.Context(), "demo", messages(fmt.Sprint(beat, n))); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if took := time.Since(began); took != company {
				t.Errorf("eight batches of one moment took %s, want %s", took, company)
			}
		}
		if s.transactions != 4 {
			t.Errorf("%d transactions, want 4: one for the first batch and one a beat", s.transactions)
		}
	})
}

func TestTogether_WhoLeavesWhileItGathersPassesTheTurnOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowStore()
		close(s.may)
		joint := newGroupCommit(s)
		_, _ = joint.Take(t.Context(), "demo", messages("first"))
		gone, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { _, _ = joint.Take(gone, "demo", messages("poison")) })
		synctest.Wait()
		all.Go(func() {
			if _, err := joint.Take(t.Context(), "demo", messages("stays")); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		leave()
		all.Wait()
		if !slices.Equal(s.kept, []string{"first", "stays"}) {
			t.Errorf("kept %v", s.kept)
		}
	})
}
