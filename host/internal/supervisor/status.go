package supervisor

import (
	"fmt"
	"time"
)

// State is where a plugin is in its life.
type State string

const (
	Starting    State = "starting"    // for the first time
	Ready       State = "ready"       // answers requests
	Degraded    State = "degraded"    // answers, but says itself that something is wrong
	Restarting  State = "restarting"  // fell; the next process is on its way
	Quarantined State = "quarantined" // fell too often, or may not start: tried again now and then, or by command
	Stopped     State = "stopped"     // disabled, or the host is stopping
)

// Status is what an administrator sees of a plugin.
type Status struct {
	ID        string    `json:"id"`
	Version   string    `json:"version"`
	Digest    string    `json:"digest"`
	State     State     `json:"state"`
	Since     time.Time `json:"since"`
	PID       int       `json:"pid,omitempty"`
	Restarts  int       `json:"restarts"`
	Detail    string    `json:"detail,omitempty"`     // why it is not simply ready
	LastLines []string  `json:"last_lines,omitempty"` // the last words of the process that fell
	RetryAt   time.Time `json:"retry_at,omitzero"`
	StartedAt time.Time `json:"started_at,omitzero"` // of the process that runs
	LastFall  *Fall     `json:"last_fall,omitempty"` // the newest crash or failed start, for as long as the host runs
}

// Fall is how a process ended that should not have.
type Fall struct {
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
	Lines  []string  `json:"lines,omitempty"` // the end of its stderr, with the stack if it panicked
}

// UnavailableError says that a plugin cannot take a request now.
type UnavailableError struct {
	ID         string
	State      State
	RetryAfter time.Duration
}

func (e *UnavailableError) Error() string { return fmt.Sprintf("plugin %s is %s", e.ID, e.State) }

// Unavailable is how long to wait before trying again.
func (e *UnavailableError) Unavailable() time.Duration { return e.RetryAfter }

// Usage is what a process takes of the machine.
type Usage struct {
	ResidentBytes int64
	Processor     time.Duration // since its start
}
