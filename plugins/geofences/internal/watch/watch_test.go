package watch_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
)

var begin = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC).UnixMilli()

// yard is a square of some 1.1 km by 0.65 km.
func yard(t fence.Triggers) fence.Definition {
	return fence.Definition{
		ID: "yard", Name: "Yard", ShapeRev: 1, Triggers: t, Path: "/demo/", Association: fence.Association{All: true}, FromMs: 1,
		Shape: shape.Shape{Type: shape.Polygon, Points: []shape.Point{{Lat: 53, Lng: -2}, {Lat: 53, Lng: -1.99}, {Lat: 53.01, Lng: -1.99}, {Lat: 53.01, Lng: -2}}},
	}
}

var (
	out1  = shape.Point{Lat: 53.005, Lng: -2.02}
	out2  = shape.Point{Lat: 53.005, Lng: -2.01}
	edge  = shape.Point{Lat: 53.005, Lng: -1.9999} // just inside
	in1   = shape.Point{Lat: 53.005, Lng: -1.998}
	in2   = shape.Point{Lat: 53.005, Lng: -1.993}
	far1  = shape.Point{Lat: 53.005, Lng: -1.98}
	far2  = shape.Point{Lat: 53.005, Lng: -1.97}
	hover = shape.Point{Lat: 53.005, Lng: -2.0001} // just outside
)

// at is a position n times ten seconds after the beginning.
func at(n int, p shape.Point, speedKmh ...float64) watch.Fix {
	f := watch.Fix{TimeMs: begin + int64(n)*10_000, At: p}
	if len(speedKmh) > 0 {
		f.SpeedKmh = &speedKmh[0]
	}
	return f
}

func stopped(n int, p shape.Point) watch.Fix {
	off, none := false, 0.0
	f := at(n, p)
	f.Ignition, f.SpeedKmh = &off, &none
	return f
}

// told folds positions, and says what there is at the end: a line for each visit in the order of arrival.
func told(b *book.Book, fixes ...watch.Fix) string {
	return toldOf(b, func(watch.Fix) string { return "/demo/north/" }, fixes...)
}

func toldOf(b *book.Book, path func(watch.Fix) string, fixes ...watch.Fix) string {
	visits := map[string]watch.Visit{}
	w := watch.Watcher{VehicleID: "v", State: &watch.State{}, Fences: b, Changed: func(v *watch.Visit) {
		copied := *v
		copied.Events = slices.Clone(v.Events)
		visits[v.ID] = copied
	}}
	for _, f := range fixes {
		w.Step(f, path(f))
	}
	return lines(visits)
}

