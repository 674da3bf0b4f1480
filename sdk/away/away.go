// Package away tells the errors of a database that does not answer from those of a statement that it refused.
package away

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/sdk/fault"
)

// codes are the SQLSTATEs of a server that starts, stops, has no connection or no room left, or took too long for a statement or a lock.
var codes = []string{"57P01", "57P02", "57P03", "53100", "53200", "53300", "58030", "08000", "08003", "08006", "57014", "55P03", "25006"}

// Is reports whether err says that a server cannot be reached, cannot work at the moment, or did not answer in time: whoever tries again later may have luck.
// A caller that went away itself is no such thing.
func Is(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(codes, pg.Code)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err)
}

// FaultOf is the fault that a caller is told of an error: its own, or fault.Unavailable where a server is away; false: it tells nothing of itself.
func FaultOf(err error) (*fault.Error, bool) {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok && Is(err) {
		return &fault.Error{Kind: fault.Unavailable, Message: "This is not available at the moment. Please try again soon."}, true
	}
	return f, ok
}
