package recovery_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

const workEvery = 20 * time.Millisecond

// program is the program with the environment of the host.
func (p *product) program(args ...string) *exec.Cmd {
	command := exec.CommandContext(p.t.Context(), filepath.Join(p.dir, "bin", "outrider"), args...) // the program under test
	command.Dir, command.Env = p.dir, p.environment()
	return command
}

// elsewhere is the same product with an empty data folder.
func (p *product) elsewhere() *product {
	p.t.Helper()
	other := &product{t: p.t, root: p.root, dir: p.t.TempDir(), mqtt: plugintest.FreeAddress(p.t)}
	if err := os.Chmod(other.dir, 0o755); err != nil { // Postgres runs as another user when the test is root
		p.t.Fatal(err)
	}
	for _, name := range []string{"bin", "plugins"} {
		if err := os.CopyFS(filepath.Join(other.dir, name), os.DirFS(filepath.Join(p.dir, name))); err != nil {
			p.t.Fatal(err)
		}
	}
	return other
}

// signIn signs the demonstration's administrator in and returns the token.
func (p *product) signIn() string {
	p.t.Helper()
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := p.ask("", "/api/auth/sign-in", map[string]string{"email": "admin@demo.test", "password": "Outrider1"}, &answer); err != nil || answer.Token == "" {
		p.t.Fatalf("sign in: %v", err)
	}
	return answer.Token
}

// ask posts a body and reads the answer.
func (p *product) ask(token, path string, body, into any) error {
	_, err := p.call(token, http.MethodPost, path, body, into)
	return err
}

// call sends a body, nil for none, and reads the answer. A refusal is an error with its status; 0: there was no answer.
func (p *product) call(token, method, path string, body, into any) (status int, err error) {
	var sent io.Reader
	if body != nil {
		sent = bytes.NewReader(mustJSON(p.t, body))
	}
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.address+path, sent)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return 0, err
	case answer.StatusCode >= http.StatusBadRequest:
		return answer.StatusCode, fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, said)
	}
	return answer.StatusCode, json.Unmarshal(said, into)
}

// work is done again and again until end, with a line for what was acknowledged.
type work struct {
	ledger
	end func()
}

// Len is how many lines there are.
func (w *work) Len() int { return len(w.lines()) }

func begin(t *testing.T, do func(ctx context.Context, n int) (string, error)) *work {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	w := &work{end: func() { cancel(); <-ended }}
	go func() {
		defer close(ended)
		pace := time.NewTicker(workEvery)
		defer pace.Stop()
		for n := 0; ctx.Err() == nil; n++ {
			select {
			case <-pace.C:
			case <-ctx.Done():
				return
			}
			if line, err := do(ctx, n); err == nil {
				fmt.Fprintln(&w.ledger, line)
			}
		}
	}()
	t.Cleanup(w.end)
	return w
}

// startBraking lets a device brake all the time.
func startBraking(t *testing.T, p *product) *work {
	t.Helper()
	id := device.DemoID("demo", 15)
	var client *deviceclient.Client
	plugintest.Within(t, patience, "the gateway does not let the device in", func() (in bool) {
		var err error
		client, err = deviceclient.Dial(t.Context(), deviceclient.Config{Broker: "tcp://" + p.mqtt, ID: id, Key: device.DemoKey(p.secret("demo.devices"), id), OnCommand: func(device.Command) {}})
		return err == nil
	})
	t.Cleanup(client.Close)
	from := time.Now().Add(-time.Hour).UnixMilli()
	return begin(t, func(ctx context.Context, n int) (string, error) {
		at := from + int64(n)
		event := mustJSON(t, map[string]any{
			"id": fmt.Sprintf("brake-%d", at), "type": "imualert", "time": at, "duration_ms": 900, "lat": 53.4, "lng": -2.3, "speed_kmh": 61,
			"labels": []map[string]any{{"name": "harsh_braking", "probability": 0.97}}, "accel_g": map[string]float64{"x": -0.52, "y": 0.08, "z": 1.05},
		})
		return fmt.Sprintf("%s %d", id, at), client.Publish(ctx, device.TopicEvents, event)
	})
}

// startChanging lets a user make vehicles all the time, and ask for files of those that there are.
func startChanging(t *testing.T, p *product, token string) *work {
	t.Helper()
	return begin(t, func(ctx context.Context, n int) (string, error) {
		vehicle, made := n%10+1, struct{ ID string }{}
		if n%5 == 0 {
			path := "/api/org/demo/vehicles/" + url.PathEscape(fmt.Sprintf("demo-vehicle-%02d", vehicle)) + "/devices/" + device.DemoID("demo", vehicle) + "/cloud/filesets/requests"
			file := map[string]string{"file_type": "tracking", "start_time": time.Now().Add(-time.Hour).UTC().Format(time.RFC3339), "duration": "20", "channel": "1"}
			if err := p.ask(token, path, map[string]any{"description": "of the test", "file_requests": []any{file}}, &struct{}{}); err != nil {
				t.Log(err)
			}
		}
		name := fmt.Sprintf("Made %d", n)
		return name, p.ask(token, "/api/org/demo/vehicles", map[string]string{"vehicle_name": name, "vehicle_type": "van"}, &made)
	})
}
