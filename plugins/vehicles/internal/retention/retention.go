// Package retention keeps the days of samples: it makes the next ones ahead of time and drops the oldest.
package retention

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"
)

// DefaultDays is how long samples are kept unless the setting plugins.vehicles.retention_days says otherwise.
const DefaultDays = 400

const every = time.Hour

// Store makes and drops days.
type Store interface {
	MakePartition(ctx context.Context, day time.Time) error
	DropOld(ctx context.Context, keepDays int) (int, error)
}

// Keeper does the work of retention.
type Keeper struct {
	store Store
	days  int
	log   *slog.Logger
	now   func() time.Time
}

// Days reads the setting: an empty one is DefaultDays.
func Days(setting string) (int, error) {
	if setting == "" {
		return DefaultDays, nil
	}
	days, err := strconv.Atoi(setting)
	if err != nil || days < 1 || days > 4000 {
		return 0, fmt.Errorf("setting plugins.vehicles.retention_days: a number of days from 1 to 4000 is needed")
	}
	return days, nil
}

// NewKeeper returns a keeper that keeps so many days.
func NewKeeper(store Store, days int, log *slog.Logger, now func() time.Time) *Keeper {
	return &Keeper{store: store, days: days, log: log, now: now}
}

// Run works now and every hour until ctx ends. Several processes may run it: one of them drops.
func (k *Keeper) Run(ctx context.Context) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := k.work(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (k *Keeper) work(ctx context.Context) error {
	for ahead := range 2 {
		if err := k.store.MakePartition(ctx, k.now().AddDate(0, 0, ahead)); err != nil {
			return err
		}
	}
	dropped, err := k.store.DropOld(ctx, k.days)
	if dropped > 0 {
		k.log.Info("days of samples were dropped", "days", dropped, "kept", k.days)
	}
	return err
}
