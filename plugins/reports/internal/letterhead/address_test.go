package letterhead

import (
	"errors"
	"strings"
	"testing"

	"outrider.dev/sdk/fault"
)

// An address that cannot be printed is refused with the reason, and nothing is kept.
func TestAddress_Refuses(t *testing.T) {
	for line, says := range map[string]string{"a\u0007b": "cannot be printed", strings.Repeat("ä", 81): "at most 80"} {
		in := &addressInput{}
		in.Body.Lines = []string{"1 Dock Road", line}
		_, err := NewAPI(nil).putAddress(t.Context(), in) // without a store: what is kept would fail
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || f.Kind != fault.Invalid || len(f.Fields) != 1 || !strings.Contains(f.Fields[0].Message, says) {
			t.Errorf("%q: %v", line, err)
		}
	}
}
