package catalog_test

import (
	"os"
	"path/filepath"
	"testing"

	"outrider.dev/outrider/host/internal/catalog"
)

func TestOpenStore_RebuildsADamagedCatalogue(t *testing.T) {
	dir := t.TempDir()
	before, err := catalog.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	added, err := before.Add(mustPack(t, "1.0.0"))
	if err != nil {
		t.Fatal(err)
	}
	if err := before.Switch("tyres", added.Digest()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "catalog.json")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"empty": {}, "cut": whole[:len(whole)/2], "zeros": make([]byte, len(whole)), "null": []byte("null")} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(file, content, 0o644); err != nil {
				t.Fatal(err)
			}
			half := filepath.Join(dir, "tyres", "half")
			if err := os.MkdirAll(half, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(half, catalog.LockName), []byte("{"), 0o644); err != nil {
				t.Fatal(err)
			}
			after, err := catalog.OpenStore(dir)
			if err != nil {
				t.Fatal(err)
			}
			entry, ok := after.Entry("tyres")
			if !ok || entry.Current != added.Digest() || !entry.Enabled || entry.Number != 1 || after.Rebuilt() == "" {
				t.Errorf("entry %+v, rebuilt %q", entry, after.Rebuilt())
			}
			if again, err := catalog.OpenStore(dir); err != nil || again.Rebuilt() != "" {
				t.Errorf("the next start: %v, %q", err, again.Rebuilt())
			}
		})
	}
}

// What an administrator has disabled does not come back because a file was damaged.
func TestOpenStore_RebuiltKeepsWhatWasDisabled(t *testing.T) {
	dir := t.TempDir()
	store, err := catalog.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	added, err := store.Add(mustPack(t, "1.0.0"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Switch("tyres", added.Digest()); err != nil {
		t.Fatal(err)
	}
	for _, enabled := range []bool{false, true, false} {
		if err := store.SetEnabled("tyres", enabled); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "catalog.json"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if store, err = catalog.OpenStore(dir); err != nil {
			t.Fatal(err)
		}
		if entry, ok := store.Entry("tyres"); !ok || entry.Enabled != enabled || entry.Current != added.Digest() || store.Rebuilt() == "" {
			t.Errorf("entry %+v, want enabled %t", entry, enabled)
		}
	}
}
