package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/plugintest"
)

// running is a host in the test's own process.
type running struct {
	t       *testing.T
	address string
	dir     string
	client  *http.Client
}

// launch runs a host in a folder of its own until the test ends.
func launch(t *testing.T, demo bool, client *http.Client, environment ...string) running {
	t.Helper()
	r := running{t: t, dir: hosttest.Dir(t), client: client}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var out bytes.Buffer
	if !slices.ContainsFunc(environment, func(v string) bool { return strings.HasPrefix(v, "OUTRIDER_DEVICES_RTSP_ADDRESS=") }) {
		environment = append(environment, "OUTRIDER_DEVICES_RTSP_ADDRESS="+freeAddress(t))
	}
	o := options(t, r.dir, &out, environment...)
	o.Demo = demo
	started, ended := make(chan string, 1), make(chan error, 1)
	o.Started = func(address string) { started <- address }
	go func() { ended <- app.Run(ctx, o) }()
	t.Cleanup(func() {
		client.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	select {
	case r.address = <-started:
	case err := <-ended:
		ended <- nil
		t.Fatalf("start: %v\n%s", err, &out)
	}
	return r
}

// keeps reports whether the host's data folder has an entry of that name.
func (r running) keeps(name string) bool {
	found, err := filepath.Glob(filepath.Join(r.dir, "var", name))
	return err == nil && len(found) > 0
}

// signIn signs the administrator of the demonstration in and returns the answer with its body's token.
func (r running) signIn(header http.Header) (answer *http.Response, token string) {
	r.t.Helper()
	return r.signInAs("admin@demo.test", header)
}

// signInAs is signIn of anybody.
func (r running) signInAs(email string, header http.Header) (answer *http.Response, token string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.address+"/api/auth/sign-in",
		strings.NewReader(`{"email":"`+email+`","password":"Outrider1"}`))
	if err != nil {
		r.t.Fatal(err)
	}
	if header != nil {
		request.Header = header
	}
	request.Header.Set("Content-Type", "application/json")
	answer, body := r.do(request)
	var tokens struct {
		Access string `json:"access_token"`
	}
	if err := json.Unmarshal(body, &tokens); err != nil || tokens.Access == "" {
		r.t.Fatalf("sign in: %s: %s", answer.Status, body)
	}
	return answer, tokens.Access
}

// get asks as whom the token says.
func (r running) get(token, path string) string {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.address+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	_, body := r.do(request)
	return string(body)
}

func (r running) do(request *http.Request) (*http.Response, []byte) {
	r.t.Helper()
	answer, err := r.client.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer, body
}

// eventually waits until condition holds, half a minute at most.
func eventually(t *testing.T, otherwise string, condition func() bool) {
	t.Helper()
	plugintest.Eventually(t, otherwise, condition)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	return plugintest.FreeAddress(t)
}

// builtPlugins is the folder with the packages of this repository's plugins.
func builtPlugins(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(hosttest.Root(t), "build", "plugins")
	if found, err := filepath.Glob(filepath.Join(dir, "*", "package.lock.json")); err != nil || len(found) == 0 {
		t.Fatalf("no plugin is built in %s: run `make build`", dir)
	}
	return dir
}

// sample is a message of a device that stands still, at a latitude that tells one message from another.
func sample(lat float64) []byte {
	return fmt.Appendf(nil, `{"time":%d,"lat":%v,"lng":-2.5,"speed_kmh":0,"ignition":true}`, time.Now().UnixMilli(), lat)
}
