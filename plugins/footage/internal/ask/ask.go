// Package ask asks devices and waits for their answers, which may arrive at another process of the plugin.
package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

const (
	// lookEvery is how often the row of a question is read: its answer may have come to another process.
	lookEvery = 250 * time.Millisecond
	// forgetEvery is how often questions are removed that nobody waits for any more.
	forgetEvery = time.Minute
	// kept is how long a question outlives its command, for an answer that is late.
	kept = time.Minute
)

var (
	// ErrSilent means that a device has not answered in time.
	ErrSilent = errors.New("the device does not answer")
	// ErrRefused means that a device will not do what it was asked.
	ErrRefused = errors.New("the device refuses")
)

// The statuses of an answer; those of device.Reply.
const (
	Sent     = "sent"
	Accepted = "accepted"
	Progress = "progress"
	Done     = "done"
	Failed   = "failed"
)

// Question is something asked of a device.
type Question struct {
	ID       string
	OrgID    string
	DeviceID string
}

// Answer is what is known of a question.
type Answer struct {
	Status string
	Text   string
	Data   json.RawMessage
}

// Questions keeps what was asked, for all processes.
type Questions interface {
	Add(ctx context.Context, q Question, until time.Time) error
	Find(ctx context.Context, orgID, id string) (Answer, error)
	Answered(ctx context.Context, q Question, a Answer) error
	Forget(ctx context.Context, before time.Time) error
}

// Sender sends commands.
type Sender interface {
	PublishDirect(ctx context.Context, subject, id, orgID string, data any) error
}

// Asker asks devices. It is safe for concurrent use.
type Asker struct {
	questions Questions
	sender    Sender
	log       *slog.Logger
	now       func() time.Time

	mu      sync.Mutex
	waiting map[string]chan struct{} // by question: it was answered at this process
}

// New returns an asker; Run forgets old questions.
func New(questions Questions, sender Sender, log *slog.Logger, now func() time.Time) *Asker {
	return &Asker{questions: questions, sender: sender, log: log, now: now, waiting: map[string]chan struct{}{}}
}

// Command sends a command that nobody waits for, good for so long.
func (a *Asker) Command(ctx context.Context, orgID, deviceID, kind string, data any, life time.Duration) error {
	return a.send(ctx, Question{ID: uuid.NewString(), OrgID: orgID, DeviceID: deviceID}, kind, data, a.now().Add(life))
}

// Send sends a command under a question's id, good for so long; its answers go to whoever reads them.
func (a *Asker) Send(ctx context.Context, q Question, kind string, data any, life time.Duration) error {
	return a.send(ctx, q, kind, data, a.now().Add(life))
}

// Ask sends a command and waits for the first answer that wanted accepts; for ErrSilent at most until the wait is over, after which the
// device does not begin any more. ErrRefused carries what the device says.
func (a *Asker) Ask(ctx context.Context, orgID, deviceID, kind string, data any, wait time.Duration, wanted string) (Answer, error) {
	q := Question{ID: uuid.NewString(), OrgID: orgID, DeviceID: deviceID}
	until := a.now().Add(wait)
	bell := a.listen(q.ID)
	defer a.unlisten(q.ID)
	if err := a.questions.Add(ctx, q, until.Add(kept)); err != nil {
		return Answer{}, err
	}
	if err := a.send(ctx, q, kind, data, until); err != nil {
		return Answer{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, ErrSilent)
	defer cancel()
	return a.await(ctx, q, bell, wanted)
}

func (a *Asker) await(ctx context.Context, q Question, bell <-chan struct{}, wanted string) (Answer, error) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return Answer{}, fmt.Errorf("ask device %s: %w", q.DeviceID, context.Cause(ctx))
		case <-bell:
		case <-ticker.C:
		}
		found, err := a.questions.Find(ctx, q.OrgID, q.ID)
		switch {
		case err != nil && ctx.Err() != nil:
			continue // the wait is over
		case err != nil:
			return Answer{}, err
		case found.Status == Failed, found.Status == device.ReplyRefused:
			return found, fmt.Errorf("ask device %s: %w: %s", q.DeviceID, ErrRefused, found.Text)
		case found.Status == wanted || found.Status == Done:
			return found, nil
		}
	}
}

func (a *Asker) send(ctx context.Context, q Question, kind string, data any, until time.Time) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write command %s: %w", kind, err)
	}
	command := events.DeviceCommand{ID: q.ID, DeviceID: q.DeviceID, OrgID: q.OrgID, Type: kind, ExpiresAt: until.UnixMilli(), Data: raw}
	if err := a.sender.PublishDirect(ctx, "device.command."+q.DeviceID, q.ID, q.OrgID, command); err != nil {
		return fmt.Errorf("send command %s to device %s: %w", kind, q.DeviceID, err)
	}
	return nil
}

// Take keeps a device's answer, if it is to a question of this plugin.
func (a *Asker) Take(ctx context.Context, e events.Event[events.DeviceReply]) error {
	r := e.Data
	answer := Answer{Status: r.Status, Text: r.Text, Data: r.Data}
	if err := a.questions.Answered(ctx, Question{ID: r.ID, OrgID: e.OrgID, DeviceID: r.DeviceID}, answer); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if bell := a.waiting[r.ID]; bell != nil {
		select {
		case bell <- struct{}{}:
		default:
		}
	}
	return nil
}

// Run removes old questions until ctx ends.
func (a *Asker) Run(ctx context.Context) error {
	ticker := time.NewTicker(forgetEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := a.questions.Forget(ctx, a.now()); err != nil {
				return err
			}
		}
	}
}

func (a *Asker) listen(id string) <-chan struct{} {
	bell := make(chan struct{}, 1)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting[id] = bell
	return bell
}

func (a *Asker) unlisten(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, id)
}
