package sample

import (
	"sync"
	"time"
)

// wary is for how long samples of an organisation are kept with care after one came again.
const wary = time.Minute

// repeatNotes remembers of which organisations samples came again lately.
type repeatNotes struct {
	mu    sync.Mutex
	until map[string]time.Time
}

func newRepeatNotes() *repeatNotes { return &repeatNotes{until: map[string]time.Time{}} }

func (n *repeatNotes) lately(orgID string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	until, noted := n.until[orgID]
	if noted && now.After(until) {
		delete(n.until, orgID)
	}
	return noted && !now.After(until)
}

func (n *repeatNotes) note(orgID string, now time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.until[orgID] = now.Add(wary)
}
