package mail

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugintest"
)

var _ Files = (*media.Files)(nil)

// stored are files by their keys.
type stored map[string]string

func (s stored) Read(_ context.Context, key string, _, _ int64) (io.ReadCloser, error) {
	content, ok := s[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "There is no such file.")
	}
	return io.NopCloser(strings.NewReader(content)), nil
}

func TestDeliver_Attachments(t *testing.T) {
	office, address := openOffice(t, 0)
	d, err := Open(Settings{URL: address, From: sender, Files: stored{"demo/reports/a.csv": "one;two", "demo/reports/large": strings.Repeat("x", maxAttachmentBytes+1)}})
	if err != nil {
		t.Fatal(err)
	}
	m := message("k", "ann@demo.test")
	m.Attachments = []Attachment{{Key: "demo/reports/a.csv", Name: "mileage.csv", Type: "text/csv; charset=utf-8"}}
	if err := d.Deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	got := office.got()
	if len(got) != 1 || !strings.Contains(got[0], `filename="mileage.csv"`) || !strings.Contains(got[0], "text/csv") {
		t.Errorf("the server has %v", got)
	}
	for _, key := range []string{"demo/reports/gone", "demo/reports/large"} {
		m.Attachments[0].Key = key
		if err := d.Deliver(t.Context(), m); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v; it is refused for good", key, err)
		}
	}
	m.Attachments[0].Name = "a\r\nBcc: x"
	if err := m.check(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a name with a line break: %v", err)
	}
}

// TestQueue_States says what became of mails, also of one whose server is away for longer than ten tries take.
func TestQueue_States(t *testing.T) {
	_, address := openOffice(t, 12)
	q, _ := runningWith(t, address, "", 0)
	for _, m := range []Message{message("late", "ann@demo.test"), message("refused", "nobody@demo.test")} {
		if _, err := q.Add(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, q, map[string]string{"late": Sent, "refused": GivenUp})
	if states, err := q.States(t.Context(), "other", "demo", []string{"late"}); err != nil || len(states) != 0 {
		t.Errorf("another plugin is told %v, %v", states, err)
	}
}

func eventually(t *testing.T, q *Queue, want map[string]string) {
	t.Helper()
	plugintest.Within(t, time.Minute, "the mails do not come to their ends", func() bool {
		states, err := q.States(t.Context(), "alerts", "demo", []string{"late", "refused"})
		if err != nil || len(states) != len(want) {
			return false
		}
		for _, s := range states {
			if s.State != want[s.Key] || s.State == GivenUp && s.Problem == "" {
				return false
			}
		}
		return true
	})
}
