package plugins

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"outrider.dev/sdk/plugin/environment"
)

func TestLogs_KeepTheNewestAndNoSecrets(t *testing.T) {
	ring := newLogRing()
	ring.redact.learn(environment.Environment{
		DatabaseURL: "postgres://outrider_x:dbpassword99@127.0.0.1/x", NATSPassword: "natspassword99", Settings: map[string]string{"demo_secret": "demosecret99", "zone": "Europe"},
	})
	log := slog.New(logTee{slog.New(slog.NewTextHandler(io.Discard, nil)).With("plugin", "x").Handler(), ring, nil})
	log.Warn("connect to postgres://u:pw12345@db:5432/x with natspassword99", "error", errors.New("auth dbpassword99 Bearer abcdef.ghijkl"), "password", "opensesame",
		"device_key", "00ff", "jwt", "eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl", "zone", "Europe")
	lines, more := ring.Since(0)
	if len(lines) != 1 || lines[0].Level != slog.LevelWarn {
		t.Fatalf("the ring has %+v", lines)
	}
	text := lines[0].Text()
	for _, secret := range []string{"pw12345", "natspassword99", "dbpassword99", "abcdef.ghijkl", "opensesame", "00ff", "c2lnbmF0dXJl"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log shows %s: %s", secret, text)
		}
	}
	if !strings.Contains(text, "zone=Europe") || !strings.Contains(text, "@db:5432/x") {
		t.Errorf("what is no secret is gone too: %s", text)
	}
	for n := range keptLog + 5 {
		log.Info(fmt.Sprint("line ", n))
	}
	select {
	case <-more:
	default:
		t.Error("who waits was not told of the next line")
	}
	if lines, _ = ring.Since(0); len(lines) != keptLog || lines[keptLog-1].Message != fmt.Sprint("line ", keptLog+4) {
		t.Errorf("%d lines up to %q", len(lines), lines[len(lines)-1].Message)
	}
	if lines, _ = ring.Since(lines[keptLog-2].Seq); len(lines) != 1 {
		t.Errorf("%d lines after the last but one", len(lines))
	}
}
