//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/sdk/plugintest"
)

const startGroup = "Starting a plugin"

// answering is an operation of each plugin that is answered soon.
var answering = map[string]string{
	"users": "GET /api/session", "vehicles": "GET /api/vehicleType", "geo": "GET /api/geo/place?lat=51.5&lng=-0.1",
	"gateway": "GET /api/org/alpha/gateway/connections", "alerts": "GET /api/DriverScoreCoaching/flagged_alerts?start=2026-01-01&end=2026-01-02",
	"footage": "GET /api/org/alpha/files/requests",
}

// TestStart starts the product's own plugins one at a time by the operator's commands, and kills each once in the life of a host: a plugin
// that falls again within a minute is started again later on purpose.
func TestStart(t *testing.T) {
	hosts := 6
	if *quick {
		hosts = 1
	}
	var restarted, enabled, healed []time.Duration
	for n := range hosts {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			host := plugintest.Start(t, "../plugins/vehicles", plugintest.Beside("../plugins/users", "../plugins/gateway", "../plugins/geo", "../plugins/alerts", "../plugins/footage"))
			command := commands(t, host)
			for _, id := range slices.Sorted(maps.Keys(host.Processes())) {
				restarted = append(restarted, command("restart", id))
				command("disable", id)
				enabled = append(enabled, command("enable", id))
				healed = append(healed, heal(t, host, id))
			}
		})
	}
	boundRow(startGroup, "cold start: fork to the first health check, median", load.Median(restarted), 60*time.Millisecond)
	measured.Add(table.Row{Group: startGroup, What: "the same with copying and hashing the program and preparing the database, median", Result: load.Median(enabled).Round(time.Millisecond).String()})
	boundRow(startGroup, "killed to the next answer, p95", load.Percentile(healed, 0.95), 150*time.Millisecond)
	measured.Add(table.Row{Group: startGroup, What: "killed to the next answer, median", Result: load.Median(healed).Round(time.Millisecond).String()})
}

// commands speaks to the host as `outrider plugin` does, and says how long an answer took.
func commands(t *testing.T, host *plugintest.Host) func(verb, id string) time.Duration {
	t.Helper()
	folder, err := os.Open(host.DataDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	socket := fmt.Sprintf("/proc/self/fd/%d/control.sock", folder.Fd()) // its own path is too long for a socket
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}}
	return func(verb, id string) time.Duration {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://host/plugins/"+id+"/"+verb, nil)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		answer, err := client.Do(request)
		if err != nil {
			t.Fatalf("%s %s: %v", verb, id, err)
		}
		took := time.Since(began)
		defer answer.Body.Close()
		if said, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
			t.Fatalf("%s %s: %s", verb, id, said)
		}
		return took
	}
}

// heal kills a plugin and asks it something until it answers.
func heal(t *testing.T, host *plugintest.Host, id string) time.Duration {
	t.Helper()
	admin := plugintest.As("alpha", "SYS_ADMIN")
	if answer := host.Do(admin, answering[id], nil); answer.Status != http.StatusOK {
		t.Fatalf("%s answers %d %s", id, answer.Status, answer.Body)
	}
	killed := time.Now()
	if err := syscall.Kill(host.Processes()[id], syscall.SIGKILL); err != nil {
		t.Fatalf("kill %s: %v", id, err)
	}
	for host.Do(admin, answering[id], nil).Status != http.StatusOK {
		if time.Since(killed) > 10*time.Second {
			t.Fatalf("%s does not come back", id)
		}
	}
	return time.Since(killed)
}
