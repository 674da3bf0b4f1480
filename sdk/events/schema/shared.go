package schema

import (
	_ "embed"
	"sync"
)

//go:embed recipients.schema.json
var recipientsJSON []byte

var recipients = sync.OnceValues(func() (*Schema, error) { return Parse("event.*.recipients", recipientsJSON) })

//go:embed readings.schema.json
var readingsJSON []byte

var readings = sync.OnceValues(func() (*Schema, error) { return Parse("event.*.readings", readingsJSON) })

// Readings is the schema of the events by which plugins pass on what other systems say of vehicles, one for all of them: events.ReadingsTaken.
func Readings() (*Schema, error) { return readings() }

// Recipients is the schema of the events by which plugins say whom a thing of theirs tells, one for all of them: events.RecipientsChanged.
func Recipients() (*Schema, error) { return recipients() }

// Shared is the schema of an event that any plugin may emit and that is the same for all of them; nil for every other subject.
func Shared(subject string) (*Schema, error) {
	_, noun, ok := parts(subject)
	switch {
	case ok && noun == "raised":
		return Raised()
	case ok && noun == "recipients":
		return Recipients()
	case ok && noun == "readings":
		return Readings()
	}
	return nil, nil
}

// IsShared reports whether a subject is an event that any plugin may emit: event.<plugin>.raised, event.<plugin>.recipients, event.<plugin>.readings.
func IsShared(subject string) bool {
	s, err := Shared(subject)
	return s != nil || err != nil
}

// OfAll is what a plugin consumes that takes a shared event from all others: event.*.raised.
func OfAll(subject string) string {
	_, noun, _ := parts(subject)
	return "event.*." + noun
}
