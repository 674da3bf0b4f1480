package away_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/sdk/away"
)

func TestIs(t *testing.T) {
	for _, tc := range []struct {
		name string
		err  error
		want bool
	}{
		{"nothing is wrong", nil, false},
		{"the caller has left", fmt.Errorf("read: %w", context.Canceled), false},
		{"no answer in time", fmt.Errorf("read: %w", context.DeadlineExceeded), true},
		{"the connection broke", fmt.Errorf("read: %w", io.ErrUnexpectedEOF), true},
		{"nobody listens", &net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		{"the server stops", &pgconn.PgError{Code: "57P01"}, true},
		{"the server's disk is full", &pgconn.PgError{Code: "53100"}, true},
		{"a statement took too long", &pgconn.PgError{Code: "57014"}, true},
		{"a row is there already", &pgconn.PgError{Code: "23505"}, false},
		{"our own mistake", errors.New("nil map"), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := away.Is(tc.err); got != tc.want {
				t.Errorf("Is(%v) = %t, want %t", tc.err, got, tc.want)
			}
		})
	}
}
