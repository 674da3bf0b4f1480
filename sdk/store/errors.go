package store

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/sdk/away"
	"outrider.dev/sdk/fault"
)

const notAnswering = "The database is not answering. Please try again soon."

// ErrNoTenant is inside the error of a transaction for an organisation that does not exist any more, or that has the plugin's module
// switched off. The error is fault.NotFound. An event handler may return it: the event is none of the plugin's business then.
var ErrNoTenant = errors.New("the organisation does not have this module")

// Violates reports whether err is the violation of a named constraint (unique, foreign key, check, exclusion or not null).
func Violates(err error, constraint string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && len(pg.Code) == 5 && pg.Code[:2] == "23" && pg.ConstraintName == constraint
}

// Repeats reports whether err is the violation of a unique constraint, whatever its name: that of a partition is its own.
func Repeats(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "23505"
}

// unavailable makes a database that does not answer a fault.Unavailable; every other error stays what it is.
func unavailable(err error) error {
	if !unreachable(err) {
		return err
	}
	return &fault.Error{Kind: fault.Unavailable, Message: notAnswering, RetryAfter: time.Second, Cause: err}
}

func unreachable(err error) bool {
	if _, classified := errors.AsType[*fault.Error](err); classified {
		return false
	}
	return away.Is(err)
}
