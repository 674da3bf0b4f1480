package plugins_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/plugincmd"
	"outrider.dev/outrider/host/internal/supervisor"
)

func TestInstall_RefusesWhatCannotRunAndKeepsWhatRuns(t *testing.T) {
	policy := impatient()
	policy.BackoffFirst, policy.BackoffMax = 1, 1
	h := newHost(t, policy)
	h.install("naughty", "1.0.0")
	for _, tc := range []struct{ name, mood, want string }{
		{"it exits", "exits", "I do not want to"},
		{"it has another's operations", "claims innocent", "claimed by"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.mood == "claims innocent" {
				h.install("innocent", "1.0.0")
			}
			_, err := h.plugins.Install(t.Context(), pack(t, "naughty", "2.0.0", tc.mood), false)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("install = %v, want a refusal with %q", err, tc.want)
			}
			if _, body := h.ask("GET", "/api/naughty/version"); body != "1.0.0" {
				t.Errorf("after the refusal version %q answers, want 1.0.0", body)
			}
			if entry, _ := h.store.Entry("naughty"); len(entry.Previous) != 0 {
				t.Errorf("the catalogue has switched: %+v", entry)
			}
		})
	}
	t.Run("a plugin that never ran", func(t *testing.T) {
		if _, err := h.plugins.Install(t.Context(), pack(t, "newcomer", "1.0.0", "exits"), false); err == nil {
			t.Error("a newcomer that exits was installed")
		}
	})
}

func TestBinarySwappedAfterInstall_IsNotExecuted(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	entry, _ := h.store.Entry("naughty")
	path := filepath.Join(h.store.Dir("naughty", entry.Current), catalog.BinaryName)
	sum, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read binary: %v", err)
	}
	if err := os.WriteFile(path, append(sum, "altered"...), 0o755); err != nil {
		t.Fatalf("alter binary: %v", err)
	}
	lock, err := catalog.ReadLock(filepath.Dir(path))
	if err != nil {
		t.Fatalf("read lock: %v", err)
	}
	if _, err := supervisor.Seal(path, lock.Files[catalog.BinaryName]); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("sealing an altered binary = %v, want a refusal that names it", err)
	}
	if err := h.plugins.Disable(t.Context(), "naughty"); err != nil {
		t.Fatalf("disable: %v", err)
	}
	if err := h.plugins.Enable(t.Context(), "naughty"); err == nil || !strings.Contains(err.Error(), "plugin in the package of naughty was changed") {
		t.Errorf("enable with an altered binary = %v, want a refusal that names the file", err)
	}
}

func TestCommands(t *testing.T) {
	h := newHost(t, impatient())
	h.dir = filepath.Join(h.dir, strings.Repeat("deep/", 25)) // too deep for the path of a socket
	if err := os.MkdirAll(h.dir, 0o755); err != nil {
		t.Fatalf("make folder: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- h.plugins.ServeControl(ctx, h.dir) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("control socket: %v", err)
		}
	})
	eventually(t, "the control socket", func() bool {
		return plugincmd.Run(t.Context(), []string{"-data", h.dir, "list"}, config.Config{}, io.Discard) == nil
	})
	run := func(want string, args ...string) {
		t.Helper()
		var out bytes.Buffer
		err := plugincmd.Run(t.Context(), append([]string{"-data", h.dir}, args...), config.Config{}, &out)
		if said := fmt.Sprint(out.String(), err); !strings.Contains(said, want) {
			t.Errorf("outrider plugin %s said %q, want %q", strings.Join(args, " "), said, want)
		}
	}
	version := func(want string) {
		t.Helper()
		if status, body := h.ask("GET", "/api/naughty/version"); body != want && fmt.Sprint(status) != want {
			t.Errorf("version = %d %s, want %s", status, body, want)
		}
	}
	run("naughty 1.0.0 is running", "install", pack(t, "naughty", "1.0.0", ""))
	run("naughty 1.1.0 is running", "install", pack(t, "naughty", "1.1.0", ""))
	version("1.1.0")
	run("back at 1.0.0", "rollback", "naughty")
	version("1.0.0")
	run("was restarted", "restart", "naughty")
	run("is stopped", "disable", "naughty")
	version("404")
	run("stopped", "list")
	run("is running", "enable", "naughty")
	version("1.0.0")
	run("ready", "list")
	run("0.9.0 is older than 1.0.0, which is installed", "install", pack(t, "naughty", "0.9.0", ""))
	run("naughty 0.9.0 is running", "install", "-older", pack(t, "naughty", "0.9.0", ""))
	run("it is installed; uninstall it first", "purge", "naughty")
	run("runs without the data that it had", "reset", "naughty")
	version("0.9.0")
	run("is uninstalled; its data are still there", "uninstall", "naughty")
	version("404")
	run("has no data any more", "purge", "naughty")
	run("is not installed", "enable", "naughty")
	run("naughty 1.0.0 is running", "install", pack(t, "naughty", "1.0.0", ""))
	run("is not installed", "enable", "nobody")
	newer := pack(t, "naughty", "1.2.0", "")
	run("is not the host of", "install", "-for", sdkOf(t, "another one"), newer)
	run("nothing was installed", "install", "-for", sdkOf(t, "another one"), newer)
	run("nothing was installed", "install", "-for", "http://127.0.0.1:1/sdk", newer)
	version("1.0.0")
	run("naughty 1.2.0 is running", "install", "-for", sdkOf(t, "this one"), newer)
	run("naughty 1.3.0 is running", "install", "-for", sdkOf(t, "another one"), "-yes", pack(t, "naughty", "1.3.0", ""))
	run("naughty 1.4.0 is running", "install", "-for", "file:///srv/sdk", pack(t, "naughty", "1.4.0", ""))
	run("Usage", "dance")
}

