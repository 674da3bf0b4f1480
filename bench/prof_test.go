//go:build bench

package bench_test

import (
	"os/exec"
	"strings"
	"testing"
	"time"
	"os"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/sdk/plugintest"
)

func TestProf(t *testing.T) {
	host := plugintest.Start(t, "testdata/called")
	bearer := "Authorization: Bearer " + host.Token(plugintest.As("alpha", "FLEET_MANAGER"))
	p := exec.Command("perf", "record", "-F", "499", "-g", "-a", "-o", "/tmp/bench-perf.data", "--", "sleep", "6")
	p.Start()
	r, err := load.Run(t.Context(), load.Target{Address: strings.TrimPrefix(host.URL, "http://"), Path: "/api/org/alpha/list/4", Headers: []string{bearer}}, 64, 6*time.Second)
	t.Log(r, err)
	p.Wait()
	out, _ := exec.Command("sh", "-c", "perf report -i /tmp/bench-perf.data --no-children -g none --sort comm,sym 2>/dev/null | grep -v '^#' | head -110; perf report -i /tmp/bench-perf.data --no-children -g none --sort comm 2>/dev/null | grep -v '^#' | head; perf report -i /tmp/bench-perf.data --children -g none --comm outrider --sort sym 2>/dev/null | grep -v '^#' | head -90;echo ====PLUGIN;perf report -i /tmp/bench-perf.data --children -g none --comm outrider-plugin --sort sym 2>/dev/null | grep -v '^#' | head -90").CombinedOutput()
	os.WriteFile("/tmp/bench-perf.txt", out, 0644)
}
