package recorder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"outrider.dev/sdk/device"
)

const (
	folderMode    = 0o700
	firstPause    = time.Second
	longestPause  = 30 * time.Second
	remembered    = 200 // uploads that were finished
	uploadLifeFor = 24 * time.Hour
)

// job is one file on its way. It is kept in the recorder's folder, so that a restart goes on with it.
type job struct {
	CommandID string           `json:"command_id"` // of the last command that asked for it
	Upload    device.Upload    `json:"upload"`
	Made      *device.Uploaded `json:"made,omitempty"` // the file is there, and this is what it is
	Done      bool             `json:"done,omitempty"`
	Failed    string           `json:"failed,omitempty"`
	At        int64            `json:"at"` // Unix milliseconds of the last change

	attempts int // that came to nothing since the start
}

// uploads are brought one after the other, in the order in which they were asked for; one that does not succeed lets the others go first.
type uploads struct {
	recorder *Recorder
	mu       sync.Mutex
	jobs     []*job
	wake     chan struct{}
	current  *job               // that is being brought
	cut      context.CancelFunc // ends that
}

// add takes a file to bring; one that is known goes to the new address.
func (q *uploads) add(commandID string, u device.Upload) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.load()
	known := slices.IndexFunc(q.jobs, func(j *job) bool { return j.Upload.FileRequestID == u.FileRequestID })
	if known < 0 {
		q.jobs = append(q.jobs, &job{CommandID: commandID, Upload: u, At: q.now()})
	} else {
		j := q.jobs[known]
		j.CommandID, j.Upload.URL, j.Upload.PartBytes, j.At = commandID, u.URL, u.PartBytes, q.now()
		j.Failed, j.Done, j.attempts = "", false, 0 // it is worth another attempt; whether the server has what was brought, it says itself
	}
	q.save()
	q.recorder.say(device.Reply{ID: commandID, Status: "accepted"})
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// run brings files until ctx ends.
func (q *uploads) run(ctx context.Context) {
	q.mu.Lock()
	q.load()
	q.mu.Unlock()
	pause := firstPause
	for ctx.Err() == nil {
		j := q.next()
		if j == nil {
			select {
			case <-ctx.Done():
			case <-q.wake:
			}
			continue
		}
		working, cut := context.WithCancel(ctx)
		q.begin(j, cut)
		link, err := q.bring(working, j)
		cut()
		switch {
		case err == nil:
			pause = firstPause
		case ctx.Err() != nil:
		case q.begin(nil, nil) == dropped:
			_ = os.Remove(q.path(j)) // it may never have been made
		case errors.Is(err, errGone):
			q.finish(j, link, nil, "the link is over")
		case errors.Is(err, errNothing):
			q.finish(j, link, nil, err.Error())
		default:
			q.recorder.options.Log.Debug("an upload waits", "file", j.Upload.FileRequestID, "error", err)
			q.change(j, func() { j.attempts++ })
			wait(ctx, pause)
			pause = min(2*pause, longestPause)
		}
	}
}

// dropped is why a file is not brought that the server does not want any more.
const dropped = "the server does not want it any more"

// begin notes which file is being brought, and how to end that; it returns why the one before was given up meanwhile.
func (q *uploads) begin(j *job, cut context.CancelFunc) (failed string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.current != nil {
		failed = q.current.Failed
	}
	q.current, q.cut = j, cut
	if j != nil && j.Failed != "" {
		cut() // between its choice and now
	}
	return failed
}

// drop gives up a file that is not wanted any more.
func (q *uploads) drop(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.load()
	for _, j := range q.jobs {
		if j.Upload.FileRequestID != id || j.Done || j.Failed != "" {
			continue
		}
		j.Made, j.Failed, j.At = nil, dropped, q.now()
		if j == q.current {
			q.cut()
		} else {
			_ = os.Remove(q.path(j)) // it may never have been made
		}
		q.save()
	}
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// next is the oldest of the files that are not finished and have failed least often.
func (q *uploads) next() (first *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		if !j.Done && j.Failed == "" && (first == nil || j.attempts < first.attempts) {
			first = j
		}
	}
	return first
}

