package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
)

// options are those of a host with everything embedded, in dir and on free ports; more variables may say otherwise.
func options(t *testing.T, dir string, out io.Writer, more ...string) app.Options {
	t.Helper()
	root := hosttest.Root(t)
	defaults := []string{
		"OUTRIDER_DATA_DIR=" + filepath.Join(dir, "var"), "OUTRIDER_PLUGINS_DIR=" + filepath.Join(dir, "plugins"),
		"OUTRIDER_WEB_DIR=" + filepath.Join(root, "build", "web"), "OUTRIDER_HTTP_ADDRESS=127.0.0.1:0",
		"OUTRIDER_POSTGRES_BINARIES=" + filepath.Join(root, embedded.DefaultBinaries()), "OUTRIDER_KETO_BINARY=" + filepath.Join(root, "build", "bin", "keto"),
	}
	for _, variable := range more {
		name, _, _ := strings.Cut(variable, "=")
		defaults = slices.DeleteFunc(defaults, func(d string) bool { return strings.HasPrefix(d, name+"=") })
	}
	c, err := config.Load("", append(defaults, more...))
	if err != nil {
		t.Fatal(err)
	}
	return app.Options{Config: c, Demo: true, Out: out, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
}

func TestRun_StartsSignsInAndStops(t *testing.T) {
	dir := hosttest.Dir(t)
	for round := range 2 { // the second start continues on what the first left
		ctx, cancel := context.WithCancel(t.Context())
		var out bytes.Buffer
		o := options(t, dir, &out)
		started, ended := make(chan string, 1), make(chan error, 1)
		o.Started = func(address string) { started <- address }
		go func() { ended <- app.Run(ctx, o) }()
		select {
		case address := <-started:
			signIn(t, address)
			askReady(t, address)
		case err := <-ended:
			t.Fatalf("round %d: %v\n%s", round, err, &out)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("round %d: stopping: %v", round, err)
		}
		if !strings.Contains(out.String(), "admin@demo.test") {
			t.Errorf("the demo accounts are not printed:\n%s", &out)
		}
		if left := processesIn(dir); len(left) > 0 {
			t.Errorf("round %d: left after a clean stop: %v", round, left)
		}
	}
}

func askReady(t *testing.T, address string) {
	t.Helper()
	port := address[strings.LastIndex(address, ":"):]
	if err := app.AskReady(t.Context(), config.Config{HTTP: config.HTTP{Listener: config.Listener{Address: port}}}); err != nil {
		t.Error(err)
	}
	if err := app.AskReady(t.Context(), config.Config{HTTP: config.HTTP{Listener: config.Listener{Address: freeAddress(t)}}}); err == nil {
		t.Error("a host that does not run is ready")
	}
}

func signIn(t *testing.T, address string) {
	t.Helper()
	body := `{"email":"admin@demo.test","password":"Outrider1"}`
	response, err := http.Post(address+"/api/auth/sign-in", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || !strings.Contains(string(answer), "access_token") {
		t.Errorf("sign in: %s: %s", response.Status, answer)
	}
}

const asHost = "OUTRIDER_TEST_APP" // the folder of a test that plays the host in a process of its own

func TestRun_KilledLeavesNothing(t *testing.T) {
	if dir := os.Getenv(asHost); dir != "" {
		o := options(t, dir, io.Discard)
		o.Started = func(string) { fmt.Println("started") }
		if err := app.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		return
	}
	dir := hosttest.Dir(t)
	for round := range 2 {
		host := exec.Command(os.Args[0], "-test.run=^TestRun_KilledLeavesNothing$", "-test.timeout=9m")
		host.Env = append(os.Environ(), asHost+"="+dir)
		host.Stderr = os.Stderr
		out, err := host.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := host.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = host.Process.Kill() })
		line := make([]byte, len("started"))
		if _, err := io.ReadFull(out, line); err != nil || string(line) != "started" {
			t.Fatalf("round %d: the host said %q, %v", round, line, err)
		}
		if err := host.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = host.Wait()
		awaitNone(t, dir)
	}
}

func awaitNone(t *testing.T, dir string) {
	t.Helper()
	deadline := time.After(time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		left := processesIn(dir)
		if len(left) == 0 {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("left a second after the host was killed: %v", left)
		case <-tick.C:
		}
	}
}

// processesIn lists other processes that work in dir or name it on their command line.
func processesIn(dir string) (found []string) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		if filepath.Base(folder) == fmt.Sprint(os.Getpid()) {
			continue
		}
		cwd, _ := os.Readlink(folder + "/cwd")
		command, _ := os.ReadFile(folder + "/cmdline")
		if strings.HasPrefix(cwd, dir) || strings.Contains(string(command), dir) {
			found = append(found, filepath.Base(folder)+" "+strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return found
}
