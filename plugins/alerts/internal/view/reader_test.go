package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/view"
)

// TestFor_AlwaysHasInformation: an alert of which nothing more is known has an empty object for its reader; a push, which has no reader, has none.
func TestFor_AlwaysHasInformation(t *testing.T) {
	bare := alert.Alert{ID: "a", AlertType: "imualert"}
	for name, tc := range map[string]struct {
		answer view.Alert
		want   bool
	}{
		"answer": {view.For(t.Context(), bare), true},
		"push":   {view.Of(bare), false},
	} {
		written, err := json.Marshal(tc.answer)
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(written), `"information":{}`); has != tc.want {
			t.Errorf("%s is %s", name, written)
		}
	}
}
