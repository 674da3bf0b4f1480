//go:build bench

package bench_test

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// moves has all vehicles go to another group, one after the other, while devices notice things: neither waits for the other.
func (a *archive) moves(t *testing.T) {
	const bound = 200 * time.Millisecond
	a.exec(`UPDATE alerts.fleet_vehicle SET sequence = 0`) // planted as newer than any event
	js := a.host.JetStream(t)
	heard := make(chan []time.Duration, 1)
	go func() { heard <- a.hear(t, "moving") }()
	var moved []time.Duration
	for n := range alertVehicles {
		id := fmt.Sprintf("v-load-%04d", n)
		change := plugintest.Event{
			Subject: "event.vehicles.vehicle", OrgID: "alpha", ID: fmt.Sprintf("bench-move-%d", n),
			Data: events.VehicleChanged{ID: id, Name: id, Type: "van", GroupID: []string{"alpha", "alpha-north"}[n%2]},
		}
		began := time.Now()
		a.host.Deliver(t, js, change)
		moved = append(moved, time.Since(began))
	}
	boundRow(alertsGroup, fmt.Sprintf("a vehicle moves, %d alerts a second meanwhile: p99 of %d", alertsASecond, alertVehicles), load.Percentile(moved, 0.99), bound)
	boundRow(alertsGroup, fmt.Sprintf("device's event until an open browser has it, %d vehicles move meanwhile: p99", alertVehicles), load.Percentile(<-heard, 0.99), bound)
}