// bring makes the file, unless it is there from before, and sends what the server does not have; link is where.
func (q *uploads) bring(ctx context.Context, j *job) (link string, err error) {
	q.mu.Lock()
	upload, id, made := j.Upload, j.CommandID, j.Made
	q.mu.Unlock()
	path := q.path(j)
	if made == nil {
		if made, err = q.make(ctx, upload, path); err != nil {
			return upload.URL, err
		}
		q.change(j, func() { j.Made = made })
	}
	s := sender{recorder: q.recorder, url: upload.URL, partBytes: cmp.Or(upload.PartBytes, 1<<20), progress: func(percent float64) {
		q.recorder.say(device.Reply{ID: id, Status: "progress", Progress: &percent})
	}}
	if err := s.send(ctx, path, *made); err != nil {
		if errors.Is(err, fs.ErrNotExist) { // it was brought before, and the server does not have it any more
			q.change(j, func() { j.Made = nil })
		}
		return upload.URL, err
	}
	q.finish(j, upload.URL, made, "")
	return upload.URL, nil
}

func (q *uploads) make(ctx context.Context, u device.Upload, path string) (*device.Uploaded, error) {
	start, duration, err := q.recorder.make(ctx, u, path)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	length, err := io.Copy(hash, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	return &device.Uploaded{Size: length, SHA256: hex.EncodeToString(hash.Sum(nil)), StartMs: start.UnixMilli(), DurationMs: duration.Milliseconds()}, nil
}

// finish notes how it ended over a link, before the file goes: a start after that makes none that nobody wants. If another link came meanwhile it
// has not ended: that is tried next.
func (q *uploads) finish(j *job, link string, made *device.Uploaded, failed string) {
	var id string
	superseded := false
	q.change(j, func() {
		if superseded = j.Upload.URL != link; !superseded {
			j.Made, j.Done, j.Failed, id = made, made != nil, failed, j.CommandID
		}
	})
	if superseded {
		return
	}
	_ = os.Remove(q.path(j)) // it may never have been made
	if made != nil {
		q.recorder.done(id, made)
	} else {
		q.recorder.fail(id, failed)
	}
}

func (q *uploads) change(j *job, do func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	do()
	j.At = q.now()
	q.save()
}

func (q *uploads) now() int64 { return q.recorder.options.Now().UnixMilli() }

// path is where a file lies until it is brought; ids are the server's and may hold anything.
func (q *uploads) path(j *job) string {
	sum := sha256.Sum256([]byte(j.Upload.FileRequestID))
	return filepath.Join(q.recorder.options.Folder, hex.EncodeToString(sum[:8]))
}

func (q *uploads) list() string { return filepath.Join(q.recorder.options.Folder, "uploads.json") }

// load reads the list once.
func (q *uploads) load() {
	if q.jobs != nil {
		return
	}
	q.jobs = []*job{}
	raw, err := os.ReadFile(q.list())
	if err == nil {
		err = json.Unmarshal(raw, &q.jobs)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		q.recorder.options.Log.Warn("the list of uploads cannot be read", "error", err)
	}
}

// save writes the list, without what is long finished.
func (q *uploads) save() {
	before := q.now() - uploadLifeFor.Milliseconds()
	isFinished := func(j *job) bool { return j.Done || j.Failed != "" }
	beyond := -remembered
	for _, j := range q.jobs {
		if isFinished(j) {
			beyond++
		}
	}
	q.jobs = slices.DeleteFunc(q.jobs, func(j *job) bool { // the oldest first
		if !isFinished(j) {
			return false
		}
		beyond--
		return j.At < before || beyond >= 0
	})
	raw, err := json.Marshal(q.jobs)
	if err == nil {
		err = writeWhole(q.recorder.options.Folder, q.list(), raw)
	}
	if err != nil {
		q.recorder.options.Log.Warn("the list of uploads cannot be written", "error", err)
	}
}
