package audit

import (
	"cmp"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Bounds of what is refused and recorded one by one, in a window. What goes beyond is counted, and the count is a record.
const (
	refusalWindow  = 10 * time.Minute
	eachRefusal    = 20     // of one person, operation and status; of all strangers together for an operation and status
	allStrangers   = 100    // of strangers together, whatever they tried
	mostRefusals   = 5_000  // kinds that are told apart
	mostAddresses  = 1_000  // that are told apart in a count
	strangersActor = "\x00" // in keys
)

// refusals keeps those who are refused from filling the log: strangers without a token, and people who try again and again.
type refusals struct {
	mu        sync.Mutex
	began     time.Time
	kinds     map[refusalKind]*refusalCount
	strangers int // recorded in this window
}

type refusalKind struct {
	actor, operation string
	status           int
}

type refusalCount struct {
	first     Record // of those that were not recorded
	recorded  int
	more      int
	addresses map[string]bool
}

// limited reports whether a record is of a call that gives nothing away and that anybody can repeat without end.
func limited(r Record) bool {
	return ResultOf(r.Status) == Refused || r.ActorID == "" && r.Plugin == "" && r.Status != 0
}

// admit reports whether a record is to be written. One that is not is counted.
func (f *refusals) admit(r Record) bool {
	if !limited(r) {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kinds == nil {
		f.kinds, f.began = map[refusalKind]*refusalCount{}, r.At
	}
	kind := refusalKind{cmp.Or(r.ActorID, strangersActor), r.Operation, r.Status}
	count := f.kinds[kind]
	if count == nil && len(f.kinds) >= mostRefusals {
		kind = refusalKind{strangersActor, r.Operation, r.Status} // there are few operations
		count = f.kinds[kind]
	}
	if count == nil {
		count = &refusalCount{addresses: map[string]bool{}}
		f.kinds[kind] = count
	}
	stranger := kind.actor == strangersActor && ResultOf(r.Status) == Refused
	if count.recorded < eachRefusal && (!stranger || f.strangers < allStrangers) {
		count.recorded++
		if stranger {
			f.strangers++
		}
		return true
	}
	if count.more == 0 {
		count.first = r
	}
	count.more++
	if len(count.addresses) < mostAddresses {
		count.addresses[r.Address] = true
	}
	return false
}

// summaries are the counts of a window that is over at now; nil while it goes on.
func (f *refusals) summaries(now time.Time, over bool) []Record {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kinds == nil || !over && now.Sub(f.began) < refusalWindow {
		return nil
	}
	var all []Record
	for kind, count := range f.kinds {
		if count.more == 0 {
			continue
		}
		r := count.first
		r.ID, r.Fields = NewID(), nil
		r.Detail = fmt.Sprintf("%d more like this until %s, which were not recorded one by one", count.more, now.UTC().Format(time.RFC3339))
		if kind.actor == strangersActor {
			r.ObjectKind, r.ObjectID, r.Address, r.RequestID, r.Trace = "", "", "", "", ""
			r.Detail += fmt.Sprintf("; from %s", counted(len(count.addresses), "address", "addresses"))
		}
		all = append(all, r)
	}
	f.kinds, f.strangers = nil, 0
	return all
}

func counted(n int, one, many string) string {
	switch {
	case n == 1:
		return "1 " + one
	case n >= mostAddresses:
		return fmt.Sprintf("%d %s or more", n, many)
	}
	return fmt.Sprintf("%d %s", n, many)
}

// EndBounded writes a call's result, or only counts it if it is one of too many refusals. begun says that Begin was called.
func (j *Journal) EndBounded(r Record, begun bool) error {
	if r.Status != http.StatusTooManyRequests && j.refusals.admit(r) {
		return j.End(r)
	}
	if begun {
		return j.Drop(r.ID)
	}
	return nil
}

// Summarise writes how many refusals were only counted, when their window is over; at once with over.
func (j *Journal) Summarise(now time.Time, over bool) error {
	for _, r := range j.refusals.summaries(now, over) {
		if err := j.End(r); err != nil {
			return err
		}
	}
	return nil
}
