package embedded_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/secrets"
)

// Passwords are not made anew for a database that has others: whoever lost the file is told what to do, and the right file mends it.
func TestPostgres_RefusesOtherPasswordsThanItHas(t *testing.T) {
	parts := newParts(t, hosttest.Dir(t))
	startPostgres(t, parts).Stop()
	file := filepath.Join(parts.DataDir, "secrets.json")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"missing": "", "of another host": "{}"} {
		t.Run(name, func(t *testing.T) {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			if content != "" {
				if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			opened, err := secrets.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			without := parts
			without.Secrets = opened
			_, err = embedded.StartPostgres(t.Context(), without, embedded.PostgresOptions{Binaries: binaries(t), OSUser: "nobody"})
			if err == nil || !strings.Contains(err.Error(), "put the file of a backup in its place") || !strings.Contains(err.Error(), file) {
				t.Errorf("%v, want what to do", err)
			}
			if got, err := os.ReadFile(file); string(got) != content || (content == "") != os.IsNotExist(err) {
				t.Errorf("the file was written: %q, %v", got, err)
			}
			if err := os.WriteFile(file, whole, 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
	startPostgres(t, newParts(t, parts.DataDir)).Stop()
}

// Ports are made anew, whatever is in their file, and kept.
func TestPorts_DamagedAreChosenAnew(t *testing.T) {
	for _, content := range []string{"", "{", "null", "[1]", "\x00\x00", `{"nats":"x"}`} {
		dir := t.TempDir()
		file := filepath.Join(dir, "ports.json")
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		choose := func() int {
			ports, err := embedded.OpenPorts(dir)
			if err != nil {
				t.Fatalf("%q: %v", content, err)
			}
			port, err := ports.Choose("nats", 0)
			if err != nil {
				t.Fatalf("%q: %v", content, err)
			}
			return port
		}
		if first := choose(); first == 0 {
			t.Errorf("%q: no port", content)
		}
		if kept, err := os.ReadFile(file); err != nil || !strings.Contains(string(kept), `"nats"`) {
			t.Errorf("%q: the file holds %q, %v", content, kept, err)
		}
	}
}
