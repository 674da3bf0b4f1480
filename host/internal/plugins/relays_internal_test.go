package plugins

import (
	"strings"
	"testing"

	"outrider.dev/sdk/plugin/handshake"
	"outrider.dev/sdk/plugin/manifest"
)

func TestRelays_RefusesAnOldSDKWithWhatToDo(t *testing.T) {
	emits := manifest.Manifest{ID: "rooms", Version: "1.0.0", Events: manifest.Events{Emits: []string{"event.rooms.room"}}}
	silent := manifest.Manifest{ID: "spa", Version: "1.0.0", Events: manifest.Events{Emits: []string{"device.command"}}}
	for _, c := range []struct {
		name         string
		m            manifest.Manifest
		built, least string
		refused      bool
	}{
		{"old", emits, "0.1.0", "0.1.1", true},
		{"unknown", emits, "", "0.1.1", true},
		{"this host's own", emits, handshake.SDKVersion, "0.1.1", false},
		{"old, on an external database", emits, "0.1.0", "", false},
		{"old, without events", silent, "0.1.0", "0.1.1", false},
	} {
		err := relays(c.m, c.built, c.least)
		if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "build it again with SDK 0.1.1 or newer") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
