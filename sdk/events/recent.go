package events

// remembered is how many handled events a worker knows by heart: more than can wait in its buffer.
const remembered = 4 * maxBatch

// recent is the set of the last sequences that one worker has handled. What waits long in the worker's buffer is handed out a second
// time, and the second copy must not be handled after events that are newer. It belongs to one goroutine.
type recent struct {
	ring [remembered]uint64
	next int
	set  map[uint64]struct{}
}

func (r *recent) has(sequence uint64) bool {
	_, ok := r.set[sequence]
	return ok
}

func (r *recent) add(sequence uint64) {
	if sequence == 0 || r.has(sequence) {
		return
	}
	if r.set == nil {
		r.set = make(map[uint64]struct{}, remembered)
	}
	delete(r.set, r.ring[r.next])
	r.ring[r.next] = sequence
	r.set[sequence] = struct{}{}
	r.next = (r.next + 1) % remembered
}
