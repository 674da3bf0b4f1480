package secrets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/secrets"
)

func TestStore_KeepsWhatItMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secrets.json")
	first := value(t, file, "a")
	if len(first) != 64 || value(t, file, "a") != first || value(t, file, "b") == first {
		t.Errorf("a secret is %q, then %q; another is %q", first, value(t, file, "a"), value(t, file, "b"))
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, want 0600", info.Mode().Perm())
	}
}

func TestOpen_RefusesABrokenFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secrets.json")
	for _, content := range []string{"", "{", "null", "[]", "\x00\x00\x00\x00"} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := secrets.Open(file); err == nil || !strings.Contains(err.Error(), "put the file of a backup in its place") || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: %v, want what to do", content, err)
		}
	}
}

// value opens the store anew, as the next start of the host does.
func value(t *testing.T, file, name string) string {
	t.Helper()
	s, err := secrets.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.Value(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
