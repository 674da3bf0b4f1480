package speeding

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

const (
	lookEvery = time.Minute
	// silence is how long a device is waited for before what it has sent counts as all there is of an episode. What it buffered meanwhile may come later.
	silence = 15 * time.Minute
)

// Run ends the episodes of devices that have gone silent, until ctx ends: no later sample may ever end them.
func (w *Watch) Run(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := w.EndSilent(ctx); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
}

// EndSilent ends the open episodes of devices that were not heard for a quarter of an hour.
func (w *Watch) EndSilent(ctx context.Context) error {
	before := w.now().Add(-silence).UnixMilli()
	silent, err := w.store.Silent(ctx, before)
	if err != nil {
		return err
	}
	for orgID, devices := range silent {
		if err := w.endOf(ctx, orgID, devices, before); err != nil {
			return fmt.Errorf("end speeding of silent devices of %s: %w", orgID, err)
		}
	}
	return nil
}

func (w *Watch) endOf(ctx context.Context, orgID string, devices []string, beforeMs int64) error {
	bands, err := w.bands(ctx, orgID)
	if err != nil {
		return err
	}
	news, err := w.store.Speeding(ctx, orgID, func(_ *gorm.DB, open map[string]*Episode) (map[string]*Episode, Found, error) {
		found := Found{}
		for id, e := range open {
			if e.HeardMs >= beforeMs {
				continue // heard meanwhile
			}
			if e.counts() {
				found.Own = append(found.Own, AlertOf(orgID, bands, id, e, e.HeardMs))
			}
			delete(open, id)
		}
		return open, found, nil
	}, devices)
	if err == nil {
		w.tell(ctx, orgID, news)
	}
	return err
}
