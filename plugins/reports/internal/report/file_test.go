package report

import (
	"errors"
	"testing"
	"time"

	"outrider.dev/sdk/fault"
)

// A time to compare with that cannot be is refused before anything is read or put into the queue, and the refusal names it.
func TestPrepare_RefusesWhatCannotBeCompared(t *testing.T) {
	day := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)
	for name, period := range map[string]Period{"ends before it begins": {day, day.AddDate(0, 0, -1)}, "two years": {day.AddDate(-2, 0, 0), day}} {
		_, err := (&Reports{}).Prepare(t.Context(), Asked{Type: "mileage", Before: &period})
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || fault.KindOf(err) != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Location != "body.compared_with.to" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
