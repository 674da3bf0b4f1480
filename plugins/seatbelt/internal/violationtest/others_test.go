// Package violationtest feeds what devices and other systems say of belts through all that finds violations, on the plugin's own tables.
package violationtest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/seatbelt/internal/violation"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// kept answers what the vehicles plugin has of a device.
type kept struct {
	plugin.Host
	samples []violation.Reading
	place   func() (string, error) // what a place is called; nil: nobody knows
}

func (k *kept) Call(_ context.Context, _, path string, _, out any) error {
	answer := any([]any{})
	switch {
	case strings.Contains(path, "/samples?"):
		answer = map[string]any{"Samples": k.samples}
	case path == "/api/geo/places" && k.place != nil:
		label, err := k.place()
		if err != nil {
			return err
		}
		answer = []map[string]string{{"label": label}}
	case strings.Contains(path, "/drivers?"):
		answer = map[string]any{"Drivers": []any{}}
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, out)
}

// TestTakeReadings: what another system says of a belt is a violation as a device's would be, once, and is none where the vehicle's own device says otherwise.
func TestTakeReadings(t *testing.T) {
	db, host := dbtest.Open(t, "plugins/seatbelt"), &kept{}
	tenants := plugin.NewTenants(map[string]string{"demo": `{}`})
	taker := violation.NewTaker(db, tenants, replica.New(db, nil, "seatbelt"), time.Now)
	begin := time.Now().Add(-time.Hour).Truncate(time.Second)
	judge := violation.NewJudge(db, host, slog.New(slog.DiscardHandler), time.Now)
	drive := func(belted bool) (list []events.Sample) {
		for s := 0; s <= 60; s += 10 {
			speed, on := 50.0, belted || s == 60
			list = append(list, events.Sample{Time: begin.Add(time.Duration(s) * time.Second).UnixMilli(), SpeedKmh: &speed, CAN: &events.CAN{DriverBelt: &on}})
		}
		return list
	}
	found := func() (said string) {
		for range 70 { // those that the vehicles plugin has nothing of are looked at for a while
			if err := judge.Sweep(t.Context(), "demo"); err != nil {
				t.Fatal(err)
			}
		}
		err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			rows, err := store.Rows[struct {
				Seconds, TopKmh float64
				IsOver          bool
			}](tx, `SELECT (end_ms - start_ms) / 1000.0 AS seconds, top_kmh, is_over FROM seatbelt.violation ORDER BY start_ms`)
			for _, r := range rows {
				said += fmt.Sprintf("%.0f s at %.0f, over %v; ", r.Seconds, r.TopKmh, r.IsOver)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	tell := func(org string, list []events.Sample) {
		t.Helper()
		for range 2 { // it comes twice
			if err := taker.TakeReadings(t.Context(), events.Event[events.ReadingsTaken]{OrgID: org, Data: events.ReadingsTaken{VehicleID: "v1", Samples: list}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	tell("demo", drive(true))
	if got := found(); got != "" {
		t.Errorf("belted is %s", got)
	}
	begin = begin.Add(10 * time.Minute)
	tell("rival", drive(false)) // has the module off
	tell("demo", drive(false))
	if got := found(); got != "50 s at 50, over true; " {
		t.Errorf("unbelted is %q", got)
	}
	begin = begin.Add(10 * time.Minute)
	for _, s := range drive(true) {
		host.samples = append(host.samples, violation.Reading{Sample: s, DeviceID: "d1"})
	}
	tell("demo", drive(false))
	if got := found(); got != "50 s at 50, over true; " {
		t.Errorf("where the device says that the belt is on, it is %q", got)
	}
}
