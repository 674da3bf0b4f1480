package zones_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/plugin"
)

// atlas is a host that knows one organisation in London, a vehicle in New York and one that was nowhere yet.
type atlas struct {
	asked int
	away  bool
}

// Organisations implements zones.Host.
func (*atlas) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo", Zone: "Europe/London"}}, nil
}

// Call implements zones.Host.
func (a *atlas) Call(_ context.Context, _, path string, _, out any) error {
	a.asked++
	if a.away || !strings.HasPrefix(path, "/api/org/demo/vehicles/presence?vehicle_ids=") {
		return errors.New("nobody answers")
	}
	return json.Unmarshal([]byte(`{"Presences":[
		{"vehicle_id":"abroad","is_defaultdevice":false,"zone":"Asia/Tokyo"},
		{"vehicle_id":"abroad","is_defaultdevice":true,"zone":"America/New_York"},
		{"vehicle_id":"new","is_defaultdevice":true,"zone":""}]}`), out)
}

func TestZones_AreThoseOfVehicles(t *testing.T) {
	host, now := &atlas{}, time.Now()
	z := zones.New(host, slog.New(slog.DiscardHandler), func() time.Time { return now })
	want := func(vehicle, zone string) {
		t.Helper()
		if got, err := z.Of(t.Context(), "demo", vehicle); err != nil || got.String() != zone {
			t.Errorf("%s goes by %v (%v), want %s", vehicle, got, err, zone)
		}
	}
	want("abroad", "America/New_York")
	want("new", "Europe/London")
	want("", "Europe/London")
	want("abroad", "America/New_York")
	if host.asked != 2 {
		t.Errorf("it asked %d times for two vehicles", host.asked)
	}
	now, host.away = now.Add(2*time.Minute), true
	want("abroad", "Europe/London")
	host.away, host.asked = false, 0
	z.Prepare(t.Context(), "demo", []string{"abroad", "new", "abroad", ""})
	want("abroad", "America/New_York")
	want("new", "Europe/London")
	if host.asked != 1 {
		t.Errorf("it asked %d times for a list", host.asked)
	}
}