func lines(visits map[string]watch.Visit) string {
	var list []string
	seconds := func(ms int64) string {
		if ms == 0 {
			return "…"
		}
		return fmt.Sprint((ms - begin) / 1000)
	}
	for _, v := range visits {
		line := fmt.Sprintf("%6s: %s to %s", seconds(v.ArrivalMs), v.FenceID, seconds(v.DepartureMs))
		for flag, set := range map[string]bool{" found": v.Found, " through": v.Through} {
			if set {
				line += flag
			}
		}
		if v.Ended != "" && v.Ended != watch.EndedLeft {
			line += " by " + v.Ended
		}
		for _, e := range v.Events {
			line += fmt.Sprintf(", %s at %s", e.Trigger, seconds(e.AtMs))
			if e.EndMs > 0 {
				line += " until " + seconds(e.EndMs)
			}
		}
		list = append(list, strings.TrimSpace(line))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func bookOf(definitions ...fence.Definition) *book.Book {
	b := book.New()
	b.Put("yard", definitions)
	return b
}

func number(v float64) *float64 { return &v }

func seconds(v int) *int { return &v }

func TestStep(t *testing.T) {
	both := fence.Triggers{Enter: true, Leave: true}
	disabled, moved := yard(both), yard(both)
	first := yard(both)
	first.ToMs = begin + 25_000
	disabled.FromMs, disabled.Disabled = first.ToMs, true
	moved.FromMs, moved.ShapeRev = first.ToMs, 2
	moved.Shape = shape.Shape{Type: shape.Circle, Center: &shape.Point{Lat: 54, Lng: -2}, RadiusM: 100}
	grown := yard(both)
	grown.FromMs, grown.ShapeRev = first.ToMs, 2
	grown.Shape.Points = []shape.Point{{Lat: 53, Lng: -2.05}, {Lat: 53, Lng: -1.9}, {Lat: 53.01, Lng: -1.9}, {Lat: 53.01, Lng: -2.05}}
	renamed := yard(both)
	renamed.FromMs, renamed.Name = first.ToMs, "Another name"
	for _, tc := range []struct {
		name  string
		book  *book.Book
		fixes []watch.Fix
		want  string
	}{
		{"in and out", bookOf(yard(both)), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, far1), at(4, far2)}, "10: yard to 30, enter at 10, leave at 30"},
		{"still inside", bookOf(yard(both)), []watch.Fix{at(0, out1), at(1, in1), at(2, in2)}, "10: yard to …, enter at 10"},
		{"flapping at the border from outside", bookOf(yard(both)), []watch.Fix{at(0, hover), at(1, edge), at(2, hover), at(3, edge), at(4, hover)}, ""},
		{"flapping at the border from inside", bookOf(yard(both)), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, hover), at(4, edge), at(5, hover), at(6, in1)}, "10: yard to …, enter at 10"},
		{"through between two positions", bookOf(yard(both)), []watch.Fix{at(0, out2), at(1, far1)}, "3: yard to 6 through, enter at 3, leave at 6"},
		{"through with one position inside", bookOf(yard(both)), []watch.Fix{at(0, out2), at(1, in2), at(2, far1)}, "10: yard to 20 through, enter at 10, leave at 20"},
		{"nobody knows the way of an hour", bookOf(yard(both)), []watch.Fix{at(0, out2), at(360, far1)}, ""},
		{"inside when first heard of", bookOf(yard(both)), []watch.Fix{at(0, in1), at(1, in2), at(2, far1), at(3, far2)}, "0: yard to 20 found, leave at 20"},
		{"gone while nothing was heard", bookOf(yard(both)), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(400, far1), at(401, far2)}, "10: yard to 20, enter at 10, leave at 20"},
		{"only leaving", bookOf(yard(fence.Triggers{Leave: true})), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, far1), at(4, far2)}, "10: yard to 30, leave at 30"},
		{"disabled with the vehicle inside", bookOf(first, disabled), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, in1)}, "10: yard to 25 by fence, enter at 10"},
		{"redrawn elsewhere with the vehicle inside", bookOf(first, moved), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, in1)}, "10: yard to 25 by fence, enter at 10"},
		{"redrawn around the vehicle inside", bookOf(first, grown), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, in1), at(4, far1)}, "10: yard to …, enter at 10"},
		{"redrawn around a vehicle outside", bookOf(first, grown), []watch.Fix{at(0, out1), at(1, out1), at(2, out1), at(3, out2), at(4, out1)}, "30: yard to … found"},
		{"renamed with the vehicle inside", bookOf(first, renamed), []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, in1), at(4, far1), at(5, far2)}, "10: yard to 40, enter at 10, leave at 40"},
		{
			"above a speed, once", bookOf(yard(fence.Triggers{SpeedAboveKmh: number(50)})),
			[]watch.Fix{at(0, out1, 60), at(1, in1, 60), at(2, in2, 70), at(3, in1, 40), at(4, in1, 45), at(5, in1, 80), at(6, in1, 80), at(7, far1, 20), at(8, far2, 20)},
			"10: yard to 70, speed_above at 10 until 30",
		},
		{"one sample above a speed", bookOf(yard(fence.Triggers{SpeedAboveKmh: number(50)})), []watch.Fix{at(0, out1, 60), at(1, in1, 40), at(2, in2, 70), at(3, in1, 40)}, "10: yard to …"},
		{"below a speed until it leaves", bookOf(yard(fence.Triggers{SpeedBelowKmh: number(30)})), []watch.Fix{at(0, out1, 60), at(1, in1, 20), at(2, in2, 10), at(3, far1, 60), at(4, far2, 60)}, "10: yard to 30, speed_below at 10 until 30"},
		{"parked", bookOf(yard(fence.Triggers{ParkInsideS: seconds(60)})), []watch.Fix{at(0, out1, 60), at(1, in1, 20), stopped(2, in1), stopped(5, in1), stopped(9, in1), at(20, in2, 30), at(21, far1, 30), at(22, far2, 30)}, "10: yard to 210, park_inside at 80 until 200"},
		{"not parked for long enough", bookOf(yard(fence.Triggers{ParkInsideS: seconds(600)})), []watch.Fix{at(0, out1, 60), at(1, in1, 20), stopped(2, in1), stopped(9, in1), at(20, in2, 30)}, "10: yard to …"},
		{"parked without a word", bookOf(yard(fence.Triggers{ParkInsideS: seconds(600)})), []watch.Fix{at(0, out1, 60), at(1, in1, 20), stopped(2, in1), at(200, in1, 30)}, "10: yard to …, park_inside at 620 until 2000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			// What had begun is told when something is raised or it ends; "found" and the like come in any order of a map.
			if got := told(tc.book, tc.fixes...); got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

// TestStep_AnotherGroup has a vehicle move to a group that the fence does not watch, and to one that it does.
func TestStep_AnotherGroup(t *testing.T) {
	d := yard(fence.Triggers{Enter: true, Leave: true})
	d.Association = fence.Association{GroupIDs: []string{"north"}}
	fixes := []watch.Fix{at(0, out1), at(1, in1), at(2, in2), at(3, in1), at(4, in2), at(5, in1), at(6, far1), at(7, far2)}
	got := toldOf(bookOf(d), func(f watch.Fix) string {
		if n := (f.TimeMs - begin) / 10_000; n == 3 || n == 4 {
			return "/demo/south/"
		}
		return "/demo/north/crewe/"
	}, fixes...)
	want := "10: yard to 20 by vehicle, enter at 10"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTick has a vehicle that says nothing more be parked, once, and the same whoever says it first.
func TestTick(t *testing.T) {
	b := bookOf(yard(fence.Triggers{ParkInsideS: seconds(600)}))
	visits := map[string]watch.Visit{}
	w := watch.Watcher{VehicleID: "v", State: &watch.State{}, Fences: b, Changed: func(v *watch.Visit) { visits[v.ID] = *v }}
	for _, f := range []watch.Fix{at(0, out1, 60), at(1, in1, 20), stopped(2, in1)} {
		w.Step(f, "/demo/")
	}
	if due, want := w.State.DueMs(b), begin+620_000; due != want {
		t.Errorf("due at %d, want %d", due, want)
	}
	w.Tick(begin + 619_000)
	if got, want := lines(visits), "10: yard to …"; got != want {
		t.Errorf("before its time: %s", got)
	}
	w.Tick(begin + 700_000)
	w.Tick(begin + 800_000)
	w.Step(at(200, in1, 30), "/demo/")
	if got, want := lines(visits), "10: yard to …, park_inside at 620 until 2000"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if due := w.State.DueMs(b); due != 0 {
		t.Errorf("due again at %d", due)
	}
}

// drive is a vehicle around the yard, with gaps.
func drive(t *rapid.T) (fixes []watch.Fix) {
	places := []shape.Point{out1, out2, hover, edge, in1, in2, far1, far2}
	n := 0
	for range rapid.IntRange(2, 60).Draw(t, "length") {
		n += rapid.SampledFrom([]int{1, 1, 1, 2, 5, 70}).Draw(t, "step")
		fixes = append(fixes, at(n, rapid.SampledFrom(places).Draw(t, "place"), rapid.SampledFrom([]float64{0, 3, 40, 60, 80}).Draw(t, "speed")))
	}
	return fixes
}

// The faster encoder writes what encoding/json does, which reads it.
func TestState_JSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := &watch.State{}
		b := bookOf(yard(fence.Triggers{Enter: true, Leave: true, SpeedAboveKmh: number(50), ParkInsideS: seconds(30)}))
		w := watch.Watcher{VehicleID: "v", State: state, Fences: b, Changed: func(*watch.Visit) {}}
		for _, f := range drive(t) {
			w.Step(f, "/demo/north/")
			got, err := state.JSON()
			want, wantErr := json.Marshal(state)
			if err != nil || wantErr != nil || string(got) != string(want) {
				t.Fatalf("written as\n%s, %v\nby encoding/json as\n%s, %v", got, err, want, wantErr)
			}
		}
	})
}

