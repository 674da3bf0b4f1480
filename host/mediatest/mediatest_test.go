package mediatest_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"runtime"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/host/mediatest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// A zip of gigabytes is sent from files that are read like this: what is read must not be rubbish for the collector.
func TestStore_ReadingUsesItsMemoryAgain(t *testing.T) {
	s := mediatest.Open(t, "footage", func(context.Context, mediatest.Uploaded) error { return nil })
	const size = 64 << 20
	if _, err := s.Store.Write(t.Context(), "demo", "big", bytes.NewReader(make([]byte, size))); err != nil {
		t.Fatal(err)
	}
	r, err := s.Store.Open(t.Context(), "demo", "big")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, struct{ io.Reader }{r})
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; n != size || err != nil || made > size/4 {
		t.Errorf("%d bytes were read, %v, for which %d were allocated", n, err, made)
	}
}
