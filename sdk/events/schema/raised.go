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
