package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/fault"
)

// LetterFilter is how dead letters are chosen. Empty fields choose all.
type LetterFilter struct {
	Plugin string    `query:"plugin" json:"plugin,omitempty" maxLength:"60"`
	Text   string    `query:"q" json:"q,omitempty" maxLength:"200"`
	From   time.Time `query:"from" json:"from,omitzero"`
	To     time.Time `query:"to" json:"to,omitzero"`
}

func (f LetterFilter) filter() streams.DeadLetterFilter {
	return streams.DeadLetterFilter{Plugin: f.Plugin, Text: f.Text, From: f.From, To: f.To}
}

type letterQuery struct {
	LetterFilter
	Before uint64 `query:"before" doc:"Sequence: those that died earlier"`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type letterList struct {
	Body struct {
		Letters []LetterView `json:"letters" doc:"The newest first"`
		Next    uint64       `json:"next" doc:"before of the next page; 0: there is none"`
	}
}

// LetterView is one dead letter without its content.
type LetterView struct {
	Sequence uint64    `json:"sequence"`
	At       time.Time `json:"at"`
	Plugin   string    `json:"plugin"`
	Subject  string    `json:"subject"`
	Reason   string    `json:"reason"`
	Attempts int       `json:"attempts"`
	Bytes    int       `json:"bytes"`
	EventID  string    `json:"event_id"`
	OrgID    string    `json:"org_id"`
}

func letterOf(l streams.DeadLetter) LetterView {
	return LetterView{l.Sequence, l.At.UTC(), l.Plugin, l.Subject, l.Reason, l.Attempts, l.Bytes, l.EventID, l.OrgID}
}

func (a *Admin) listLetters(ctx context.Context, in *letterQuery) (*letterList, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	letters, next, err := a.Streams.Letters(ctx, in.filter(), in.Before, in.Limit)
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "The event system does not answer.")
	}
	answer := &letterList{}
	answer.Body.Letters, answer.Body.Next = []LetterView{}, next
	for _, l := range letters {
		answer.Body.Letters = append(answer.Body.Letters, letterOf(l))
	}
	return answer, nil
}

type letterAnswer struct {
	Body struct {
		Letter   LetterView      `json:"letter"`
		Envelope json.RawMessage `json:"envelope,omitempty" doc:"The message, if it is JSON"`
		Text     string          `json:"text,omitempty" doc:"The message, if it is other text"`
		Consumer string          `json:"consumer" doc:"That a replay goes to; empty: it cannot be replayed"`
	}
}

func (a *Admin) oneLetter(ctx context.Context, in *struct {
	Sequence uint64 `path:"sequence" minimum:"1"`
},
) (*letterAnswer, error) {
	l, err := a.Streams.DeadLetter(ctx, in.Sequence)
	if err != nil {
		return nil, err
	}
	answer := &letterAnswer{}
	answer.Body.Letter = letterOf(l)
	switch {
	case json.Valid(l.Data):
		answer.Body.Envelope = l.Data
	case utf8.Valid(l.Data):
		answer.Body.Text = string(l.Data)
	default:
		answer.Body.Text = fmt.Sprintf("%x", l.Data)
	}
	if answer.Body.Consumer, err = a.Streams.Consumer(ctx, l); fault.KindOf(err) == fault.Internal && err != nil {
		return nil, err
	}
	return answer, nil
}

type chosenLetters struct {
	Body struct {
		Sequences []uint64      `json:"sequences,omitempty" maxItems:"200" doc:"These"`
		Matching  *LetterFilter `json:"matching,omitempty" doc:"Or all that match"`
		Before    uint64        `json:"before,omitempty" doc:"With matching: only those below this sequence, next of the answer before"`
	}
}

type letterOutcome struct {
	Body struct {
		Done   []uint64       `json:"done"`
		Failed []FailedLetter `json:"failed"`
		Next   uint64         `json:"next" doc:"With matching: go on before this sequence; 0: all are done"`
	}
}

// FailedLetter is one that stays where it was.
type FailedLetter struct {
	Sequence uint64 `json:"sequence"`
	Reason   string `json:"reason"`
}

// lettersAtOnce is how many a call handles; the caller goes on with the next ones, so a long work shows its progress and can be left.
const lettersAtOnce = 100

func (a *Admin) replay(ctx context.Context, in *chosenLetters) (*letterOutcome, error) {
	return a.eachLetter(ctx, in, "replay", a.Streams.Replay)
}

func (a *Admin) discard(ctx context.Context, in *chosenLetters) (*letterOutcome, error) {
	return a.eachLetter(ctx, in, "discard", func(ctx context.Context, l streams.DeadLetter) error { return a.Streams.Discard(ctx, l.Sequence) })
}

func (a *Admin) eachLetter(ctx context.Context, in *chosenLetters, verb string, do func(context.Context, streams.DeadLetter) error) (*letterOutcome, error) {
	if (in.Body.Matching == nil) == (len(in.Body.Sequences) == 0) {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body", Message: "needs either sequences or matching"})
	}
	outcome := &letterOutcome{}
	outcome.Body.Done, outcome.Body.Failed = []uint64{}, []FailedLetter{}
	letters, err := a.chosen(ctx, in, outcome)
	if err != nil {
		return nil, err
	}
	for i := len(letters) - 1; i >= 0; i-- { // the oldest first: that is the order in which they came
		l := letters[i]
		if err := do(ctx, l); err != nil {
			if ctx.Err() != nil {
				return nil, fault.Wrap(fault.Unavailable, err, "The event system does not answer.")
			}
			outcome.Body.Failed = append(outcome.Body.Failed, FailedLetter{l.Sequence, sentence(err)})
			continue
		}
		outcome.Body.Done = append(outcome.Body.Done, l.Sequence)
	}
	audit.Note(ctx, func(r *audit.Record) {
		r.ObjectKind, r.ObjectID = "dead letter", listOf(outcome.Body.Done)
		r.Detail = fmt.Sprintf("%s: %d done, %d failed", verb, len(outcome.Body.Done), len(outcome.Body.Failed))
	})
	return outcome, nil
}

// chosen reads the letters that a call is about, the newest first.
func (a *Admin) chosen(ctx context.Context, in *chosenLetters, outcome *letterOutcome) (letters []streams.DeadLetter, err error) {
	if in.Body.Matching != nil {
		letters, outcome.Body.Next, err = a.Streams.Letters(ctx, in.Body.Matching.filter(), in.Body.Before, lettersAtOnce)
		if err != nil {
			return nil, fault.Wrap(fault.Unavailable, err, "The event system does not answer.")
		}
		return letters, nil
	}
	for _, sequence := range in.Body.Sequences {
		l, err := a.Streams.DeadLetter(ctx, sequence)
		if fault.KindOf(err) == fault.NotFound && err != nil {
			outcome.Body.Failed = append(outcome.Body.Failed, FailedLetter{sequence, sentence(err)})
			continue
		}
		if err != nil {
			return nil, err
		}
		letters = append(letters, l)
	}
	return letters, nil
}

// sentence is what an operator is told of an error.
func sentence(err error) string {
	if fault.KindOf(err) == fault.Internal {
		return "It could not be done. The host's log says why."
	}
	return err.Error()
}

func listOf(sequences []uint64) string {
	text := ""
	for i, s := range sequences {
		if i > 0 {
			text += " "
		}
		text += fmt.Sprint(s)
	}
	return text
}
