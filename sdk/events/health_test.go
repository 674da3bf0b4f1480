package events

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/store"
)

func TestProblems(t *testing.T) {
	c := &Client{}
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	if got := c.Problems(now); len(got) != 0 {
		t.Errorf("a client that did nothing has %q", got)
	}
	c.health.outbox([]outboxRow{{at: now.Add(-30 * time.Second)}})
	for range mostFailures - 1 {
		c.health.took("event.tyres.worn", errors.New("no tyres"))
	}
	if got := c.Problems(now); len(got) != 0 {
		t.Errorf("after half a minute and a few failures it has %q", got)
	}
	c.health.took("event.tyres.worn", errors.New("no tyres"))
	got := strings.Join(c.Problems(now.Add(time.Minute)), "; ")
	for _, want := range []string{"the outbox has not been published for 1m30s", "event.tyres.worn cannot be handled, 5 times in a row: no tyres"} {
		if !strings.Contains(got, want) {
			t.Errorf("it has %q, want %q", got, want)
		}
	}
	for range mostFailures {
		c.health.took("event.tyres.rubbish", Permanent(errors.New("no event")))
		c.health.took("event.tyres.elsewhere", fmt.Errorf("apply: %w", store.ErrNoTenant))
	}
	if got := c.Problems(now); len(got) != 1 {
		t.Errorf("dead letters and organisations without the module are among %q", got)
	}
	c.health.outbox(nil)
	c.health.took("event.tyres.worn", nil)
	if got := c.Problems(now.Add(time.Hour)); len(got) != 0 {
		t.Errorf("once all is well it has %q", got)
	}
}
