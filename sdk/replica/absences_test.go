package replica

import (
	"context"
	"testing"
)

func TestAbsences(t *testing.T) {
	on := true
	a := &absences{on: func(string) bool { return on }, off: map[string]int{}, copied: map[string]int{}, turned: make(chan struct{}, 1)}
	if !a.missed("alpha") {
		t.Error("what happened before this process is known")
	}
	a.begin("alpha")()
	if a.missed("alpha") {
		t.Error("copied, and not trusted")
	}
	a.changed("alpha") // other settings
	if a.missed("alpha") || len(a.turned) != 0 {
		t.Error("other settings have the fleet copied again")
	}
	done := a.begin("alpha")
	on = false
	a.changed("alpha")
	on = true
	a.changed("alpha")
	done()
	if !a.missed("alpha") {
		t.Error("a copy that was begun before the switch counts after it")
	}
	swept := 0
	ctx, cancel := context.WithCancel(t.Context())
	err := a.sweepAgain(ctx, func(within context.Context) error {
		if swept++; swept == 2 {
			cancel()
		}
		<-within.Done()
		return nil
	})
	if err != nil || swept != 2 {
		t.Errorf("swept %d times, %v: a switch begins the sweep again", swept, err)
	}
	var never *absences
	if never.missed("alpha") {
		t.Error("a plugin that is always on misses something")
	}
	never.begin("alpha")()
}
