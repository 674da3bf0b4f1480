package media_test

import (
	"bytes"
	"testing"

	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/media"
)

// TestLoadKeys starts several hosts at once on an empty database: they must agree on one key.
func TestLoadKeys(t *testing.T) {
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatalf("open database: %v", err)
	}
	t.Cleanup(db.Close)
	loaded := make([][][]byte, 8)
	var group errgroup.Group
	for n := range loaded {
		group.Go(func() error {
			keys, err := media.LoadKeys(t.Context(), db.Pool())
			loaded[n] = keys
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatalf("LoadKeys: %v", err)
	}
	for _, keys := range loaded {
		if len(keys) != 1 || !bytes.Equal(keys[0], loaded[0][0]) {
			t.Errorf("hosts have different keys: %x and %x", keys, loaded[0])
		}
	}
}
