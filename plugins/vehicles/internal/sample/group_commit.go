package sample

import (
	"context"
	"sync"
	"time"

	"outrider.dev/sdk/events"
)

const (
	// atOnce is how many transactions of one organisation run beside each other. What comes meanwhile waits and goes together.
	atOnce = 2
	// maxTogether and maxSamples bound how many messages and samples one transaction takes: more do not make it cheaper, and all lie in memory.
	maxTogether = 2_000
	maxSamples  = 20_000
	// apart is how long after one transaction of an organisation the next one begins, unless enough samples wait.
	apart  = 50 * time.Millisecond
	enough = 2_000
	// The partitions of a fleet that sends steadily bring their batches in the same moment: the first that comes waits for company.
	steadily = time.Second
	company  = 5 * time.Millisecond
)

// taker keeps batches of messages.
type taker interface {
	Take(ctx context.Context, orgID string, batch []events.Telemetry) (Taken, error)
}

// groupCommit joins the batches that the partitions of the stream bring at the same time into common transactions: a transaction costs as much as
// hundreds of samples. The busier it is, the more go together. A batch after a pause waits for nobody; where the one before was less than a second ago the first waits for
// company, and so do others until the next transaction may begin. A device's messages come by one partition, which waits until they are kept, so their order stays.
type groupCommit struct {
	store taker
	apart time.Duration

	mu   sync.Mutex
	orgs map[string]*queue
}

// queue is what waits of one organisation.
type queue struct {
	running   int
	began     time.Time // the newest transaction
	waiting   []*share
	gathering chan struct{} // while a leader waits for company; closed when enough has come
	samples   int           // that it has found so far
}

// share is one batch of a common transaction.
type share struct {
	batch []events.Telemetry
	told  chan verdict // buffered
}

// verdict is what becomes of a share.
type verdict struct {
	lead  bool // its goroutine does the next transaction
	alone bool // the common transaction failed, perhaps by another's fault
	taken Taken
}

// mostQuiet is how many organisations that send nothing now are remembered.
const mostQuiet = 1_000

func newGroupCommit(store taker) *groupCommit {
	return &groupCommit{store: store, apart: apart, orgs: map[string]*queue{}}
}

// Take keeps a batch like the store does, all or nothing.
func (t *groupCommit) Take(ctx context.Context, orgID string, batch []events.Telemetry) (Taken, error) {
	mine := &share{batch: batch, told: make(chan verdict, 1)}
	first, gathering := t.enter(orgID, mine)
	if !first {
		select {
		case v := <-mine.told:
			if !v.lead {
				return t.settle(ctx, orgID, batch, v)
			}
		case <-ctx.Done():
			return Taken{}, t.leave(orgID, mine, ctx.Err())
		}
	}
	defer t.pass(orgID)
	if gathering != nil {
		t.gather(ctx, orgID, gathering)
	}
	return t.lead(ctx, orgID, mine)
}

func (t *groupCommit) settle(ctx context.Context, orgID string, batch []events.Telemetry, v verdict) (Taken, error) {
	if v.alone {
		return t.store.Take(ctx, orgID, batch)
	}
	return v.taken, nil
}

// enter reports whether the batch is the first of the next transaction, and if that may not begin yet, what tells that enough has come. Any
// other batch waits.
func (t *groupCommit) enter(orgID string, mine *share) (first bool, gathering chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.queue(orgID)
	if q.gathering == nil && q.running < atOnce {
		q.running++
		if time.Since(q.began) < steadily && mine.samples() < enough {
			q.gathering, q.samples = make(chan struct{}), mine.samples()
		}
		return true, q.gathering
	}
	q.waiting = append(q.waiting, mine)
	if q.gathering != nil {
		if q.samples += mine.samples(); q.samples >= enough {
			q.depart()
		}
	}
	return false, nil
}

