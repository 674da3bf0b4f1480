package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// segmentBytes is how large a file of the journal grows before the next one begins.
const segmentBytes = 8 << 20

// phase of a line of the journal.
type phase string

const (
	begin phase = "begin" // the call is on its way
	end   phase = "end"   // its result
	drop  phase = "drop"  // it shall not be remembered after all
)

type line struct {
	Phase  phase  `json:"phase"`
	Record Record `json:"record"`
}

// Journal is this host's queue of records on disk. Its methods may be called by several goroutines.
type Journal struct {
	dir  string
	sync bool
	host string
	wake chan struct{} // holds one token while there is something to ship

	refusals refusals

	mu      sync.Mutex
	file    *os.File
	segment int
	size    int64
	open    map[string]int // calls under way: the segment that has their beginning
}

// Open opens the journal in dir, which it makes. Calls that the last run of the host began and did not end are ended as unknown. With sync
// every line is on the disk before it counts.
func Open(dir, host string, sync bool) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make folder of the audit journal: %w", err)
	}
	j := &Journal{dir: dir, sync: sync, host: host, wake: make(chan struct{}, 1), open: map[string]int{}}
	segments, err := j.segments()
	if err != nil {
		return nil, err
	}
	if len(segments) > 0 {
		j.segment = segments[len(segments)-1]
	}
	if err := j.next(); err != nil {
		return nil, err
	}
	return j, j.endForgotten(segments)
}

// endForgotten ends the calls that nobody will end any more.
func (j *Journal) endForgotten(segments []int) error {
	begun := map[string]Record{}
	for _, segment := range segments {
		err := eachLine(j.path(segment), func(l line) {
			if l.Phase == begin {
				begun[l.Record.ID] = l.Record
			} else {
				delete(begun, l.Record.ID)
			}
		})
		if err != nil {
			return err
		}
	}
	forgotten := make([]Record, 0, len(begun))
	for _, r := range begun {
		forgotten = append(forgotten, r)
	}
	slices.SortFunc(forgotten, func(a, b Record) int { return a.At.Compare(b.At) })
	for _, r := range forgotten {
		r.Result, r.Status = Unknown, 0
		if err := j.write(line{end, r}); err != nil {
			return err
		}
	}
	return nil
}

// Begin writes that a call is on its way. With an error it must not go on.
func (j *Journal) Begin(r Record) error {
	r.Host = j.host
	return j.write(line{begin, r})
}

// End writes a call's result.
func (j *Journal) End(r Record) error {
	r.Host, r.Result = j.host, ResultOf(r.Status)
	return j.write(line{end, r})
}

// Drop forgets a call that was begun.
func (j *Journal) Drop(id string) error {
	return j.write(line{drop, Record{ID: id}})
}

// Close closes the file; what is in it is shipped by the next run.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.file.Close()
}

func (j *Journal) write(l line) error {
	l.Record = l.Record.clean()
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("write the audit journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.size > segmentBytes {
		if err := j.next(); err != nil {
			return err
		}
	}
	written, err := j.file.Write(append(text, '\n'))
	if j.sync && err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		// Half a line would spoil the next one.
		return fmt.Errorf("write the audit journal: %w", errors.Join(err, j.file.Truncate(j.size)))
	}
	j.size += int64(written)
	if l.Phase == begin {
		j.open[l.Record.ID] = j.segment
		return nil
	}
	delete(j.open, l.Record.ID)
	select {
	case j.wake <- struct{}{}:
	default:
	}
	return nil
}

// next begins a new segment.
func (j *Journal) next() error {
	file, err := os.OpenFile(j.path(j.segment+1), os.O_CREATE|os.O_APPEND|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("begin a file of the audit journal: %w", err)
	}
	if j.file != nil {
		j.file.Close()
	}
	j.file, j.size, j.segment = file, 0, j.segment+1
	return nil
}

// release deletes the segments before shipped that no call under way began in.
func (j *Journal) release(shipped int) error {
	j.mu.Lock()
	first := min(shipped, j.segment)
	for _, segment := range j.open {
		first = min(first, segment)
	}
	j.mu.Unlock()
	segments, err := j.segments()
	if err != nil {
		return err
	}
	for _, segment := range segments {
		if segment < first {
			if err := os.Remove(j.path(segment)); err != nil {
				return fmt.Errorf("remove a shipped file of the audit journal: %w", err)
			}
		}
	}
	return nil
}

// current is the segment that is being written.
func (j *Journal) current() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.segment
}

func (j *Journal) path(segment int) string {
	return filepath.Join(j.dir, fmt.Sprintf("%012d.jsonl", segment))
}

// segments are the numbers of the files that are there, ascending.
func (j *Journal) segments() ([]int, error) {
	names, err := filepath.Glob(filepath.Join(j.dir, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("list the audit journal: %w", err)
	}
	var segments []int
	for _, name := range names {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(name), "%d.jsonl", &n); err == nil {
			segments = append(segments, n)
		}
	}
	slices.Sort(segments)
	return segments, nil
}
