package fleettest_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/events"
)

// TestSignalOfStatus shows that the newest of samples and statuses says the signal, and that one without any says nothing.
func TestSignalOfStatus(t *testing.T) {
	f := open(t)
	f.device("d1", f.vehicle("HGV 1", "north").ID)
	status := func(ago time.Duration, network events.Network) {
		t.Helper()
		must(t, f.ApplyStatus(t.Context(), "demo", events.DeviceStatus{DeviceID: "d1", ReceivedAt: f.ago(ago), Model: "JH8", Network: network}))
	}
	sample := func(secondsAgo int, signal *int) {
		t.Helper()
		message := f.message("d1", secondsAgo)
		message.ReceivedAt, message.Samples[0].Signal = f.ago(time.Duration(secondsAgo)*time.Second), signal
		f.take(message)
	}
	want := func(when string, want int) {
		t.Helper()
		found, err := f.PresencesOf(t.Context(), "demo", []string{"d1"})
		must(t, err)
		if got := found.Devices[0].Signal; got == nil || *got != want {
			t.Errorf("%s: signal = %v, want %d", when, got, want)
		}
	}
	five := 5
	status(60*time.Second, events.Network{Type: "4g", Signal: 3})
	want("a status alone", 3)
	sample(50, nil)
	want("a sample that says none", 3)
	sample(40, &five)
	want("a sample that says it", 5)
	status(45*time.Second, events.Network{Type: "4g", Signal: 1})
	want("an older status, late", 5)
	status(30*time.Second, events.Network{Type: "4g", Signal: 2})
	want("a newer status", 2)
	status(20*time.Second, events.Network{})
	want("a status without network", 2)
}
