package schema

import (
	_ "embed"
	"sync"
)

//go:embed raised.schema.json
var raisedJSON []byte

var raised = sync.OnceValues(func() (*Schema, error) { return Parse("event.*.raised", raisedJSON) })

// Raised is the schema of the events by which plugins raise alerts, one for all of them: events.AlertRaised.
func Raised() (*Schema, error) { return raised() }

// IsRaised reports whether a subject raises alerts: event.<plugin>.raised.
func IsRaised(subject string) bool {
	_, noun, ok := parts(subject)
	return ok && noun == "raised"
}
