package streams_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/events"
)

// A stream whose files a crash has cut, or filled with zeros, is set aside whole, where somebody can look at it; the stream is there again, and the others hold what they held.
func TestOpen_SetsDamagedStreamsAside(t *testing.T) {
	for name, content := range map[string][]byte{"empty": nil, "cut": []byte(`{"name":"EVE`), "zeros": make([]byte, 400)} {
		t.Run(name, func(t *testing.T) {
			parts := hosttest.Parts(t)
			js, stop := begin(t, parts)
			for _, subject := range []string{"event.identity.group", "device.status.truck"} {
				if _, err := js.Publish(t.Context(), subject, []byte("kept")); err != nil {
					t.Fatal(err)
				}
			}
			stop()
			folder := filepath.Join(parts.DataDir, "nats", "jetstream", "$G", "streams", events.StreamEvents)
			if err := os.WriteFile(filepath.Join(folder, "meta.inf"), content, 0o600); err != nil {
				t.Fatal(err)
			}
			js, stop = begin(t, parts)
			defer stop()
			if got := fetch(t, js, 1); strings.Join(got, "") != "kept" {
				t.Errorf("the other stream holds %v", got)
			}
			if _, err := js.Publish(t.Context(), "event.identity.group", []byte("new")); err != nil {
				t.Errorf("the stream takes nothing: %v", err)
			}
			aside, err := filepath.Glob(filepath.Join(parts.DataDir, "nats", "damaged-*", events.StreamEvents))
			if err != nil || len(aside) != 1 {
				t.Fatalf("set aside: %v, %v", aside, err)
			}
			if blocks, err := filepath.Glob(filepath.Join(aside[0], "msgs", "*.blk")); err != nil || len(blocks) == 0 {
				t.Errorf("its messages are not there: %v, %v", blocks, err)
			}
		})
	}
}
