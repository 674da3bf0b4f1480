package courier

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
)

const (
	tidyEvery   = time.Hour
	defaultDays = 90
	mostDays    = 4000
)

// Shelf is where filesets are kept.
type Shelf interface {
	Expired(ctx context.Context, before time.Time) ([]fileset.Fileset, error)
	Delete(ctx context.Context, f fileset.Fileset) error
}

// Keeper deletes filesets that are older than they are kept.
type Keeper struct {
	shelf   Shelf
	storage Storage
	days    int
	log     *slog.Logger
	now     func() time.Time
}

// NewKeeper keeps filesets for so many days, which is the text of a setting: 1 to 4000, 90 without one.
func NewKeeper(shelf Shelf, storage Storage, days string, log *slog.Logger, now func() time.Time) (*Keeper, error) {
	k := &Keeper{shelf, storage, defaultDays, log, now}
	if days == "" {
		return k, nil
	}
	n, err := strconv.Atoi(days)
	if err != nil || n < 1 || n > mostDays {
		return nil, fmt.Errorf("setting plugins.footage.retention_days: %q is not a number from 1 to %d", days, mostDays)
	}
	k.days = n
	return k, nil
}

// Run deletes until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	ticker := time.NewTicker(tidyEvery)
	defer ticker.Stop()
	for {
		if err := k.Tidy(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Tidy deletes what is too old now: the files first, so that none is left without a row that knows of it.
func (k *Keeper) Tidy(ctx context.Context) error {
	expired, err := k.shelf.Expired(ctx, k.now().AddDate(0, 0, -k.days))
	if err != nil {
		return err
	}
	for _, f := range expired {
		if err := k.storage.Delete(ctx, f.OrgID, f.Names()...); err != nil {
			return err
		}
		if err := k.shelf.Delete(ctx, f); err != nil {
			return err
		}
		k.log.Info("a fileset is too old", "fileset", f.ID, "org", f.OrgID)
	}
	return nil
}
