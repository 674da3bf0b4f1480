package media

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path"
	"slices"
	"time"

	"gocloud.dev/blob"
)

const (
	// abandoned is how long parts wait for the next: a device that comes back later begins anew.
	abandoned  = 7 * 24 * time.Hour
	sweepEvery = 6 * time.Hour
)

// Tidy removes parts of uploads that nobody goes on with, until ctx ends.
func (f *Files) Tidy(ctx context.Context, log *slog.Logger) error {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		removed, err := f.Sweep(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			log.Warn("parts of uploads that nobody goes on with are not removed", "error", err)
		case removed > 0:
			log.Info("parts of uploads that nobody went on with were removed", "parts", removed)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Sweep removes the parts of uploads of which none has come for a week, and tells how many it removed.
func (f *Files) Sweep(ctx context.Context) (removed int, err error) {
	limit := f.signer.now().Add(-abandoned)
	list := f.bucket.List(&blob.ListOptions{Prefix: uploads})
	var folder string // whose parts are gathered: a list is in the order of keys
	var keys []string
	var newest time.Time
	finish := func() error {
		if newest.Before(limit) {
			for _, key := range slices.Backward(keys) { // a cut leaves the first ones, as in clear
				if err := f.Delete(ctx, key); err != nil {
					return err
				}
				removed++
			}
		}
		keys, newest = nil, time.Time{}
		return nil
	}
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			err = finish()
			return removed, err
		}
		if err != nil {
			return removed, faultOf(err)
		}
		if of := path.Dir(object.Key); of != folder {
			if err := finish(); err != nil {
				return removed, err
			}
			folder = of
		}
		keys = append(keys, object.Key)
		if object.ModTime.After(newest) {
			newest = object.ModTime
		}
	}
}
