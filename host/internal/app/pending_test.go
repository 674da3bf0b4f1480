package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/secrets"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// startIn runs a host in dir until stop, which fails the test if it does not end well.
func startIn(t *testing.T, dir string, environment ...string) (host running, stop func()) {
	t.Helper()
	host = running{t: t, dir: dir, client: &http.Client{Transport: &http.Transport{}}}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var out bytes.Buffer
	o := options(t, dir, &out, environment...)
	started, ended := make(chan string, 1), make(chan error, 1)
	o.Started = func(address string) { started <- address }
	go func() { ended <- app.Run(ctx, o) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		host.client.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("stopping: %v", err)
		}
	}
	t.Cleanup(stop)
	select {
	case host.address = <-started:
	case err := <-ended:
		stopped = true
		t.Fatalf("start: %v\n%s", err, &out)
	}
	return host, stop
}

// send makes a change as whom the token says and reads the answer.
func (r running) send(token, method, path string, body, answer any) {
	r.t.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(r.t.Context(), method, r.address+path, bytes.NewReader(content))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	got, said := r.do(request)
	if got.StatusCode >= http.StatusBadRequest {
		r.t.Fatalf("%s %s: %s: %s", method, path, got.Status, said)
	}
	if answer != nil {
		if err := json.Unmarshal(said, answer); err != nil {
			r.t.Fatalf("%s %s: %v: %s", method, path, err, said)
		}
	}
}

// A host was stopped with work of every plugin pending: files to be asked for, and a message for each consumer. It starts again, no plugin falls, and
// the work is done; what plugins ask of the host at once is answered, links with the host's address among it.
func TestRun_StartsWithWorkOfEveryPluginPending(t *testing.T) {
	plugins, dir := builtPlugins(t), hosttest.Dir(t)
	mqtt := freeAddress(t)
	environment := []string{
		"OUTRIDER_PLUGINS_DIR=" + plugins, "OUTRIDER_DEVICES_MQTT_ADDRESS=" + mqtt, "OUTRIDER_DEVICES_RTSP_ADDRESS=" + freeAddress(t),
		"OUTRIDER_HTTP_ADDRESS=" + freeAddress(t), "OUTRIDER_ACCESS_STALE_AFTER=1m",
	}
	host, stop := startIn(t, dir, environment...)
	key := host.requestFile()
	stop()
	pile(t, dir, plugins)

	dialled := make(chan string, 16)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go devicePersists(ctx, deviceclient.Config{Broker: "tcp://" + mqtt, ID: pendingDevice, Key: key, OnCommand: func(c device.Command) {
		select {
		case dialled <- string(c.Data):
		default:
		}
	}})
	host, stop = startIn(t, dir, environment...)
	select {
	case command := <-dialled:
		if !strings.Contains(command, host.address+"/api/media/") {
			t.Errorf("the device is told %s, want a link to %s", command, host.address)
		}
	case <-time.After(2 * time.Minute):
		t.Error("the device is not asked for its file")
	}
	_, token := host.signInAs("support@outrider.test", nil)
	eventually(t, "work is left", func() bool { return !strings.Contains(host.lags(token), "waits") })
	var list struct {
		Plugins []struct {
			ID, State, Detail string
			Restarts          int
		}
	}
	host.send(token, http.MethodGet, "/api/admin/plugins", nil, &list)
	if len(list.Plugins) < 6 {
		t.Errorf("only %d plugins", len(list.Plugins))
	}
	for _, p := range list.Plugins {
		if p.State != "ready" || p.Restarts > 0 {
			t.Errorf("%s is %s (%s), restarted %d times", p.ID, p.State, p.Detail, p.Restarts)
		}
	}
	cancel()
	stop()
}

const pendingDevice = "pending-camera"

