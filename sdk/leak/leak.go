// Package leak has tests fail that leave goroutines behind. What is about to end may take its time: on a busy machine a goroutine that has been told
// to end runs seconds later.
package leak

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long goroutines may take to end.
const patience = 30 * time.Second

// Main runs a package's tests and ends the process. It fails when they leave goroutines behind that the options do not allow.
func Main(m goleak.TestingM, options ...goleak.Option) {
	code := m.Run()
	if code == 0 {
		if err := left(options); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines are left:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// None fails the test when there are goroutines that the options do not allow.
func None(t testing.TB, options ...goleak.Option) {
	t.Helper()
	if err := left(options); err != nil {
		t.Error(err)
	}
}

// left looks until there are none, or patience ends; each look takes up to half a second.
func left(options []goleak.Option) error {
	deadline := time.Now().Add(patience)
	for {
		err := goleak.Find(options...)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}
