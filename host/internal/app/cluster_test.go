package app_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

const asClusterHost = "OUTRIDER_TEST_CLUSTER_HOST" // the folder of a host in a process of its own

// Two hosts behind a proxy share a Postgres, a Keto and a cluster of three NATS servers. A host and a server of the cluster are killed:
// nothing that was acknowledged is lost, and browsers and devices go on with what is left.
func TestRun_AHostAndAServerOfTheClusterAreKilled(t *testing.T) {
	if dir := os.Getenv(asClusterHost); dir != "" {
		playHost(t, dir)
		return
	}
	proxy, err := exec.LookPath("haproxy")
	if err != nil {
		t.Skip("SKIPPED: haproxy is not installed (Debian: apt-get install haproxy), and this test runs the proxy of compose.yaml")
	}
	plugins := builtPlugins(t)
	cluster := startCluster(t, plugins)
	read, write := externalKeto(t)
	shared := []string{
		"OUTRIDER_POSTGRES_URL=" + hosttest.DatabaseURL(t), "OUTRIDER_NATS_URL=" + cluster.url(), "OUTRIDER_NATS_PLUGIN_SECRET=" + pluginSecret,
		"OUTRIDER_NATS_REPLICAS=3", "OUTRIDER_KETO_READ_URL=" + read, "OUTRIDER_KETO_WRITE_URL=" + write, "OUTRIDER_KETO_BINARY=none",
		"OUTRIDER_POSTGRES_BINARIES=none", "OUTRIDER_PLUGINS_DIR=" + plugins, "OUTRIDER_PLUGINS_VEHICLES_DEMO_SECRET=of the test",
		"OUTRIDER_HTTP_TRUSTED_PROXIES=127.0.0.1",
	}
	var hosts [2]*hostProcess
	for i := range hosts {
		hosts[i] = startHost(t, shared)
	}
	browsers, devices := startProxy(t, proxy, hosts)
	portal := running{t: t, address: "http://" + browsers, client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	journal := &journal{t: t, portal: portal, broker: "tcp://" + devices, id: device.DemoID("demo", 3), at: time.Now().Add(-time.Hour).Truncate(time.Second)}

	journal.send(20)
	journal.pushed()
	hosts[0].kill()
	journal.send(20)
	journal.pushed()
	cluster.servers[cluster.leader(t)].kill()
	journal.send(20)
	journal.pushed()
	hosts[0] = startHost(t, append(shared, "OUTRIDER_HTTP_ADDRESS="+hosts[0].http, "OUTRIDER_DEVICES_MQTT_ADDRESS="+hosts[0].mqtt, "OUTRIDER_DATA_DIR="+hosts[0].data))
	hosts[1].kill()
	journal.send(20)
	journal.pushed()
	journal.complete()
}

// playHost is the host's process: it tells its address and runs until it is killed.
func playHost(t *testing.T, dir string) {
	var variables []string
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "OUTRIDER_") && !strings.HasPrefix(v, "OUTRIDER_TEST_") {
			variables = append(variables, v)
		}
	}
	o := options(t, dir, io.Discard, variables...)
	o.Started = func(string) { fmt.Println("started") }
	if err := app.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

// hostProcess is a host that can be killed.
type hostProcess struct {
	http, mqtt, data string
	process          *exec.Cmd
}

func startHost(t *testing.T, variables []string) *hostProcess {
	t.Helper()
	dir := hosttest.Dir(t)
	h := &hostProcess{http: freeAddress(t), mqtt: freeAddress(t), data: filepath.Join(dir, "var")}
	environment := append([]string{"OUTRIDER_HTTP_ADDRESS=" + h.http, "OUTRIDER_DEVICES_MQTT_ADDRESS=" + h.mqtt, "OUTRIDER_DEVICES_RTSP_ADDRESS=" + freeAddress(t), "OUTRIDER_DATA_DIR=" + h.data}, variables...)
	for _, v := range environment { // the last one counts, as in the process
		switch name, value, _ := strings.Cut(v, "="); name {
		case "OUTRIDER_HTTP_ADDRESS":
			h.http = value
		case "OUTRIDER_DEVICES_MQTT_ADDRESS":
			h.mqtt = value
		}
	}
	h.process = exec.Command(os.Args[0], "-test.run=^TestRun_AHostAndAServerOfTheClusterAreKilled$", "-test.timeout=9m")
	h.process.Env = append(append(os.Environ(), asClusterHost+"="+dir), environment...)
	h.process.Stderr = os.Stderr
	out, err := h.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.kill)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "started\n" {
		t.Fatalf("the host said %q, %v", line, err)
	}
	return h
}

func (h *hostProcess) kill() {
	if h.process.ProcessState == nil {
		_ = h.process.Process.Signal(syscall.SIGKILL)
		_ = h.process.Wait()
	}
}

