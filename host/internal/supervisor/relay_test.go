package supervisor_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/supervisor"
)

func TestRelay_KeepsLevelsAndAttributes(t *testing.T) {
	var out bytes.Buffer
	relay := supervisor.NewRelay(slog.New(slog.NewTextHandler(&out, nil)), time.Now)
	fmt.Fprint(relay, `{"time":"2026-01-01T00:00:00Z","level":"ERROR","msg":"tyre`)
	fmt.Fprint(relay, ` burst","pressure_kpa":12}`+"\npanic: oh\n"+`{"level":"DEBUG","msg":"hidden"}`+"\n")
	for _, want := range []string{`level=ERROR msg="tyre burst" pressure_kpa=12`, `level=WARN msg="panic: oh"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "hidden") {
		t.Error("a debug line reached a log of level info")
	}
}

func TestRelay_BoundsAFloodAndKeepsTheLastLines(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	relay := supervisor.NewRelay(slog.New(slog.NewTextHandler(&out, nil)), func() time.Time { return now })
	var flood bytes.Buffer
	for i := range 10_000 {
		fmt.Fprintf(&flood, "line %d\n", i)
	}
	relay.Write(flood.Bytes())
	if lines := strings.Count(out.String(), "\n"); lines > 600 {
		t.Errorf("%d of 10,000 lines at one instant reached the log", lines)
	}
	now = now.Add(2 * time.Second)
	fmt.Fprintln(relay, "after")
	if !strings.Contains(out.String(), "lines of its log were dropped") || !strings.Contains(out.String(), "after") {
		t.Errorf("after a flood the log does not say what was dropped")
	}
	if last := relay.LastLines(); len(last) != 200 || last[199] != "after" || last[198] != "line 9999" {
		t.Errorf("the last lines are %d, ending in %v", len(last), last[len(last)-2:])
	}
	fmt.Fprintln(relay, strings.Repeat("x", 1<<20))
	if last := relay.LastLines(); len(last[199]) > 16<<10 {
		t.Errorf("a line of %d bytes was kept whole", len(last[199]))
	}
}
