// Package provider is what other companies' systems say of an organisation's vehicles, behind one interface: over HTTP by an address and a key, or simulated where none is set.
package provider

import (
	"context"
	"errors"
	"time"

	"outrider.dev/sdk/events"
)

// Info is who a provider is.
type Info struct {
	Name           string
	DriverHoursURL string // its site of driver hours; empty: it has none
	TelematicsURL  string // its site
}

// Vehicle is one as the provider knows it.
type Vehicle struct {
	ID           string `json:"id"`
	Registration string `json:"registration"`
	VIN          string `json:"vin"`
	Model        string `json:"model"`
}

// Reading is what a vehicle of the provider said at a time.
type Reading struct {
	VehicleID string // the provider's
	Sample    events.Sample
}

// Page is a part of what a provider has to say. Cursor is where it goes on; More: at once.
type Page[T any] struct {
	Items   []T
	Cursor  string
	More    bool
	Refused int // of its items, how many could not be read
}

// Provider knows vehicles of an organisation. Its errors are Problems.
type Provider interface {
	// Info tells who it is, which is the cheapest thing to ask.
	Info(ctx context.Context) (Info, error)
	// Vehicles lists those that it knows, from a cursor on; "" is the beginning.
	Vehicles(ctx context.Context, cursor string) (Page[Vehicle], error)
	// Readings are what vehicles said since a cursor, the oldest first, and again without harm.
	Readings(ctx context.Context, cursor string) (Page[Reading], error)
}

// The kinds of a Problem.
const (
	KeyRefused  = "key_refused" // the key is not, or no more, one of the provider's
	TooMany     = "too_many"    // it asks to be asked less often
	Unreachable = "unreachable" // no answer, in time or at all
	BadAnswer   = "bad_answer"  // an answer that is not as its API is written down
	Redirected  = "redirected"  // it leads to another address, which is not followed
	BadStatus   = "bad_status"  // it answers with a status that is none of these
	NotAllowed  = "not_allowed" // its address is none that may be asked
)

// Problem is why a provider could not be asked.
type Problem struct {
	Kind   string
	Say    string        // what administrators read, in English
	After  time.Duration // how long it wants to be left alone; 0: it does not say
	Status int           // of its answer; 0: there was none, or one that could not be read
	Cause  error
}

// Error implements error.
func (p *Problem) Error() string {
	if p.Cause != nil {
		return p.Say + ": " + p.Cause.Error()
	}
	return p.Say
}

// Unwrap implements errors.Unwrap.
func (p *Problem) Unwrap() error { return p.Cause }

// ProblemOf is the Problem in an error; of any other error, that there is no answer.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return &Problem{Kind: Unreachable, Say: "The provider does not answer.", Cause: err}
}
