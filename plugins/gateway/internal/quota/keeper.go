package quota

import (
	"context"
	"log/slog"
	"time"
)

const storeEvery = 10 * time.Second

// Store keeps usage across restarts, and adds up that of all gateways.
type Store interface {
	// Add adds usage to a day's and returns what the day has then, of the keys given.
	Add(ctx context.Context, day time.Time, fresh map[Key]Usage) (map[Key]Usage, error)
	// Day is all usage of a day.
	Day(ctx context.Context, day time.Time) (map[Key]Usage, error)
	// Forget removes days before one.
	Forget(ctx context.Context, before time.Time) error
}

const daysKept = 30

// Keeper brings a meter's counts to a store.
type Keeper struct {
	Meter *Meter
	Store Store
	Log   *slog.Logger
	Now   func() time.Time

	day   time.Time
	owing map[Key]Usage // that the store has not taken yet
}

// Load reads what was used today before this process began.
func (k *Keeper) Load(ctx context.Context) error {
	day := dayOf(k.Now())
	stored, err := k.Store.Day(ctx, day)
	if err != nil {
		return err
	}
	k.Meter.Fill(day, stored)
	return nil
}

// Run stores until ctx ends. While the store is away the meter goes on, and what it counted is stored later.
func (k *Keeper) Run(ctx context.Context) error {
	tick := time.NewTicker(storeEvery)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = k.Flush(last) // what is lost is the usage of some seconds
			return nil
		case <-tick.C:
		}
		err := k.Flush(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			k.Log.Warn("the usage of devices is not stored", "error", err)
		}
		failing = err != nil
	}
}

// Flush stores what was counted since.
func (k *Keeper) Flush(ctx context.Context) error {
	if len(k.owing) == 0 {
		k.day, k.owing = k.Meter.Drain()
	}
	if len(k.owing) == 0 {
		return nil
	}
	stored, err := k.Store.Add(ctx, k.day, k.owing)
	if err != nil {
		return err
	}
	k.owing = nil
	k.Meter.Fill(k.day, stored)
	return k.Store.Forget(ctx, k.day.AddDate(0, 0, -daysKept))
}
