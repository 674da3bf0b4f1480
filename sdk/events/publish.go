package events

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/trace"
)

// maxData bounds the data of one event in bytes; a stream takes no message above 4 MiB.
const maxData = 1 << 20

// versioned is what data says that is no longer version 1.
type versioned interface{ EventVersion() int }

func versionOf(data any) int {
	if v, ok := data.(versioned); ok {
		return v.EventVersion()
	}
	return 1
}

// Publish writes an event into the outbox of the plugin: it exists exactly if the transaction of tx (of store.DB) commits, and the relay
// publishes it soon after. Write the row that the event tells of first: then events about one row are published in the order of
// its changes. The subject is one of the manifest's events.emits.
func Publish[T any](tx *gorm.DB, orgID, subject string, data T) error {
	schema := store.SchemaOf(tx)
	if schema == "" {
		return fmt.Errorf("publish %s: the transaction is not of store.DB", subject)
	}
	if !store.MayEmit(tx, subject) {
		return fmt.Errorf("publish %s: the manifest does not list it under events.emits", subject)
	}
	body, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	if len(body) > maxData {
		return fmt.Errorf("publish %s: %d bytes of data are too many", subject, len(body))
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	insert := `INSERT INTO "` + schema + `".outbox (id, org_id, subject, version, data, trace) VALUES (?, ?, ?, ?, ?::jsonb, NULLIF(?, ''))`
	if err := tx.Exec(insert, id.String(), orgID, subject, versionOf(data), string(body), trace.Parent(tx.Statement.Context)).Error; err != nil {
		return fmt.Errorf("publish %s: write outbox: %w", subject, err)
	}
	store.TouchOutbox(tx)
	return nil
}

// Once reports whether tx is the first to handle an event, and remembers it. Call it in the transaction that changes something, and
// change nothing when it returns false: then an event that is delivered again changes nothing.
func Once[T any](tx *gorm.DB, e Event[T]) (first bool, err error) {
	schema := store.SchemaOf(tx)
	if schema == "" {
		return false, fmt.Errorf("handle %s once: the transaction is not of store.DB", e.Type)
	}
	insert := `INSERT INTO "` + schema + `".inbox (org_id, consumer, event_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	done := tx.Exec(insert, e.OrgID, ConsumerName(schema, e.Type), e.ID)
	if done.Error != nil {
		return false, fmt.Errorf("handle %s once: write inbox: %w", e.Type, done.Error)
	}
	return done.RowsAffected == 1, nil
}
