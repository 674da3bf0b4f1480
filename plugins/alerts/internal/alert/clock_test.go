package alert_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
)

// TestFrom_ClockAhead has an event of ten hours ahead happen when it was received; its device looks for recordings by its own clock.
func TestFrom_ClockAhead(t *testing.T) {
	received := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC).UnixMilli()
	for ahead, want := range map[time.Duration]int64{0: received, 4 * time.Minute: received + 240_000, 10 * time.Hour: received, -time.Hour: received - 3_600_000} {
		at := received + ahead.Milliseconds()
		a, err := alert.From("demo", events.DeviceEvent{ID: "e", Type: "collision", Time: at, ReceivedAt: received})
		if err != nil || a.EventMs != want || a.ByDeviceMs() != at {
			t.Errorf("%s ahead: it happened at %d, by its device at %d; %v", ahead, a.EventMs-received, a.ByDeviceMs()-received, err)
		}
		if kept := string(a.Details); (ahead == 10*time.Hour) != (kept == `{"device_time_ms":1772650800000,"clock_skew_ms":36000000}`) {
			t.Errorf("%s ahead: kept is %s", ahead, kept)
		}
	}
}
