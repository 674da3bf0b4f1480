// Command fleetsim drives simulated vehicles that speak to a gateway as real devices do. See docs/device-protocol.md.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
	_ "time/tzdata"

	"outrider.dev/fleetsim"
	"outrider.dev/fleetsim/recorder"
)

func main() {
	debug.SetGCPercent(40) // most of what it holds stays as it is
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fleetsim:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	c, err := parse(args, out, time.Now())
	if err != nil {
		return err
	}
	c.options.Log = slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: c.level}))
	if c.ledger != "" {
		file, err := os.OpenFile(c.ledger, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return fmt.Errorf("open the ledger: %w", err)
		}
		lines := bufio.NewWriter(file)
		defer func() { err = errors.Join(err, lines.Flush(), file.Close()) }()
		c.options.Acknowledged = lines
	}
	if c.once != "" {
		if err := once(c.once, &c.options); err != nil {
			return err
		}
	}
	if c.duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.duration)
		defer cancel()
	}
	clean, err := equip(&c.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, clean()) }()
	fleet := fleetsim.New(c.options)
	c.options.Log.Info("fleet starts", "vehicles", len(c.options.Fleet), "broker", c.options.Broker, "seed", c.options.Seed)
	fleet.Run(ctx)
	n := &fleet.Counts
	c.options.Log.Info("fleet stops", "acknowledged", n.Acknowledged.Load(), "waiting", n.Waiting.Load(), "refused", n.Refused.Load(), "lost", n.Lost.Load())
	return nil
}

// equip finds what cameras need and returns what removes a temporary folder. Without ffmpeg the devices have no cameras.
func equip(o *fleetsim.Options) (clean func() error, err error) {
	clean = func() error { return nil }
	if o.FFmpeg == "" {
		if o.FFmpeg, err = recorder.FindFFmpeg(); err != nil {
			o.Log.Warn("the devices have no cameras", "error", err)
		}
	}
	if o.Folder != "" {
		return clean, nil
	}
	if o.Folder, err = os.MkdirTemp("", "fleetsim-"); err != nil {
		return clean, fmt.Errorf("make a folder for recordings: %w", err)
	}
	return func() error { return os.RemoveAll(o.Folder) }, nil
}
