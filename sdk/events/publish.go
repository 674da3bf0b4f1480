package events

import (
	"fmt"
	"slices"

	fastjson "github.com/goccy/go-json"
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
	return PublishAll(tx, orgID, subject, []T{data})
}

// mostTogether is how many events one statement writes.
const mostTogether = 1000

// PublishAll is Publish for many events of one subject, in their order, in few statements.
func PublishAll[T any](tx *gorm.DB, orgID, subject string, list []T) error {
	schema := store.SchemaOf(tx)
	if schema == "" {
		return fmt.Errorf("publish %s: the transaction is not of store.DB", subject)
	}
	if !store.MayEmit(tx, subject) {
		return fmt.Errorf("publish %s: the manifest does not list it under events.emits", subject)
	}
	for some := range slices.Chunk(list, mostTogether) {
		if err := publishSome(tx, schema, orgID, subject, some); err != nil {
			return fmt.Errorf("publish %s: %w", subject, err)
		}
	}
	if len(list) > 0 {
		store.TouchOutbox(tx)
	}
	return nil
}

func publishSome[T any](tx *gorm.DB, schema, orgID, subject string, list []T) error {
	n, size := len(list), 0
	ids, bodies := make([]string, n), make([]string, n)
	for i, data := range list {
		body, err := fastjson.Marshal(data)
		if err != nil {
			return err
		}
		if len(body) > maxData {
			return fmt.Errorf("%d bytes of data are too many", len(body))
		}
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		ids[i], bodies[i] = id.String(), string(body)
		size += len(body) + 128
	}
	c := store.NewColumns(size)
	insert := `INSERT INTO "` + schema + `".outbox (id, org_id, subject, version, data, trace)
		SELECT i::uuid, ?, ?, v, d::jsonb, NULLIF(?, '') FROM unnest(?::text[], ?::bigint[], ?::text[]) WITH ORDINALITY AS e (i, v, d, n) ORDER BY n`
	_, err := store.Exec(tx, insert, orgID, subject, trace.Parent(tx.Statement.Context), c.Texts(n, func(i int) *string { return &ids[i] }),
		c.Longs(n, func(i int) int64 { return int64(versionOf(list[i])) }), c.Texts(n, func(i int) *string { return &bodies[i] }))
	if err != nil {
		return fmt.Errorf("write outbox: %w", err)
	}
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
	added, err := store.Exec(tx, insert, e.OrgID, ConsumerName(schema, e.Type), e.ID)
	if err != nil {
		return false, fmt.Errorf("handle %s once: write inbox: %w", e.Type, err)
	}
	return added == 1, nil
}
