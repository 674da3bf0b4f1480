package secrets_test

import (
	"os"
	"path/filepath"
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
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.Open(file); err == nil {
		t.Error("a broken file was taken for an empty one: everything encrypted with it would be lost")
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
