package credential_test

import (
	"fmt"
	"os"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/events"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// What came by the way that nothing else can fill counts more than what the stream of events says, however late that comes.
func TestDevices_ControlCountsMore(t *testing.T) {
	devices := credential.NewDevices(dbtest.Open(t, "plugins/gateway"))
	put := func(id string, at credential.Position, disabled bool) {
		t.Helper()
		e := events.Event[events.DeviceChanged]{ID: id, Type: "control.vehicles.device", OrgID: "demo"}
		if err := devices.Put(t.Context(), e, credential.Device{ID: "truck", OrgID: "demo", Disabled: disabled, Position: at}); err != nil {
			t.Fatal(err)
		}
	}
	id := func(n int) string { return fmt.Sprintf("00000000-0000-0000-0000-00000000000%d", n) }
	put(id(1), credential.Position{Sequence: 7000}, false)
	put(id(2), credential.Position{Control: 1}, true)
	put(id(3), credential.Position{Sequence: 7001}, false)
	for _, since := range []credential.Position{{}, {Control: 0, Sequence: 9999}} {
		found, err := devices.Since(t.Context(), since)
		if err != nil || len(found) != 1 || !found[0].Disabled || found[0].Control != 1 {
			t.Errorf("since %+v: %+v, %v", since, found, err)
		}
	}
	put(id(4), credential.Position{Control: 2}, false)
	if found, err := devices.Since(t.Context(), credential.Position{Control: 1, Sequence: 9999}); err != nil || len(found) != 1 || found[0].Disabled {
		t.Errorf("let in again: %+v, %v", found, err)
	}
}
