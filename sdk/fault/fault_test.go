package fault_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"outrider.dev/sdk/fault"
)

func TestKindOf(t *testing.T) {
	for _, tc := range []struct {
		name string
		err  error
		want fault.Kind
	}{
		{"no error has no kind", nil, ""},
		{"a fault has its own", fault.New(fault.Conflict, "Taken."), fault.Conflict},
		{"a wrapped fault keeps it", fmt.Errorf("save: %w", fault.New(fault.NotFound, "Gone.")), fault.NotFound},
		{"an error nobody classified is internal", io.EOF, fault.Internal},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fault.KindOf(tc.err); got != tc.want {
				t.Errorf("KindOf(%v) = %q, want %q", tc.err, got, tc.want)
			}
		})
	}
}

func TestError_KeepsItsCause(t *testing.T) {
	err := fault.Wrap(fault.Unavailable, io.ErrUnexpectedEOF, "The map is not answering.")
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("errors.Is does not find the cause of %v", err)
	}
	if want := "The map is not answering.: unexpected EOF"; err.Error() != want {
		t.Errorf("Error() = %q, want %q", err.Error(), want)
	}
}
