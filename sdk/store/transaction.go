package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"gorm.io/gorm"
)

// scopeSQL is the first statement of every transaction.
const scopeSQL = `SELECT set_config('outrider.capability', $1, true)`

type transactionKey struct{}

// transaction is what a transaction of InOrg, InAll or Read remembers beside gorm.
type transaction struct {
	schema string
	emits  []string
	outbox bool
	after  []func()
}

func stateOf(tx *gorm.DB) *transaction {
	if state, ok := tx.Statement.Context.Value(transactionKey{}).(*transaction); ok {
		return state
	}
	return &transaction{} // tx comes from elsewhere: nothing is remembered
}

// SchemaOf is the schema of the plugin whose transaction tx is; empty for a tx that is not from a DB.
func SchemaOf(tx *gorm.DB) string { return stateOf(tx).schema }

// MayEmit reports whether the plugin's manifest lists a subject that tx wants to write into the outbox.
func MayEmit(tx *gorm.DB, subject string) bool { return slices.Contains(stateOf(tx).emits, subject) }

// AfterCommit runs f once the transaction of tx has committed, not at all if it is rolled back.
func AfterCommit(tx *gorm.DB, f func()) {
	state := stateOf(tx)
	state.after = append(state.after, f)
}

// TouchOutbox remembers that tx has written into the outbox, so that the relay wakes after the commit.
func TouchOutbox(tx *gorm.DB) { stateOf(tx).outbox = true }

// Wake makes the outbox relay look now.
func (db *DB) Wake() {
	select {
	case db.wake <- struct{}{}:
	default: // it is awake already
	}
}

// Wakes tells when the outbox has something new; for the relay alone.
func (db *DB) Wakes() <-chan struct{} { return db.wake }

// Scope sets the capability for an organisation on a transaction of the bare pool.
func (db *DB) Scope(ctx context.Context, tx *sql.Tx, orgID string) error {
	capability, err := db.capability(ctx, orgID)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, scopeSQL, capability); err != nil {
		return fmt.Errorf("scope transaction: %w", unavailable(err))
	}
	return nil
}
