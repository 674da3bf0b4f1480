package transfer

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
)

const (
	tidyEvery = time.Hour
	// atOnce bounds the files that are deleted between two looks at what is too old.
	atOnce = 200
)

// Shelf is where filesets are kept.
type Shelf interface {
	Expired(ctx context.Context, now time.Time, usualDays int, limit int) ([]fileset.Old, error)
	Drop(ctx context.Context, old fileset.Old) ([]fileset.Fileset, error)
}

// Keeper deletes files that are older than they are kept.
type Keeper struct {
	shelf   Shelf
	storage Storage
	days    int
	tell    func(ctx context.Context, changed []fileset.Fileset)
	log     *slog.Logger
	now     func() time.Time
}

// NewKeeper keeps files for so many days, unless their organisation has decided otherwise for their type.
func NewKeeper(shelf Shelf, storage Storage, days int, tell func(context.Context, []fileset.Fileset), log *slog.Logger, now func() time.Time) *Keeper {
	return &Keeper{shelf, storage, days, tell, log, now}
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

// Tidy deletes what is too old now: the bytes first, so that none are left without a row that knows of them. One that cannot be deleted does not
// keep the others.
func (k *Keeper) Tidy(ctx context.Context) error {
	for {
		expired, err := k.shelf.Expired(ctx, k.now(), k.days, atOnce)
		if err != nil {
			return err
		}
		var problems []error
		for _, old := range expired {
			if err := k.drop(ctx, old); err != nil {
				problems = append(problems, err)
			}
		}
		if len(expired) < atOnce || len(problems) > 0 {
			return errors.Join(problems...)
		}
	}
}

func (k *Keeper) drop(ctx context.Context, old fileset.Old) error {
	if err := k.storage.Delete(ctx, old.OrgID, fileset.NamesOf(old.FilesetID, fileset.File{ID: old.ID})...); err != nil {
		return err
	}
	changed, err := k.shelf.Drop(ctx, old)
	if err != nil {
		return err
	}
	k.tell(ctx, changed)
	k.log.Info("a file is too old", "file", old.ID, "fileset", old.FilesetID, "org", old.OrgID)
	return nil
}