// sdkOf is where a host of an id serves the SDK.
func sdkOf(t *testing.T, id string) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sdk/host.json" {
			fmt.Fprintf(w, `{"id": %q}`, id)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/sdk"
}

func TestPluginProcess_HasItsOwnEnvironmentAndUser(t *testing.T) {
	t.Setenv("OUTRIDER_TEST_SECRET", "the host's")
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	_, body := h.ask("GET", "/api/naughty/env")
	for line := range strings.SplitSeq(body, "\n") {
		name, _, _ := strings.Cut(line, "=")
		if strings.Contains(line, "the host's") || slices.Contains([]string{"PATH", "HOME", "USER", "GOPATH"}, name) {
			t.Errorf("the plugin sees %s", line)
		}
	}
	if first := h.firstUser; first != 0 {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.status("naughty").PID))
		if err != nil {
			t.Fatalf("read status: %v", err)
		}
		if want := fmt.Sprintf("Uid:\t%d\t", first+1); !strings.Contains(string(status), want) {
			t.Errorf("the plugin does not run as %d", first+1)
		}
		if !strings.Contains(string(status), "Groups:\t \n") && !strings.Contains(string(status), "Groups:\t\n") {
			t.Errorf("the plugin keeps groups of the host")
		}
	}
}

func TestCallbacks_AreServedToTheProcess(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	if status, body := h.ask("GET", "/api/naughty/organisations"); status != http.StatusOK || body != "2" {
		t.Errorf("the plugin's own question to the host = %d %s, want 2 organisations", status, body)
	}
}

func TestListener_StaysOpenAcrossProcesses(t *testing.T) {
	h := newHost(t, impatient())
	if _, err := h.plugins.Install(t.Context(), pack(t, "naughty", "1.0.0", "listens"), false); err != nil {
		t.Fatalf("install: %v", err)
	}
	url := "http://" + <-h.addresses + "/api/naughty/version"
	get := func() string {
		response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(url) // a test
		if err != nil {
			return err.Error()
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return string(body)
	}
	if got := get(); got != "1.0.0" {
		t.Fatalf("on its listener the plugin answers %q", got)
	}
	if err := syscall.Kill(h.status("naughty").PID, syscall.SIGKILL); err != nil {
		t.Fatalf("kill: %v", err)
	}
	eventually(t, "the listener to be served again", func() bool { return get() == "1.0.0" })
	if _, err := h.plugins.Install(t.Context(), pack(t, "naughty", "1.1.0", "listens"), false); err != nil {
		t.Fatalf("upgrade: %v", err)
	}
	eventually(t, "the next version to serve the listener", func() bool { return get() == "1.1.0" })
}

func TestStart_TakesNewPackagesFromTheFolder(t *testing.T) {
	h := newHost(t, impatient())
	first := pack(t, "naughty", "1.0.0", "")
	if err := h.plugins.Start(t.Context(), filepath.Dir(first)); err != nil {
		t.Fatalf("start: %v", err)
	}
	if err := h.plugins.Settled(t.Context()); err != nil {
		t.Fatalf("settle: %v", err)
	}
	if err := h.plugins.Ready(t.Context()); err != nil {
		t.Errorf("ready = %v", err)
	}
	h.wantFine("naughty")
	bad := pack(t, "broken", "1.0.0", "")
	if err := os.WriteFile(filepath.Join(bad, "extra"), []byte("x"), 0o644); err != nil {
		t.Fatalf("write: %v", err)
	}
	if err := h.plugins.Start(t.Context(), filepath.Dir(bad)); err != nil {
		t.Fatalf("start: %v", err)
	}
	if status := h.status("broken"); !strings.Contains(status.Detail, "extra in the package of broken is not listed") {
		t.Errorf("a package with an unlisted file = %+v", status)
	}
}

// Whoever shows plugins hears of each command that changed which there are, and of their releases, and not of one that failed.
func TestCommands_AreTold(t *testing.T) {
	h := newHost(t, impatient())
	done := func(what string, err error, want ...string) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if last := len(h.listed) - 1; last < 0 || !slices.Equal(h.listed[last], want) {
			t.Errorf("after %s was told %v, want %v", what, h.listed, want)
		}
		h.listed = nil
	}
	h.install("innocent", "1.0.0")
	done("a first plugin", nil, "innocent")
	h.install("naughty", "1.0.0")
	done("a second one", nil, "innocent", "naughty")
	h.install("naughty", "2.0.0")
	done("an upgrade", nil, "innocent", "naughty")
	_, err := h.plugins.Rollback(t.Context(), "naughty")
	done("going back", err, "innocent", "naughty")
	done("disabling", h.plugins.Disable(t.Context(), "naughty"), "innocent")
	done("enabling", h.plugins.Enable(t.Context(), "naughty"), "innocent", "naughty")
	done("uninstalling", h.plugins.Uninstall(t.Context(), "naughty"), "innocent")
	if _, err := h.plugins.Rollback(t.Context(), "nobody"); err == nil || len(h.listed) != 0 {
		t.Errorf("going back to nothing: %v, told %v", err, h.listed)
	}
}