// queue is that of an organisation; those that are quiet go when there are too many.
func (t *groupCommit) queue(orgID string) *queue {
	q := t.orgs[orgID]
	if q != nil {
		return q
	}
	if len(t.orgs) >= mostQuiet {
		for id, other := range t.orgs {
			if other.running == 0 && time.Since(other.began) > t.apart {
				delete(t.orgs, id)
			}
		}
	}
	q = &queue{}
	t.orgs[orgID] = q
	return q
}

// depart ends the wait of the leader who waits for company.
func (q *queue) depart() {
	close(q.gathering)
	q.gathering = nil
}

// gather waits until the next transaction may begin.
func (t *groupCommit) gather(ctx context.Context, orgID string, enough chan struct{}) {
	t.mu.Lock()
	began := t.orgs[orgID].began
	t.mu.Unlock()
	timer := time.NewTimer(max(time.Until(began.Add(t.apart)), company))
	defer timer.Stop()
	select {
	case <-enough:
		return
	case <-timer.C:
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if q := t.orgs[orgID]; q.gathering == enough {
		q.depart()
	}
}

func (s *share) samples() (count int) {
	for i := range s.batch {
		count += len(s.batch[i].Samples)
	}
	return count
}

// leave takes back a share whose caller has gone. If its turn came at that moment, the turn is passed on.
func (t *groupCommit) leave(orgID string, mine *share, why error) error {
	t.mu.Lock()
	q := t.orgs[orgID]
	for n, s := range q.waiting {
		if s == mine {
			q.waiting = append(q.waiting[:n], q.waiting[n+1:]...)
			t.mu.Unlock()
			return why
		}
	}
	t.mu.Unlock()
	if v := <-mine.told; v.lead { // it left the queue because it was told something, or is about to be
		t.pass(orgID)
	}
	return why
}

// lead keeps the leader's batch and everything that waits, in one transaction.
func (t *groupCommit) lead(ctx context.Context, orgID string, mine *share) (Taken, error) {
	others := t.collect(orgID, mine)
	if len(others) == 0 {
		return t.store.Take(ctx, orgID, mine.batch)
	}
	shares := append([]*share{mine}, others...)
	var all []events.Telemetry
	for _, s := range shares {
		all = append(all, s.batch...)
	}
	taken, err := t.store.Take(ctx, orgID, all)
	if err != nil {
		for _, s := range others {
			s.told <- verdict{alone: true}
		}
		return t.store.Take(ctx, orgID, mine.batch)
	}
	parts := split(taken, shares)
	for n, s := range others {
		s.told <- verdict{taken: parts[n+1]}
	}
	return parts[0], nil
}

// collect takes what waits, as much as one transaction may have beside the leader's.
func (t *groupCommit) collect(orgID string, mine *share) (list []*share) {
	messages, samples := len(mine.batch), mine.samples()
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.orgs[orgID]
	q.began = time.Now()
	for len(q.waiting) > 0 {
		messages, samples = messages+len(q.waiting[0].batch), samples+q.waiting[0].samples()
		if messages > maxTogether || samples > maxSamples {
			break
		}
		list, q.waiting = append(list, q.waiting[0]), q.waiting[1:]
	}
	return list
}

// pass ends a turn: the first that waits has the next one.
func (t *groupCommit) pass(orgID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.orgs[orgID]
	if len(q.waiting) > 0 && q.gathering == nil { // otherwise it waits with the one that gathers
		next := q.waiting[0]
		q.waiting = q.waiting[1:]
		next.told <- verdict{lead: true}
		return
	}
	q.running--
}

// split tells each share what became of it. Counts and changed devices are the leader's to report: they are reported once.
func split(taken Taken, shares []*share) []Taken {
	parts := make([]Taken, len(shares))
	parts[0] = taken
	parts[0].Unknown = nil
	share, first := 0, 0
	for _, n := range taken.Unknown {
		for n-first >= len(shares[share].batch) {
			first += len(shares[share].batch)
			share++
		}
		parts[share].Unknown = append(parts[share].Unknown, n-first)
	}
	return parts
}
