package quietlog_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/quietlog"
)

func TestHandler(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1_800_000_000, 0)
	log := slog.New(quietlog.Handler(slog.NewTextHandler(&out, nil), func() time.Time { return now }))
	count := func(text string) int { return strings.Count(out.String(), text) }

	gateway := log.With("plugin", "gateway")
	for n := range 100_000 { // an hour of devices that are refused
		gateway.Warn("a message is not stored", "device", fmt.Sprint("truck-", n))
		now = now.Add(36 * time.Millisecond)
	}
	if got := count("a message is not stored"); got < 700 || got > 760 {
		t.Errorf("%d lines of an hour, want one in five seconds after the first twenty", got)
	}
	if !strings.Contains(out.String(), "left_out=") {
		t.Error("nobody says how many lines were left out")
	}
	log.Warn("a message is not stored", "plugin", "footage")
	if count("plugin=footage") != 1 {
		t.Error("another plugin's line is left out, too")
	}
	gateway.Error("a message is not stored")
	if count("level=ERROR") != 1 {
		t.Error("an error is left out for warnings")
	}
	for range 100 {
		log.Info("ready")
	}
	if count("msg=ready") != 100 {
		t.Error("what is no warning is left out")
	}
}
