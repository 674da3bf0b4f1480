package config_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/config"
)

func TestLoad_Order(t *testing.T) {
	file := write(t, "http:\n  address: 127.0.0.1:9000\n  trusted_proxies: [10.0.0.0/8, 192.0.2.1]\ndevices.mqtt.address: :2883\nplugins:\n  geo:\n    nominatim: https://example.org\n")
	c, err := config.Load(file, []string{
		"OUTRIDER_HTTP_ADDRESS=127.0.0.1:9001", "OUTRIDER_ACCESS_STALE_AFTER=7s",
		"OUTRIDER_PLUGINS_GEO_CACHE_SIZE=5", "OUTRIDER_NATS_TELEMETRY_BYTES=64MiB", "HOME=/nowhere",
	})
	if err != nil {
		t.Fatal(err)
	}
	if c.HTTP.Address != "127.0.0.1:9001" {
		t.Errorf("address %q: the environment should win over the file", c.HTTP.Address)
	}
	if c.MQTT.Address != ":2883" || c.RTSP.Address != ":8554" {
		t.Errorf("mqtt %q, rtsp %q: want the file's and the default", c.MQTT.Address, c.RTSP.Address)
	}
	if len(c.HTTP.TrustedProxies) != 2 || c.HTTP.TrustedProxies[1].String() != "192.0.2.1/32" {
		t.Errorf("trusted proxies %v", c.HTTP.TrustedProxies)
	}
	if c.StaleAfter != 7*time.Second || c.NATS.TelemetrySize != 64<<20 {
		t.Errorf("stale after %s, telemetry %d bytes", c.StaleAfter, c.NATS.TelemetrySize)
	}
	if c.Plugins["geo"]["nominatim"] == "" || c.Plugins["geo"]["cache_size"] != "5" {
		t.Errorf("settings of geo: %v", c.Plugins["geo"])
	}
}

func TestLoad_AllProblemsAtOnce(t *testing.T) {
	file := write(t, "http:\n  adress: :1\nlog.level: loud\npostgres.port: many\n")
	_, err := config.Load(file, []string{
		"OUTRIDER_HTTP_TLS_CERT=/does/not/exist", "OUTRIDER_KETO_READ_URL=http://keto:4466",
		"OUTRIDER_POSTGRES_URL=mysql://me:hunter2@db", "OUTRIDER_HTTP_PORT=80", "OUTRIDER_NATS_EVENTS_BYTES=lots",
	})
	if err == nil {
		t.Fatal("a configuration full of mistakes was accepted")
	}
	for _, want := range []string{
		"outrider.yaml:2: http.adress: there is no such key", "log.level", "postgres.port", "OUTRIDER_HTTP_TLS_CERT",
		"http.tls.cert: set it together", "keto.read_url: set it together", "OUTRIDER_POSTGRES_URL", "OUTRIDER_HTTP_PORT: there is no such key",
		"OUTRIDER_NATS_EVENTS_BYTES",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no problem mentions %q in:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "hunter2") {
		t.Error("a password is repeated in a problem")
	}
}

func TestYAML_HidesSecrets(t *testing.T) {
	c, err := config.Load(write(t, ""), []string{"OUTRIDER_POSTGRES_URL=postgres://me:hunter2@db/x", "OUTRIDER_PLUGINS_FUEL_API_KEY=hunter2"})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(c.YAML(), "hunter2") {
		t.Errorf("a secret is printed:\n%s", c.YAML())
	}
	if _, err := config.Load(write(t, c.YAML()), nil); err == nil {
		t.Error("the redacted URL was read back as a URL")
	}
}

func TestDefaultYAML_IsTheDefault(t *testing.T) {
	keys := regexp.MustCompile(`(?m)^# ([a-z_.]+: ")`).ReplaceAllString(config.DefaultYAML(), "$1")
	got, err := config.Load(write(t, keys), nil)
	if err != nil {
		t.Fatalf("the printed default is not accepted: %v", err)
	}
	want, err := config.Load(write(t, config.DefaultYAML()), nil)
	if err != nil {
		t.Fatalf("the commented default is not accepted: %v", err)
	}
	if got.YAML() != want.YAML() || !strings.Contains(keys, "\nhttp.address: ") {
		t.Errorf("what is printed as default differs from the default:\n%s\nand\n%s", got.YAML(), want.YAML())
	}
}

func TestOperateTable(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), config.Markdown()) {
		t.Errorf("docs/operate.md lacks the table as `outrider config --markdown` prints it; put it there")
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "outrider.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
