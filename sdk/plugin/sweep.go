package plugin

import (
	"context"
	"fmt"
	"time"

	"outrider.dev/sdk/fault"
)

// again is the pause before a sweep that could not do everything is made once more.
const again = time.Second

// Organisations lists the organisations that have the plugin's module on; Host does.
type Organisations interface {
	Organisations(ctx context.Context) ([]Organisation, error)
}

// Sweep has do done for each organisation at once, and then every so often, until ctx ends. What answers fault.NotFound or fault.Unavailable (the
// organisation has just gone, another plugin is not up yet) does not hold up the other organisations, and is tried again after a second; any
// other error ends the sweep.
func Sweep(ctx context.Context, host Organisations, every time.Duration, do func(ctx context.Context, orgID string) error) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		missed, err := sweep(ctx, host, do)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		soon := (<-chan time.Time)(nil)
		if missed {
			soon = time.After(again)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		case <-soon:
		}
	}
}

// sweep goes through the organisations once, and reports whether one was missed.
func sweep(ctx context.Context, host Organisations, do func(ctx context.Context, orgID string) error) (missed bool, err error) {
	organisations, err := host.Organisations(ctx)
	if waits(err) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	for _, o := range organisations {
		if err := do(ctx, o.ID); waits(err) {
			missed = true
		} else if err != nil {
			return missed, fmt.Errorf("organisation %s: %w", o.ID, err)
		}
	}
	return missed, nil
}

func waits(err error) bool {
	kind := fault.KindOf(err)
	return err != nil && (kind == fault.NotFound || kind == fault.Unavailable)
}