// TestStep_AnyWayOfTellingIsTheSame folds drawn drives whole, and in two pieces with the state written down between: the end is the same, no trigger is raised twice
// in a visit, and visits of one fence do not overlap.
func TestStep_AnyWayOfTellingIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bookOf(yard(fence.Triggers{Enter: true, Leave: true, SpeedAboveKmh: number(50), ParkInsideS: seconds(30)}))
		fixes := drive(t)
		whole := run(b, fixes, len(fixes))
		pieces := run(b, fixes, rapid.IntRange(0, len(fixes)).Draw(t, "cut"))
		if lines(whole) != lines(pieces) {
			t.Fatalf("whole\n%s\nin pieces\n%s", lines(whole), lines(pieces))
		}
		var last watch.Visit
		var list []watch.Visit
		for _, v := range whole {
			list = append(list, v)
		}
		slices.SortFunc(list, func(a, b watch.Visit) int { return int(a.ArrivalMs - b.ArrivalMs) })
		for i, v := range list {
			seen := map[string]bool{}
			for _, e := range v.Events {
				if seen[e.Trigger] || e.AtMs < v.ArrivalMs || (v.DepartureMs > 0 && e.AtMs > v.DepartureMs) {
					t.Fatalf("%s is raised twice, or outside of its visit:\n%s", e.Trigger, lines(whole))
				}
				seen[e.Trigger] = true
			}
			if i > 0 && (last.DepartureMs == 0 || last.DepartureMs > v.ArrivalMs) {
				t.Fatalf("visits overlap:\n%s", lines(whole))
			}
			last = v
		}
	})
}

// run folds positions; at cut the state is written down and read again.
func run(b *book.Book, fixes []watch.Fix, cut int) map[string]watch.Visit {
	visits := map[string]watch.Visit{}
	state := &watch.State{}
	for i, f := range fixes {
		if i == cut {
			state = reread(state)
		}
		w := watch.Watcher{VehicleID: "v", State: state, Fences: b, Changed: func(v *watch.Visit) {
			copied := *v
			copied.Events = slices.Clone(v.Events)
			visits[v.ID] = copied
		}}
		w.Step(f, "/demo/")
		w.Step(f, "/demo/") // again
	}
	return visits
}
