package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/disk"
	"outrider.dev/outrider/host/internal/readiness"
	"outrider.dev/outrider/host/internal/streams"
)

// makeChecks lists what /readyz tries. docs/operate.md has the rule: what nothing works without makes the host unready, anything else degraded.
func (h *host) makeChecks() *readiness.Checks {
	checks := []readiness.Check{
		{Name: "host", Try: h.tryPhase},
		{Name: "postgres", Try: h.tryPostgres},
		{Name: "keto", Try: h.tryKeto},
		{Name: "media", Try: h.tryMedia},
		{Name: "disk", Try: h.tryDisk},
		{Name: "plugins", Try: h.plugins.Ready},
	}
	if h.streets != nil {
		checks = append(checks, readiness.Check{Name: "streets", Try: func(context.Context) error { return readiness.Partly(h.streets.Try()) }})
	}
	for _, name := range streams.Names() {
		checks = append(checks, readiness.Check{Name: "stream." + strings.ToLower(name), Try: func(ctx context.Context) error { return h.tryStream(ctx, name) }})
	}
	h.checks = readiness.New(time.Now, checks...)
	return h.checks
}

// phase is how far the host has come.
type phase int32

const (
	starting phase = iota
	serving
	stopping
)

func (h *host) enter(p phase) {
	h.phase.Store(int32(p))
	if h.checks != nil {
		h.checks.Forget()
	}
}

func (h *host) tryPhase(context.Context) error {
	switch phase(h.phase.Load()) {
	case starting:
		return errors.New("the host is starting")
	case stopping:
		return errors.New("the host is stopping")
	default:
		return nil
	}
}

// tryPostgres writes a commit into the log, and reads a table.
func (h *host) tryPostgres(ctx context.Context) error {
	var written, read string
	err := h.database.Pool().QueryRow(ctx, `SELECT pg_current_xact_id()::text, (SELECT count(*)::text FROM (SELECT FROM outrider.organisation LIMIT 1) one)`).Scan(&written, &read)
	if err != nil {
		return fmt.Errorf("write to and read from the database: %w", err)
	}
	return nil
}

// tryKeto writes and reads. While Keto is away those who were let in before go on by the host's own snapshot, so the host is degraded only.
func (h *host) tryKeto(ctx context.Context) error {
	if err := h.keto.Write(ctx, nil, []access.Tuple{access.NoTuple}); err != nil {
		return readiness.Partly(err)
	}
	if _, err := h.keto.Check(ctx, "none", "none", "none"); err != nil {
		return readiness.Partly(err)
	}
	return nil
}

func (h *host) tryMedia(ctx context.Context) error {
	ok, err := h.bucket.IsAccessible(ctx)
	if err == nil && !ok {
		err = errors.New("the storage of files cannot be reached")
	}
	return readiness.Partly(err)
}

func (h *host) tryDisk(context.Context) error {
	free, _, reserve, err := h.disk.Room()
	if err == nil && h.disk.Level() == disk.Full {
		err = fmt.Errorf("%d MiB are free, and %d MiB are kept: new work is refused", free>>20, reserve>>20)
	}
	return readiness.Partly(err)
}

// tryStream writes to and reads from a stream. One that is full hands out what it has, and refuses more.
func (h *host) tryStream(ctx context.Context, name string) error {
	err := h.streams.Probe(ctx, name)
	if streams.Full(err) {
		return readiness.Partly(err)
	}
	return err
}

// watchDisk refuses new work while the disk is nearly full, and takes it again.
func (h *host) watchDisk() {
	h.background.run("room on the disk", h.disk.Run)
	if h.natsServer != nil {
		h.background.run("streams", func(ctx context.Context) error { return h.natsServer.Keep(ctx, h.streams.FirstBroken, h.Log) })
	}
}

// roomChanged tells the streams.
func (h *host) roomChanged(ctx context.Context, level disk.Level) error {
	if h.natsServer == nil {
		return nil // the streams are on another machine's disk
	}
	ctx, cancel := context.WithTimeout(ctx, roomTimeout)
	defer cancel()
	return h.streams.RefuseDevices(ctx, level == disk.Full)
}

const roomTimeout = 5 * time.Second
