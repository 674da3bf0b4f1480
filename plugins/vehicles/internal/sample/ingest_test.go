package sample

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

// shelf takes everything of organisation demo from device d1.
type shelf struct {
	samples map[string]int // organisation to samples taken
	days    map[string]int
	err     error
}

func (s *shelf) Take(_ context.Context, org string, batch []events.Telemetry) (Taken, error) {
	if org == "gone" {
		return Taken{}, fault.New(fault.NotFound, "There is nothing here.")
	}
	if s.err != nil {
		return Taken{}, s.err
	}
	var taken Taken
	for i, m := range batch {
		if m.DeviceID != "d1" {
			taken.Unknown = append(taken.Unknown, i)
			continue
		}
		s.samples[org] += len(m.Samples)
		taken.Changed = []string{"d1"}
	}
	return taken, nil
}

func (s *shelf) MakePartition(_ context.Context, day time.Time) error {
	s.days[day.UTC().Format(time.DateOnly)]++
	return nil
}

func (s *shelf) ApplyStatus(_ context.Context, _ string, st events.DeviceStatus) error {
	return s.known(st.DeviceID)
}

func (s *shelf) ApplyConnections(_ context.Context, _ string, batch []events.DeviceConnection) (unknown []int, _ error) {
	for i, c := range batch {
		if s.known(c.DeviceID) != nil {
			unknown = append(unknown, i)
		}
	}
	return unknown, s.err
}

func (s *shelf) known(id string) error {
	if id != "d1" {
		return store.ErrNoRow
	}
	return s.err
}

type world struct {
	*Ingest
	shelf  *shelf
	marked []string
	buried []string
	now    time.Time
}

func (w *world) Mark(org string, ids ...string) {
	for _, id := range ids {
		w.marked = append(w.marked, org+"/"+id)
	}
}

func newWorld() *world {
	w := &world{shelf: &shelf{samples: map[string]int{}, days: map[string]int{}}, now: time.Date(2025, 11, 21, 14, 0, 0, 0, time.UTC)}
	deadLetter := func(_ context.Context, e events.Event[events.Telemetry], why error) error {
		w.buried = append(w.buried, e.ID+": "+why.Error())
		return nil
	}
	w.Ingest = NewIngest(w.shelf, w.shelf, w, deadLetter, slog.New(slog.DiscardHandler), func() time.Time { return w.now })
	return w
}

func (w *world) event(id, org, device string, ago ...time.Duration) events.Event[events.Telemetry] {
	e := events.Event[events.Telemetry]{ID: id, OrgID: org, Data: events.Telemetry{DeviceID: device, OrgID: org}}
	for _, d := range ago {
		e.Data.Samples = append(e.Data.Samples, events.Sample{Time: w.now.Add(-d).UnixMilli()})
	}
	return e
}

func TestTelemetry(t *testing.T) {
	const day = 24 * time.Hour
	w := newWorld()
	err := w.Telemetry(t.Context(), []events.Event[events.Telemetry]{
		w.event("a", "demo", "d1", 0, day, 400*day), w.event("b", "rival", "d1", 0), w.event("c", "demo", "d9", 0),
		w.event("d", "demo", "d1", 500*day, -10*day, 0), w.event("e", "gone", "d1", 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	if w.shelf.samples["demo"] != 4 || w.shelf.samples["rival"] != 1 {
		t.Errorf("samples %v", w.shelf.samples)
	}
	if len(w.shelf.days) != 3 || w.shelf.days["2025-11-21"] != 1 {
		t.Errorf("days %v, want three, each made once", w.shelf.days)
	}
	want := []string{"d: the sample is too old or too far ahead", "c: organisation demo has no device d9", "e: organisation gone does not exist"}
	if len(w.buried) != 3 || w.buried[0] != want[0] || w.buried[1] != want[1] || w.buried[2] != want[2] {
		t.Errorf("buried %q, want %q", w.buried, want)
	}
	w.shelf.err = errors.New("no database")
	if err := w.Telemetry(t.Context(), []events.Event[events.Telemetry]{w.event("f", "demo", "d1", 0)}); !errors.Is(err, w.shelf.err) {
		t.Errorf("without a database: %v; want it delivered again", err)
	}
}

func TestStatusAndConnection(t *testing.T) {
	w := newWorld()
	for _, id := range []string{"d1", "d9"} {
		status := w.Status(t.Context(), events.Event[events.DeviceStatus]{OrgID: "demo", Data: events.DeviceStatus{DeviceID: id}})
		connection := w.Connections(t.Context(), []events.Event[events.DeviceConnection]{{OrgID: "demo", Data: events.DeviceConnection{DeviceID: id}}})
		if known := id == "d1"; (status == nil) != known || (connection == nil) != known {
			t.Errorf("%s: status %v, connection %v", id, status, connection)
		}
	}
	if len(w.marked) != 2 {
		t.Errorf("marked %v", w.marked)
	}
}
