package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/sdk/fault"
)

// counting is a source that counts how often it is asked.
type counting struct {
	asked atomic.Int32
	life  time.Duration
	err   error
}

func (c *counting) Capability(_ context.Context, orgID string) (string, time.Time, error) {
	n := c.asked.Add(1)
	return fmt.Sprint(orgID, "-", n), time.Now().Add(c.life), c.err
}

func TestCapabilityCache_AsksOnceUntilShortlyBeforeTheEnd(t *testing.T) {
	source := &counting{life: time.Hour}
	cache := newCapabilityCache(source)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if got, err := cache.get(t.Context(), "demo"); got != "demo-1" || err != nil {
				t.Errorf("get = %q, %v", got, err)
			}
		})
	}
	group.Wait()
	if got, _ := cache.get(t.Context(), "rival"); got != "rival-2" {
		t.Errorf("another organisation gets %q", got)
	}
	over := newCapabilityCache(&counting{life: -time.Second})
	first, _ := over.get(t.Context(), "demo")
	if second, _ := over.get(t.Context(), "demo"); first == second {
		t.Error("a capability that has ended is used again")
	}
}

func TestCapabilityCache_ForgetsARefusal(t *testing.T) {
	source := &counting{life: time.Hour, err: fault.New(fault.NotFound, "none")}
	cache := newCapabilityCache(source)
	if _, err := cache.get(t.Context(), "demo"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("get = %v, want not found", err)
	}
	source.err = nil
	if got, err := cache.get(t.Context(), "demo"); got != "demo-2" || err != nil {
		t.Errorf("get = %q, %v after the refusal is over", got, err)
	}
}

func TestCapabilityCache_IsBounded(t *testing.T) {
	cache := newCapabilityCache(&counting{life: time.Hour})
	for i := range maxCached + 10 {
		if _, err := cache.get(t.Context(), fmt.Sprint("org", i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(cache.byOrg) > maxCached {
		t.Errorf("%d are kept", len(cache.byOrg))
	}
}

func TestInOrg_WithoutTheModule(t *testing.T) {
	db, err := Open(Config{
		URL: "postgres://x@127.0.0.1:1/none", Schema: "rooms", Connections: 2,
		Capabilities: &counting{err: fault.New(fault.NotFound, "There is no such organisation.")}, Log: slog.Default(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.capability(t.Context(), "gamma"); !errors.Is(err, ErrNoTenant) || fault.KindOf(err) != fault.NotFound {
		t.Errorf("capability = %v, want ErrNoTenant and not found", err)
	}
	if _, err := Open(Config{URL: "postgres://me:hunter2@[bad/none"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a bad URL answers %v", err)
	}
}

func TestFresh(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	for capability, want := range map[string]bool{
		"demo|rooms|1000100|ff": true, "demo|rooms|1000003|ff": false, "demo|rooms|999999|ff": false, "of another form": true,
	} {
		if got := fresh(capability, now); got != want {
			t.Errorf("fresh(%q) = %v, want %v", capability, got, want)
		}
	}
}

func TestUnavailable(t *testing.T) {
	for _, tc := range []struct {
		name string
		err  error
		want fault.Kind
	}{
		{"the server shuts down", &pgconn.PgError{Code: "57P01"}, fault.Unavailable},
		{"no connection left", &pgconn.PgError{Code: "53300"}, fault.Unavailable},
		{"the connection broke", io.ErrUnexpectedEOF, fault.Unavailable},
		{"a violation", &pgconn.PgError{Code: "23505"}, fault.Internal},
		{"the caller left", context.Canceled, fault.Internal},
		{"a fault stays what it is", fault.Wrap(fault.Conflict, io.EOF, "Taken."), fault.Conflict},
	} {
		if got := fault.KindOf(unavailable(fmt.Errorf("read: %w", tc.err))); got != tc.want {
			t.Errorf("%s is %s, want %s", tc.name, got, tc.want)
		}
	}
}
