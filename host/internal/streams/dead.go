package streams

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// DeadLetter is one dead letter: a message that a plugin could not handle.
type DeadLetter struct {
	Sequence uint64
	At       time.Time // when it died
	Plugin   string
	Subject  string // that it came on
	Reason   string
	Attempts int
	Bytes    int
	Data     []byte // the message as it came
	EventID  string // of its envelope; empty if it is none
	OrgID    string
}

// DeadLetterFilter says which dead letters are meant. Empty fields mean all.
type DeadLetterFilter struct {
	Plugin   string
	Text     string // in subject, reason, event or organisation
	From, To time.Time
}

func (f DeadLetterFilter) matches(l DeadLetter) bool {
	text := strings.ToLower(l.Subject + "\n" + l.Reason + "\n" + l.EventID + "\n" + l.OrgID)
	return (f.Plugin == "" || f.Plugin == l.Plugin) && strings.Contains(text, strings.ToLower(f.Text)) &&
		(f.From.IsZero() || !l.At.Before(f.From)) && (f.To.IsZero() || l.At.Before(f.To))
}

// deadWindow is how many sequence numbers are read at one time.
const deadWindow = 1_000

// Letters lists dead letters, the newest first: at most limit of those before a sequence (0: all). next is where the following page begins, 0 if
// there is none.
func (s *Streams) Letters(ctx context.Context, f DeadLetterFilter, before uint64, limit int) (letters []DeadLetter, next uint64, err error) {
	stream, err := s.js.Stream(ctx, events.StreamDead)
	if err != nil {
		return nil, 0, fmt.Errorf("find the dead letters: %w", err)
	}
	state := stream.CachedInfo().State
	if state.Msgs == 0 {
		return nil, 0, nil
	}
	last := state.LastSeq
	if before > 0 {
		last = min(last, before-1)
	}
	for last >= state.FirstSeq && last > 0 {
		first := state.FirstSeq
		if last > deadWindow {
			first = max(first, last-deadWindow+1)
		}
		found, err := s.window(ctx, f, first, last)
		if err != nil {
			return nil, 0, err
		}
		for i := len(found) - 1; i >= 0; i-- {
			if len(letters) == limit {
				return letters, letters[limit-1].Sequence, nil
			}
			letters = append(letters, found[i])
		}
		last = first - 1
	}
	return letters, 0, nil
}

// window reads the matching letters from first to last, oldest first.
func (s *Streams) window(ctx context.Context, f DeadLetterFilter, first, last uint64) (letters []DeadLetter, err error) {
	subject := "dead.>"
	if f.Plugin != "" {
		subject = "dead." + f.Plugin + ".>"
	}
	config := jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: first}
	consumer, err := s.js.OrderedConsumer(ctx, events.StreamDead, config)
	if err != nil {
		return nil, fmt.Errorf("read the dead letters: %w", err)
	}
	if consumer.CachedInfo().NumPending == 0 {
		return nil, nil
	}
	batch, err := consumer.FetchNoWait(deadWindow)
	if err != nil {
		return nil, fmt.Errorf("read the dead letters: %w", err)
	}
	for m := range batch.Messages() {
		meta, err := m.Metadata()
		if err != nil || meta.Sequence.Stream > last {
			continue
		}
		if l := letterOf(m.Subject(), m.Headers(), m.Data(), meta.Sequence.Stream, meta.Timestamp); f.matches(l) {
			letters = append(letters, l)
		}
	}
	if err := batch.Error(); err != nil {
		return nil, fmt.Errorf("read the dead letters: %w", err)
	}
	return letters, nil
}

func letterOf(subject string, header nats.Header, data []byte, sequence uint64, at time.Time) DeadLetter {
	l := DeadLetter{Sequence: sequence, At: at, Subject: header.Get(events.HeaderSubject), Reason: header.Get(events.HeaderReason), Bytes: len(data), Data: data}
	if parts := strings.SplitN(subject, ".", 3); len(parts) == 3 {
		l.Plugin = parts[1]
		if l.Subject == "" {
			l.Subject = parts[2]
		}
	}
	l.Attempts, _ = strconv.Atoi(header.Get(events.HeaderDeliveries)) // 0: it does not say
	var envelope struct {
		ID    string `json:"id"`
		OrgID string `json:"org_id"`
	}
	if json.Unmarshal(data, &envelope) == nil {
		l.EventID, l.OrgID = envelope.ID, envelope.OrgID
	}
	return l
}

// DeadLetter reads one. Its fault is not_found for one that was replayed or discarded meanwhile.
func (s *Streams) DeadLetter(ctx context.Context, sequence uint64) (DeadLetter, error) {
	stream, err := s.js.Stream(ctx, events.StreamDead)
	if err != nil {
		return DeadLetter{}, fmt.Errorf("find the dead letters: %w", err)
	}
	m, err := stream.GetMsg(ctx, sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return DeadLetter{}, fault.New(fault.NotFound, "This dead letter is not there any more.")
	}
	if err != nil {
		return DeadLetter{}, fmt.Errorf("read dead letter %d: %w", sequence, err)
	}
	return letterOf(m.Subject, m.Header, m.Data, m.Sequence, m.Time), nil
}

// Consumer is the durable consumer that could not handle the letter; the fault is conflict where there is none (any more): what a plugin
// turned away by itself never came from one.
func (s *Streams) Consumer(ctx context.Context, l DeadLetter) (string, error) {
	durable := events.ConsumerName(l.Plugin, events.Type(l.Subject))
	if parts := strings.Split(l.Subject, "."); parts[0] == "telemetry" && len(parts) >= 3 {
		partition, err := strconv.Atoi(parts[1])
		if err != nil {
			return "", fault.New(fault.Conflict, "The letter's subject %s names no partition.", l.Subject)
		}
		durable = events.TelemetryConsumerName(l.Plugin, events.Share(partition))
	}
	stream := events.Stream(l.Subject)
	none := fault.New(fault.Conflict, "The plugin %s has no consumer that this letter could be replayed to.", l.Plugin)
	if stream == "" || stream == events.StreamDead || !strings.Contains(l.Subject, ".") {
		return "", none
	}
	_, err := s.js.Consumer(ctx, stream, durable)
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrInvalidConsumerName) {
		return "", none
	}
	if err != nil {
		return "", fmt.Errorf("find consumer %s: %w", durable, err)
	}
	return durable, nil
}

// Replay sends a letter once more to the consumer that could not handle it, and to nobody else, and takes it off the dead letters once the
// stream has it. A second replay of the same letter, on this host or another, does nothing: within two minutes the stream knows the message,
// later the letter is gone, and a copy that a crash between the two left over carries the event's own id, which consumers remember.
func (s *Streams) Replay(ctx context.Context, l DeadLetter) error {
	if _, err := s.Consumer(ctx, l); err != nil {
		return err
	}
	id := fmt.Sprintf("replay-%d", l.Sequence)
	if _, err := s.js.Publish(ctx, events.ReplaySubject(l.Plugin, l.Subject), l.Data, jetstream.WithMsgID(id)); err != nil {
		return fmt.Errorf("replay dead letter %d: %w", l.Sequence, err)
	}
	return s.Discard(ctx, l.Sequence)
}

// Discard removes a letter for good; one that is gone is no error.
func (s *Streams) Discard(ctx context.Context, sequence uint64) error {
	stream, err := s.js.Stream(ctx, events.StreamDead)
	if err != nil {
		return fmt.Errorf("find the dead letters: %w", err)
	}
	if err := stream.DeleteMsg(ctx, sequence); err != nil && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return fmt.Errorf("discard dead letter %d: %w", sequence, err)
	}
	return nil
}
