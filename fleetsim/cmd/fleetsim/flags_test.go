package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	now := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	file := filepath.Join(t.TempDir(), "fleet.json")
	if err := os.WriteFile(file, []byte(`[{"device_id":"d-1","key":"k","model":"JH8","vehicle":"Van 1","type":"van","depot":"Crewe"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := parse([]string{"--devices", file, "--history", "14d", "--from", "-6h", "--tls", "--broker", "tcp://gate:8883"}, io.Discard, now)
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	o := c.options
	if len(o.Fleet) != 1 || o.Fleet[0].Depot != "Crewe" || o.History != 14*24*time.Hour || !o.From.Equal(now.Add(-6*time.Hour)) || o.Broker != "tls://gate:8883" {
		t.Errorf("parsed %+v", o)
	}
	for _, tc := range []struct{ name, args, want string }{
		{"neither fleet", "", "say either --devices or --count"},
		{"both fleets", "--count 2 --devices x", "say either --devices or --count"},
		{"no secret", "--count 2", "--count needs --secret"},
		{"too many", "--count 10001 --secret s", "--count must be from 1 to 10000"},
		{"no file", "--devices /does/not/exist", "read the fleet"},
		{"a bad clock", "--count 1 --secret s --from yesterday", "neither RFC 3339 nor a duration"},
		{"a bad history", "--count 1 --secret s --history long", "no duration such as 14d"},
		{"too far ahead", "--count 1 --secret s --speedup 100", "more than 24 h ahead"},
		{"too far back", "--count 1 --secret s --history 400d --from -1h", "more than 400 days"},
		{"too fast", "--count 1 --secret s --rate 1ms", "--rate must be from 100ms"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := parse(strings.Fields(tc.args), io.Discard, now); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}
