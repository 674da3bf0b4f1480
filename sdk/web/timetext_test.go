package web_test

import (
	"encoding/json"
	"testing"

	"outrider.dev/sdk/web"
)

func TestTimeText(t *testing.T) {
	for body, want := range map[string]web.TimeText{
		`{"at":"2026-11-21T14:32:07"}`: "2026-11-21T14:32:07",
		`{"at":1784643600}`:            "1784643600",
		`{"at":null}`:                  "",
		`{}`:                           "",
	} {
		var in struct {
			At web.TimeText `json:"at"`
		}
		if err := json.Unmarshal([]byte(body), &in); err != nil || in.At != want {
			t.Errorf("%s is read as %q, %v", body, in.At, err)
		}
	}
}
