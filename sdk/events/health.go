package events

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"outrider.dev/sdk/store"
)

const (
	// stuckAfter is how old the oldest event of the outbox may become before it is a fault; without a connection to NATS it is that, and not this.
	stuckAfter = time.Minute
	// mostFailures is how often in a row an event or a batch may fail before its consumer is said to fail.
	mostFailures = 5
)

// health is what does not work. It is safe for concurrent use.
type health struct {
	mu      sync.Mutex
	oldest  time.Time // of the outbox's events as the relay found it last; zero: it was empty
	failing map[string]failing
}

// failing is a consumer whose last attempts failed.
type failing struct {
	attempts int
	why      string
}

func (h *health) outbox(rows []outboxRow) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.oldest = time.Time{}
	if len(rows) > 0 {
		h.oldest = rows[0].at
	}
}

func (h *health) took(subject string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil || isSettled(err) {
		delete(h.failing, subject)
		return
	}
	if h.failing == nil {
		h.failing = map[string]failing{}
	}
	h.failing[subject] = failing{h.failing[subject].attempts + 1, err.Error()}
}

// isSettled reports whether the next event is tried after err: what no attempt would mend goes to the dead letters, and what is about an organisation that has the module off is
// passed over.
func isSettled(err error) bool {
	_, permanent := errors.AsType[permanentError](err)
	return permanent || errors.Is(err, store.ErrNoTenant)
}

// Problems says in sentences what does not work at now: events that are not published, and events that cannot be handled. What went to the dead letters is over, and is not among them.
func (c *Client) Problems(now time.Time) (problems []string) {
	c.health.mu.Lock()
	defer c.health.mu.Unlock()
	if age := now.Sub(c.health.oldest); !c.health.oldest.IsZero() && age > stuckAfter {
		problems = append(problems, fmt.Sprintf("the outbox has not been published for %s", age.Round(time.Second)))
	}
	for subject, f := range c.health.failing {
		if f.attempts >= mostFailures {
			problems = append(problems, fmt.Sprintf("%s cannot be handled, %d times in a row: %s", subject, f.attempts, f.why))
		}
	}
	return problems
}
