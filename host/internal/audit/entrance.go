package audit

import (
	"cmp"
	"net/http"
	"sync"
)

// OperationEnter is the name of the records of who entered an organisation that is not his own.
const OperationEnter = "ENTER /api/org/{orgId}"

// OperationSeenAs is the name of the records of who ceased to see the portal as somebody else.
const OperationSeenAs = "END /api/org/{orgId}/users/{userId}/see-as"

// mostEntered bounds what is remembered; what was forgotten is recorded once more.
const mostEntered = 10_000

// Entrances records that somebody acts in an organisation that is not his own: once for a session and organisation as long as this host runs, in
// the log of the organisation entered and in that of his own. Its methods may be called by several goroutines.
type Entrances struct {
	journal *Journal

	mu   sync.Mutex
	seen map[string]bool
}

// NewEntrances writes into journal.
func NewEntrances(journal *Journal) *Entrances {
	return &Entrances{journal: journal, seen: map[string]bool{}}
}

// Enter records who acts in an organisation, unless that is known. With an error the call must not go on. It does nothing in one's own.
func (e *Entrances) Enter(r Record) error {
	if r.ActorID == "" || r.HomeOrgID == r.OrgID {
		return nil
	}
	key := cmp.Or(r.SessionID, r.ActorID) + " " + r.OrgID
	e.mu.Lock()
	defer e.mu.Unlock() // of two that come at once the second waits until the first is written
	if e.seen[key] {
		return nil
	}
	first := r.Operation
	r.ID, r.Operation, r.Status, r.Fields = NewID(), OperationEnter, http.StatusOK, nil
	r.ObjectKind, r.ObjectID = "organisation", r.OrgID
	if first != "" {
		r.Detail = "First call: " + first
	}
	if err := e.journal.End(r); err != nil {
		return err
	}
	home := r // whose staff it is can see where they were
	home.ID, home.OrgID = NewID(), r.HomeOrgID
	if err := e.journal.End(home); err != nil {
		return err
	}
	if len(e.seen) >= mostEntered {
		clear(e.seen)
	}
	e.seen[key] = true
	return nil
}
