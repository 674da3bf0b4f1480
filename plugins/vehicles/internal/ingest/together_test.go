package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/sdk/events"
)

// slowStore keeps what it is given once it may; messages of devices "unknown…" are unknown, one of "poison" fails everything with it.
type slowStore struct {
	may chan struct{} // one for each transaction

	mu           sync.Mutex
	kept         []string
	transactions int
}

func (s *slowStore) Take(ctx context.Context, _ string, batch []events.Telemetry) (taken postgres.Taken, err error) {
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
			return postgres.Taken{}, errors.New("poison")
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

// waiting is how many batches wait in organisation demo.
func (t *together) waitingNow() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if q := t.orgs["demo"]; q != nil {
		return len(q.waiting)
	}
	return 0
}

// takeAll hands batches over at the same time, the first atOnce alone, and lets the store work once all are there.
func takeAll(t *testing.T, s *slowStore, batches [][]events.Telemetry) (results []postgres.Taken, errs []error) {
	t.Helper()
	joint := newTogether(s)
	results, errs = make([]postgres.Taken, len(batches)), make([]error, len(batches))
	var all sync.WaitGroup
	for n, batch := range batches {
		all.Go(func() { results[n], errs[n] = joint.Take(t.Context(), "demo", batch) })
	}
	for joint.waitingNow() < len(batches)-atOnce {
		select {
		case <-t.Context().Done():
			t.Fatal("the batches do not wait")
		default:
		}
	}
	close(s.may)
	all.Wait()
	if joint.waitingNow() != 0 || len(joint.orgs) != 0 {
		t.Errorf("something is left: %+v", joint.orgs)
	}
	return results, errs
}

func TestTogether_WhatWaitsGoesInOneTransaction(t *testing.T) {
	s := &slowStore{may: make(chan struct{})}
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
	if len(s.kept) != 40 || s.transactions > atOnce+2 {
		t.Errorf("%d messages in %d transactions", len(s.kept), s.transactions)
	}
}

func TestTogether_OneBadBatchHarmsItselfAlone(t *testing.T) {
	s := &slowStore{may: make(chan struct{})}
	batches := [][]events.Telemetry{messages("a"), messages("b"), messages("c"), messages("poison"), messages("d")}
	_, errs := takeAll(t, s, batches)
	for n, err := range errs {
		if (err != nil) != (n == 3) {
			t.Errorf("batch %d: %v", n, err)
		}
	}
	slices.Sort(s.kept)
	if !slices.Equal(s.kept, []string{"a", "b", "c", "d"}) {
		t.Errorf("kept %v", s.kept)
	}
}

func TestTogether_WhoLeavesPassesTheTurnOn(t *testing.T) {
	s := &slowStore{may: make(chan struct{})}
	joint := newTogether(s)
	gone, leave := context.WithCancel(t.Context())
	var busy, rest sync.WaitGroup
	for n := range atOnce + 1 {
		busy.Go(func() { _, _ = joint.Take(gone, "demo", messages(fmt.Sprintf("gone%d", n))) })
	}
	for joint.waitingNow() < 1 { // the others are in their transactions
	}
	rest.Go(func() {
		if _, err := joint.Take(t.Context(), "demo", messages("stays")); err != nil {
			t.Error(err)
		}
	})
	for joint.waitingNow() < 2 {
	}
	leave()
	busy.Wait()
	close(s.may)
	rest.Wait()
	if !slices.Equal(s.kept, []string{"stays"}) {
		t.Errorf("kept %v", s.kept)
	}
}
