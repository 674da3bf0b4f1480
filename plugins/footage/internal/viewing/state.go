package viewing

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/live"
)

// State is what is known of a view, in whichever process it is.
type State struct {
	ID        string `json:"id"`
	Channel   int    `json:"channel"`
	Recording bool   `json:"recording"`
	Shows     Span   `json:"shows"`     // of a recording
	Streaming bool   `json:"streaming"` // there is a picture
	Played    bool   `json:"played"`    // all of a recording was shown

	Sound live.Sound `json:"sound"`
}

// State says how a view is.
func (v *View) State() State {
	s := State{ID: v.ID, Channel: v.Stream.Camera.Channel, Recording: v.Stream.Recording, Shows: v.Begins, Played: v.Stream.Played(), Sound: v.Stream.Sound()}
	select {
	case <-v.Stream.Begun():
		s.Streaming = true
	default:
	}
	return s
}

// Registry tells all processes who has which view.
type Registry interface {
	Put(ctx context.Context, v *View, until time.Time) error
	Extend(ctx context.Context, v *View, until time.Time) error
	Remove(ctx context.Context, orgID string, ids ...string) error
}

// Alone is the registry of a process that has no others beside it.
type Alone struct{}

// Put implements Registry.
func (Alone) Put(context.Context, *View, time.Time) error { return nil }

// Extend implements Registry.
func (Alone) Extend(context.Context, *View, time.Time) error { return nil }

// Remove implements Registry.
func (Alone) Remove(context.Context, string, ...string) error { return nil }

// listed is how long a view is known to others after it was last kept.
const listed = unkept + live.Lease
