package app_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/device"
)

// The database hangs: the host says that it is not ready, what needs the database is refused in good time, what does not goes on, and push connections
// stay. Afterwards everything is as before. Then the host is stopped with a hundred devices connected: readiness ends before the listener, and all of it is over in five seconds.
func TestRun_TheDatabaseHangsAndTheHostStops(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: the processes of Postgres are found in /proc")
	}
	dir, mqtt := hosttest.Dir(t), freeAddress(t)
	host, stop := startIn(t, dir, "OUTRIDER_PLUGINS_DIR="+builtPlugins(t), "OUTRIDER_DEVICES_MQTT_ADDRESS="+mqtt, "OUTRIDER_DEVICES_RTSP_ADDRESS="+freeAddress(t),
		"OUTRIDER_PLUGINS_VEHICLES_DEMO_SECRET=of the test", "OUTRIDER_ACCESS_STALE_AFTER=2s")
	_, token := host.signIn(nil)
	eventually(t, "the fleet is not there", func() bool {
		return strings.Contains(host.get(token, "/api/org/demo/vehicles/presence"), device.DemoID("demo", 60))
	})
	news := host.watch(token)

	resume := hang(t, dir)
	began := time.Now()
	eventually(t, "a host whose database hangs is ready", func() bool { return host.ready(t) == http.StatusServiceUnavailable })
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("after %s the host is not ready", took)
	}
	host.refusesSoon(token, http.MethodPost, "/api/org/demo/vehicles", `{"vehicle_name":"Van 8","vehicle_type":"van","node":"demo"}`)
	host.refusesSoon("", http.MethodPost, "/api/auth/sign-in", `{"email":"admin@demo.test","password":"Outrider1"}`)
	if status, _ := host.ask(token, http.MethodPost, "/api/geo/places", `{"points":[{"lat":53.48,"lng":-2.24}]}`); status != http.StatusOK {
		t.Errorf("what needs no database is answered after %s with %d", time.Since(began), status)
	}
	resume()
	eventually(t, "the host does not become ready again", func() bool { return host.ready(t) == http.StatusOK })
	crowd(t, host, token, mqtt, 100)
	d := dial(t, deviceclient.Config{Broker: "tcp://" + mqtt, ID: device.DemoID("demo", 1), Key: device.DemoKey("of the test", device.DemoID("demo", 1))})
	if err := d.Publish(t.Context(), device.TopicTelemetry, sample(51.125)); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(news(), "51.125") { // others' news come before
	}

	var unready atomic.Bool
	polled := make(chan struct{})
	go func() { // as a balancer does
		defer close(polled)
		for {
			status, err := pollReady(host)
			if err != nil {
				return
			}
			unready.Store(status == http.StatusServiceUnavailable)
		}
	}()
	eventually(t, "nobody asks for readiness", func() bool { return host.ready(t) == http.StatusOK })
	began = time.Now()
	stop()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("stopping took %s", took)
	}
	<-polled
	if !unready.Load() {
		t.Error("the listener was closed before readiness ended")
	}
}

// hang stops every process of the embedded Postgres where it is, until resume.
func hang(t *testing.T, dir string) (resume func()) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "var", "postgres", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(content), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	all := append([]int{postmaster}, childrenOf(postmaster)...)
	signal := func(s syscall.Signal) {
		for _, pid := range all {
			_ = syscall.Kill(pid, s) // some end meanwhile
		}
	}
	signal(syscall.SIGSTOP)
	t.Cleanup(func() { signal(syscall.SIGCONT) })
	return func() { signal(syscall.SIGCONT) }
}

func childrenOf(parent int) (children []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat))); err == nil {
				children = append(children, pid)
			}
		}
	}
	return children
}

func pollReady(r running) (int, error) {
	answer, err := r.client.Get(r.address + "/readyz")
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	return answer.StatusCode, nil
}

func (r running) ready(t *testing.T) int {
	t.Helper()
	status, err := pollReady(r)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// ask sends a request, as nobody if there is no token.
func (r running) ask(token, method, path, body string) (int, http.Header) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, r.address+path, bytes.NewReader([]byte(body)))
	if err != nil {
		r.t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, _ := r.do(request)
	return answer.StatusCode, answer.Header
}

// refusesSoon checks that a request is answered with 503, a time to come again, and within about ten seconds.
func (r running) refusesSoon(token, method, path, body string) {
	r.t.Helper()
	began := time.Now()
	status, header := r.ask(token, method, path, body)
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		r.t.Errorf("%s %s: %d, Retry-After %q, want 503 and a time", method, path, status, header.Get("Retry-After"))
	}
	if took := time.Since(began); took > 14*time.Second {
		r.t.Errorf("%s %s was answered after %s", method, path, took)
	}
}

// crowd connects so many devices, which stay until the test ends.
func crowd(t *testing.T, host running, token, mqtt string, count int) {
	t.Helper()
	broker := "tcp://" + mqtt
	for n := range count {
		id := device.DemoID("demo", n+1)
		key := device.DemoKey("of the test", id)
		if n >= 60 {
			var added struct{ Key string }
			id = fmt.Sprintf("crowd-%d", n)
			host.send(token, http.MethodPost, "/api/org/demo/devices", map[string]string{"device_id": id, "model": "JH8"}, &added)
			key = added.Key
		}
		dial(t, deviceclient.Config{Broker: broker, ID: id, Key: key})
	}
}
