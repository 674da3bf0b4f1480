package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// handed are the organisations whose samples the module is handed.
func handed(t *testing.T, js jetstream.JetStream) (orgs []string) {
	t.Helper()
	consumer, err := js.Consumer(t.Context(), events.StreamTelemetry, events.TelemetryConsumerName("seatbelt", 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, filter := range consumer.CachedInfo().Config.FilterSubjects {
		if parts := strings.Split(filter, "."); parts[0] == "telemetry" && parts[1] == "0" && len(parts) == 4 && parts[2] != "*" {
			orgs = append(orgs, parts[2])
		}
	}
	return slices.Sorted(slices.Values(orgs))
}

// TestHanded_WhatIsSwitchedOn has two administrators switch at once, each in an organisation of their own: what is answered is so, and neither undoes what the other did.
func TestHanded_WhatIsSwitchedOn(t *testing.T) {
	host := plugintest.Start(t, ".", plugintest.Beside("../vehicles", "../users", "../geo"))
	js, db := host.JetStream(t), host.Database(t)
	versions := map[string]int{}
	turn := func(org string, on bool, version int) {
		body := fmt.Sprintf(`{"modules":[{"id":"seatbelt","on":%t,"version":%d}]}`, on, version)
		if answer := host.Do(plugintest.As(org, "ORG_ADMIN"), "PUT /api/org/"+org+"/modules", body); answer.Status != http.StatusOK {
			t.Errorf("switch in %s: %d %s", org, answer.Status, answer.Body)
		}
	}
	if got := handed(t, js); !slices.Equal(got, []string{"alpha", "beta"}) {
		t.Fatalf("at first it is handed the samples of %v", got)
	}
	turn("beta", false, 0)
	versions["beta"]++
	for round := range 4 {
		var both sync.WaitGroup
		for i, org := range []string{"alpha", "beta"} {
			on, version := round%2 != i, versions[org]
			versions[org]++
			both.Go(func() { turn(org, on, version) })
		}
		both.Wait()
		want := []string{"beta", "alpha"}[round%2]
		if got := handed(t, js); !slices.Equal(got, []string{want}) {
			t.Errorf("round %d: it is handed the samples of %v, want %s's", round, got, want)
		}
	}
	turn("alpha", false, versions["alpha"])
	if got := handed(t, js); got != nil {
		t.Errorf("off everywhere it is handed the samples of %v", got)
	}
	// A host that is killed between the switch and its consumers tells nobody: the others find it out.
	if _, err := db.Exec(t.Context(), `UPDATE outrider.organisation SET modules = '{seatbelt}' WHERE id IN ('alpha', 'beta')`); err != nil {
		t.Fatal(err)
	}
	plugintest.Eventually(t, "a switch that nobody told of is not followed", func() bool { return slices.Equal(handed(t, js), []string{"alpha", "beta"}) })
}
