package plugins_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/supervisor"
)

func TestNaughtyPlugin_HarmsOnlyItself(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	h.install("innocent", "1.0.0")
	before := h.status("innocent").PID
	for _, tc := range []struct {
		name, path string
		want       []int
	}{
		{"panics", "GET /api/naughty/panic", []int{503}},
		{"answers rubbish", "GET /api/naughty/rubbish", []int{502}},
		{"answers status 000", "GET /api/naughty/rubbish?status=000", []int{502}},
		{"answers status 999", "GET /api/naughty/rubbish?status=999", []int{502}},
		{"switches protocols unasked", "GET /api/naughty/rubbish?status=101", []int{502, 503}},
		{"exits under a GET", "GET /api/naughty/exit", []int{503}},
		{"exits under a POST", "POST /api/naughty/exit", []int{503}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			method, path, _ := strings.Cut(tc.path, " ")
			status, body := h.ask(method, path)
			if !contains(tc.want, status) || !strings.Contains(body, `"kind":"unavailable"`) {
				t.Errorf("%s = %d %s, want %v and kind unavailable", tc.path, status, body, tc.want)
			}
			h.wantFine("innocent")
			eventually(t, "the naughty plugin to answer again", func() bool {
				status, _ := h.ask("GET", "/api/naughty/pid")
				return status == 200
			})
		})
	}
	if after := h.status("innocent"); after.PID != before || after.Restarts != 0 {
		t.Errorf("the innocent plugin was restarted: %+v", after)
	}
}

func contains(all []int, one int) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}

func TestNaughtyPlugin_BreaksOffInTheMiddle(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	response, err := http.Get(h.server.URL + "/api/naughty/half") // a test
	if err == nil {                                               // otherwise the connection ended before the headers had left: as plain
		defer response.Body.Close()
		if body, err := io.ReadAll(response.Body); err == nil {
			t.Errorf("half an answer looks whole to the client: %q", body)
		}
	}
	h.wantFine("naughty")
}

func TestPluginKilled_IsBackAtOnce(t *testing.T) {
	policy := impatient()
	policy.CrashLimit = 1000
	policy.BackoffMax = time.Millisecond
	h := newHost(t, policy)
	h.install("naughty", "1.0.0")
	var took []time.Duration
	for range 20 {
		pid := h.status("naughty").PID
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatalf("kill plugin %d: %v", pid, err)
		}
		killed := time.Now()
		eventually(t, "the plugin to answer from a new process", func() bool {
			status, body := h.ask("GET", "/api/naughty/pid")
			return status == 200 && body != fmt.Sprint(pid)
		})
		took = append(took, time.Since(killed))
	}
	slow := 0
	for _, each := range took {
		if each > 2*time.Second {
			slow++
		}
	}
	t.Logf("healthy again after %v", took)
	if slow > 1 {
		t.Errorf("%d of %d restarts took more than 2 s", slow, len(took))
	}
}

func TestSafeRequest_IsRepeatedWhenItsProcessDies(t *testing.T) {
	policy := impatient()
	policy.Hold = 20 * time.Second // however busy the machine is, the next process comes while the request waits
	h := newHost(t, policy)
	h.install("naughty", "1.0.0")
	pid := h.status("naughty").PID
	answered := make(chan string, 1)
	go func() {
		status, body := h.ask("GET", fmt.Sprintf("/api/naughty/slow?for=5m&in=%d", pid))
		answered <- fmt.Sprint(status, " ", body)
	}()
	eventually(t, "the request to be under way", func() bool { return h.underWay("naughty") == 1 })
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatalf("kill: %v", err)
	}
	if got := <-answered; got != "200 1.0.0" {
		t.Errorf("a GET whose process died = %q, want it answered by the next process", got)
	}
}

func TestCrashLoop_EndsInQuarantineAndRestartMends(t *testing.T) {
	policy := impatient()
	policy.BackoffFirst, policy.BackoffMax, policy.QuarantineRetry = time.Millisecond, time.Millisecond, time.Hour
	policy.CrashWindow = time.Hour // a busy machine needs its time for five starts
	h := newHost(t, policy)
	h.install("naughty", "1.0.0")
	for range policy.CrashLimit {
		eventually(t, "the plugin to run", func() bool { s := h.status("naughty"); return s.State != supervisor.Restarting })
		if pid := h.status("naughty").PID; pid != 0 {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			eventually(t, "the crash to be seen", func() bool { return h.status("naughty").PID != pid })
		}
	}
	eventually(t, "quarantine", func() bool { return h.status("naughty").State == supervisor.Quarantined })
	response, err := http.Get(h.server.URL + "/api/naughty/pid") // a test
	if err != nil {
		t.Fatalf("ask: %v", err)
	}
	response.Body.Close()
	if response.StatusCode != 503 || response.Header.Get("Retry-After") == "" {
		t.Errorf("a quarantined plugin = %d, Retry-After %q", response.StatusCode, response.Header.Get("Retry-After"))
	}
	if err := h.plugins.Restart(t.Context(), "naughty"); err != nil {
		t.Fatalf("restart: %v", err)
	}
	h.wantFine("naughty")
}

func TestHungPlugin_IsReplaced(t *testing.T) {
	policy := impatient()
	policy.HealthEvery, policy.HealthDeadline = 200*time.Millisecond, 2*time.Second
	h := newHost(t, policy)
	h.install("naughty", "1.0.0")
	h.install("innocent", "1.0.0")
	pid := h.status("naughty").PID
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatalf("stop plugin: %v", err)
	}
	h.wantFine("innocent")
	eventually(t, "the stopped plugin to be replaced", func() bool { s := h.status("naughty"); return s.PID != pid && s.State == supervisor.Ready })
	h.wantFine("naughty")
	eventually(t, "the stopped process to be gone", func() bool { return !alive(pid) })
}

func TestFlood_IsDroppedAndCounted(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	if status, body := h.ask("GET", "/api/naughty/flood?lines=20000"); status != 200 {
		t.Fatalf("flood = %d %s", status, body)
	}
	eventually(t, "the dropped lines to be reported", func() bool {
		h.ask("GET", "/api/naughty/flood?lines=1")
		return h.log.contains("lines of its log were dropped")
	})
	if lines := strings.Count(h.log.String(), "plugin=naughty"); lines > 5000 {
		t.Errorf("%d lines of a flood of 20,000 reached the log", lines)
	}
	h.wantFine("naughty")
}

func TestUpgradeUnderLoad_LosesNoRequest(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	var lost, answered atomic.Int64
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if status, body := h.ask("GET", "/api/naughty/slow?for=2ms"); status != 200 {
					lost.Add(1)
					t.Errorf("a request was lost: %d %s", status, body)
				}
				answered.Add(1)
			}
		})
	}
	for version := 1; version <= 5; version++ {
		before := answered.Load()
		h.install("naughty", fmt.Sprintf("1.%d.0", version))
		if _, body := h.ask("GET", "/api/naughty/version"); body != fmt.Sprintf("1.%d.0", version) {
			t.Errorf("after the upgrade version %q answers", body)
		}
		eventually(t, "requests to go on", func() bool { return answered.Load() > before+20 })
	}
	close(stop)
	clients.Wait()
	t.Logf("%d requests over 5 upgrades, %d lost", answered.Load(), lost.Load())
}
