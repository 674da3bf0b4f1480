package media

import (
	"context"
	"errors"
	"io"
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
