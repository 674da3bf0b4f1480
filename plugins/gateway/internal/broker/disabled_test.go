package broker_test

import (
	"testing"

	"github.com/mochi-mqtt/server/v2/packets"
)

// A disabled organisation's devices lose their connections and are refused until it is enabled; another organisation's notice nothing.
func TestDisabledOrganisation_ItsDevicesAreRefused(t *testing.T) {
	for name, version := range versions {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.knowTheirs("truck")
			w.book.Admit([]string{"demo", "rival"})
			ours := w.connect(version, "truck")
			theirs, code := w.dial(version, "truck", "theirs-truck")
			if code != 0 {
				t.Fatalf("theirs is refused: %#x", code)
			}
			w.book.Admit([]string{"rival"})
			ours.wantEnd(packets.ErrAdministrativeAction.Code)
			if _, code := w.dial(version, "truck", "key-truck"); code == 0 {
				t.Error("a device of a disabled organisation is let in")
			}
			if code := theirs.subscribe(topic("truck", "commands"), 1); code != 1 {
				t.Errorf("theirs subscribes: %#x", code)
			}
			w.book.Admit([]string{"demo", "rival"})
			w.connect(version, "truck")
		})
	}
}
