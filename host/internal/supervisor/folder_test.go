package supervisor

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMakeFolder_RemovesWhatKilledHostsLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	living, err := makeFolder()
	if err != nil {
		t.Fatal(err)
	}
	killed, err := makeFolder()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(killed.path, "half-a-video"), make([]byte, 100), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := killed.lock.Close(); err != nil { // as the kernel does with a process
		t.Fatal(err)
	}
	fresh, err := makeFolder()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed.path); !os.IsNotExist(err) {
		t.Errorf("what the killed host left: %v", err)
	}
	if _, err := os.Stat(living.path); err != nil {
		t.Errorf("the living host's: %v", err)
	}
	for _, f := range []folder{living, fresh} {
		if err := f.remove(); err != nil {
			t.Error(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