// requestFile makes a vehicle with a device and asks for a file of it; it returns the device's key.
func (r running) requestFile() string {
	r.t.Helper()
	_, token := r.signIn(nil)
	var vehicle struct{ ID string }
	r.send(token, http.MethodPost, "/api/org/demo/vehicles", map[string]string{"vehicle_name": "Van 7", "vehicle_type": "van", "node": "demo"}, &vehicle)
	var added struct{ Key string }
	r.send(token, http.MethodPost, "/api/org/demo/devices", map[string]string{"device_id": pendingDevice, "model": "JH8"}, &added)
	r.send(token, http.MethodPut, "/api/org/demo/vehicles/"+vehicle.ID+"/devices/"+pendingDevice, map[string]bool{"is_defaultdevice": true}, nil)
	start := time.Now().Add(-time.Minute).UTC().Format(time.RFC3339)
	body := map[string]any{
		"description": "pending", "file_requests": []map[string]any{{"file_type": "video", "channel": "1", "start_time": start, "duration": "10"}},
	}
	path := "/api/org/demo/vehicles/" + vehicle.ID + "/devices/" + pendingDevice + "/cloud/filesets/requests"
	eventually(r.t, "the request is refused", func() bool { // footage hears of the device a moment later
		content, err := json.Marshal(body)
		if err != nil {
			r.t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.address+path, bytes.NewReader(content))
		if err != nil {
			r.t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
		answer, said := r.do(request)
		if answer.StatusCode >= http.StatusBadRequest {
			r.t.Logf("%s: %s", answer.Status, said)
		}
		return answer.StatusCode < http.StatusBadRequest
	})
	return added.Key
}

// lags says for each consumer whether anything waits at it.
func (r running) lags(token string) string {
	var list struct {
		Streams []struct {
			Consumers []struct {
				Name         string
				Lag, Waiting uint64
			}
		}
	}
	r.send(token, http.MethodGet, "/api/admin/streams", nil, &list)
	var all strings.Builder
	for _, s := range list.Streams {
		for _, c := range s.Consumers {
			if c.Lag+c.Waiting > 0 {
				fmt.Fprintf(&all, "%s waits\n", c.Name)
			}
		}
	}
	return all.String()
}

// pile leaves work in a stopped host's data: a message for every consumer of every plugin, and the asked file due now.
func pile(t *testing.T, dir, plugins string) {
	t.Helper()
	parts := hosttest.Parts(t)
	parts.DataDir = filepath.Join(dir, "var")
	var err error
	if parts.Secrets, err = secrets.Open(filepath.Join(parts.DataDir, "secrets.json")); err != nil {
		t.Fatal(err)
	}
	due(t, parts)
	server, err := embedded.StartNATS(t.Context(), parts, embedded.NATSOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	connection, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	js, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range consumed(t, plugins) {
		e := events.Event[map[string]any]{ID: uuid.NewString(), Type: subject, Version: 1, OrgID: "demo", At: time.Now(), Data: map[string]any{"device_id": pendingDevice, "org_id": "demo"}}
		content, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		where := strings.Replace(events.Filter(subject), "*", pendingDevice, 1)
		if subject == "telemetry" {
			where = events.TelemetrySubject("demo", pendingDevice)
		}
		if strings.HasPrefix(subject, "event.") {
			where = subject
		}
		if _, err := js.Publish(t.Context(), where, content); err != nil {
			t.Fatalf("%s: %v", where, err)
		}
	}
}

// consumed are the subjects that any plugin consumes.
func consumed(t *testing.T, plugins string) (subjects []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(plugins, "*", "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Parse(content)
		if err != nil {
			t.Fatal(err)
		}
		for _, subject := range m.Events.Consumes {
			if !seen[subject] {
				seen[subject] = true
				subjects = append(subjects, subject)
			}
		}
	}
	if len(subjects) < 10 {
		t.Fatalf("plugins consume %v only", subjects)
	}
	return subjects
}

// due has the file of requestFile asked for now instead of in an hour.
func due(t *testing.T, parts embedded.Parts) {
	t.Helper()
	p, err := embedded.StartPostgres(t.Context(), parts, embedded.PostgresOptions{Binaries: filepath.Join(hosttest.Root(t), embedded.DefaultBinaries()), OSUser: "nobody"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	address, err := url.Parse(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	password, err := parts.Secrets.Value("postgres.superuser")
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword("postgres", password)
	db, err := pgx.Connect(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	done, err := db.Exec(t.Context(), `UPDATE footage.file SET due_at = now()`)
	if err != nil || done.RowsAffected() != 1 {
		t.Fatalf("files that are waited for: %v, %v", done, err)
	}
}

// devicePersists keeps a device connected, as real ones do, until ctx ends.
func devicePersists(ctx context.Context, c deviceclient.Config) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		if d, err := deviceclient.Dial(ctx, c); err == nil {
			select {
			case <-d.Done():
			case <-ctx.Done():
				d.Close()
				return
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}
