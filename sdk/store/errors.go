package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/sdk/fault"
)

const notAnswering = "The database is not answering. Please try again soon."

// ErrNoTenant is inside the error of a transaction for an organisation that does not exist any more, or that has the plugin's module
// switched off. The error is fault.NotFound. An event handler may return it: the event is none of the plugin's business then.
var ErrNoTenant = errors.New("the organisation does not have this module")

// awayCodes are the SQLSTATEs of a server that starts, stops, or has no connection left.
var awayCodes = []string{"57P01", "57P02", "57P03", "53300", "08000", "08003", "08006"}

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
	if !away(err) {
		return err
	}
	return &fault.Error{Kind: fault.Unavailable, Message: notAnswering, RetryAfter: time.Second, Cause: err}
}

func away(err error) bool {
	if _, classified := errors.AsType[*fault.Error](err); classified {
		return false
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		_, connecting := errors.AsType[*pgconn.ConnectError](err)
		return connecting && !errors.Is(err, context.Canceled)
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(awayCodes, pg.Code)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || pgconn.SafeToRetry(err)
}