// startProxy runs deploy/haproxy.cfg and returns where browsers and devices find it.
func startProxy(t *testing.T, program string, hosts [2]*hostProcess) (browsers, devices string) {
	t.Helper()
	browsers, devices = freeAddress(t), freeAddress(t)
	proxy := exec.Command(program, "-db", "-f", filepath.Join(hosttest.Root(t), "deploy", "haproxy.cfg"))
	proxy.Env = []string{
		"PROXY_HTTP=" + browsers, "PROXY_MQTT=" + devices, "HOST1_HTTP=" + hosts[0].http, "HOST2_HTTP=" + hosts[1].http,
		"HOST1_MQTT=" + hosts[0].mqtt, "HOST2_MQTT=" + hosts[1].mqtt,
	}
	proxy.Stderr = os.Stderr
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = proxy.Process.Kill(); _ = proxy.Wait() })
	eventually(t, "the proxy finds no host", func() bool {
		answer, err := http.Get((&url.URL{Scheme: "http", Host: browsers, Path: "/healthz"}).String())
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	return browsers, devices
}

// journal is a device that remembers what was acknowledged.
type journal struct {
	t      *testing.T
	portal running
	broker string
	id     string
	at     time.Time // of the next sample
	acked  []int64   // times of samples
}

// send has so many samples acknowledged, connecting again whenever a connection ends, as devices do.
func (j *journal) send(n int) {
	j.t.Helper()
	var client *deviceclient.Client
	for kept := 0; kept < n; {
		message := fmt.Appendf(nil, `{"time":%d,"lat":51.5,"lng":-2.5,"speed_kmh":0,"ignition":true}`, j.at.UnixMilli())
		eventually(j.t, "no sample is acknowledged any more", func() bool {
			if client == nil {
				connected, err := deviceclient.Dial(j.t.Context(), deviceclient.Config{Broker: j.broker, ID: j.id, Key: device.DemoKey("of the test", j.id)})
				if err != nil {
					return false
				}
				client = connected
			}
			if err := client.Publish(j.t.Context(), device.TopicTelemetry, message); err != nil {
				client.Close()
				client = nil
				return false
			}
			return true
		})
		j.acked = append(j.acked, j.at.UnixMilli())
		j.at = j.at.Add(time.Second)
		kept++
	}
	client.Close()
}

// pushed checks that a browser that comes by the proxy now sees what the device tells now. News are lost while a host looks for another
// server of the cluster; the next ones make good for them.
func (j *journal) pushed() {
	j.t.Helper()
	plugintest.Within(j.t, 3*time.Minute, "no browser sees what the device tells", func() bool {
		token := j.trySignIn()
		if token == "" {
			return false
		}
		next, err := j.portal.tryWatch(token, 15*time.Second)
		if err != nil {
			return false // the proxy may still count on a host that is gone
		}
		j.send(1)
		got, err := next()
		for err == nil && !strings.Contains(got, "51.5") {
			got, err = next()
		}
		return err == nil
	})
}

func (j *journal) trySignIn() string {
	answer, err := j.portal.client.Post(j.portal.address+"/api/auth/sign-in", "application/json",
		strings.NewReader(`{"email":"admin@demo.test","password":"Outrider1"}`))
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	var tokens struct {
		Access string `json:"access_token"`
	}
	_ = json.NewDecoder(answer.Body).Decode(&tokens) // empty: not yet
	return tokens.Access
}

// complete checks that every sample that was acknowledged can be read.
func (j *journal) complete() {
	j.t.Helper()
	query := url.Values{"start_time": {j.at.Add(-2 * time.Hour).UTC().Format(time.RFC3339)}, "end_time": {j.at.Add(time.Hour).UTC().Format(time.RFC3339)}, "limit": {"10000"}}
	var missing []int64
	j.t.Cleanup(func() {
		if j.t.Failed() {
			j.t.Logf("of %d acknowledged samples could not be read: %v", len(j.acked), missing)
		}
	})
	eventually(j.t, "acknowledged samples are lost", func() bool {
		token := j.trySignIn()
		vehicle := j.vehicle(token)
		var list struct {
			Samples []struct {
				Time int64 `json:"time"`
			}
		}
		if vehicle == "" || !j.read(token, "/api/org/demo/vehicles/"+vehicle+"/samples?"+query.Encode(), &list) {
			return false // the proxy may still count on a host that is gone
		}
		var times []int64
		for _, s := range list.Samples {
			times = append(times, s.Time)
		}
		missing = slices.DeleteFunc(slices.Clone(j.acked), func(at int64) bool { return slices.Contains(times, at) })
		return len(missing) == 0
	})
}

// vehicle is what the device is fitted to, empty while nobody says.
func (j *journal) vehicle(token string) string {
	var list struct {
		Devices []struct {
			DeviceID  string `json:"device_id"`
			VehicleID string `json:"vehicle_id"`
		}
	}
	if !j.read(token, "/api/org/demo/devices", &list) {
		return ""
	}
	for _, d := range list.Devices {
		if d.DeviceID == j.id {
			return d.VehicleID
		}
	}
	return ""
}

// read asks by the proxy, and reports whether there was an answer.
func (j *journal) read(token, path string, into any) bool {
	request, err := http.NewRequestWithContext(j.t.Context(), http.MethodGet, j.portal.address+path, nil)
	if err != nil {
		return false
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := j.portal.client.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusOK && json.NewDecoder(answer.Body).Decode(into) == nil
}
