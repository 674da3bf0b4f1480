package plugin

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestWrong_SaysWhatTheChecksAndTheWorkSay(t *testing.T) {
	p := &process{background: &background{}, checks: &checks{}}
	if got := p.wrong(t.Context()); got != "" {
		t.Errorf("a process without checks says %q", got)
	}
	var broken error
	p.checks.Check("the tyre service", func(context.Context) error { return broken })
	p.checks.Check("the other", func(context.Context) error { panic("at once") })
	if got := p.wrong(t.Context()); got != "the other: panic: at once" {
		t.Errorf("it says %q", got)
	}
	broken = errors.New("answers 503")
	p.background.note("count tyres", mostFailures, time.Now(), errors.New("no table"))
	p.background.note("now and then", mostFailures-1, time.Now(), errors.New("no table"))
	p.background.note("calm again", mostFailures, time.Now().Add(-calmAfter), errors.New("no table"))
	got := p.wrong(t.Context())
	if want := "count tyres failed 3 times in a row: no table; the other: panic: at once; the tyre service: answers 503"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	p.background.forget("count tyres")
	if got := p.wrong(t.Context()); !strings.HasPrefix(got, "the other") {
		t.Errorf("work that ended is said: %q", got)
	}
}
