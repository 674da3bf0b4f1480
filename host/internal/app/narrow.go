package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	// narrowAgain is how often the consumers of modules are compared with what is switched on although nobody told of a change.
	narrowAgain = 30 * time.Second
	// narrowApart is how long after one comparison the next is made, and after a failure another attempt.
	narrowApart = time.Second
	// narrowWithin bounds one comparison.
	narrowWithin = 10 * time.Second
	// narrowAtOnce is how long whoever switches waits for it; past that it follows in the background.
	narrowAtOnce = 2 * time.Second
)

// followSwitches has the consumers of modules follow what organisations switch, on this host or another.
func (h *host) followSwitches(ctx context.Context) error {
	again, apart := time.NewTicker(narrowAgain), time.NewTimer(0)
	defer again.Stop()
	defer apart.Stop()
	said := ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-apart.C:
		}
		err := h.narrowModules(ctx)
		if err != nil && ctx.Err() == nil && err.Error() != said {
			said = err.Error()
			h.Log.Warn("modules are not handed samples as they are switched; tried again", "error", err)
		}
		apart.Reset(narrowApart)
		if err != nil {
			continue
		}
		said = ""
		select {
		case <-ctx.Done():
			return nil
		case <-h.switched:
		case <-again.C:
		}
	}
}

// noteSwitch wakes followSwitches where a change may be one of what organisations have on.
func (h *host) noteSwitch(c access.Change) {
	if c.UserID != "" || c.SessionID != "" || c.Part == access.PartSettings {
		return
	}
	select {
	case h.switched <- struct{}{}:
	default: // it is awake
	}
}

// narrowModules has each module handed the samples of the organisations alone that have it on.
func (h *host) narrowModules(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, narrowWithin)
	defer cancel()
	var problems []error
	for _, p := range h.installedPlugins() {
		if p.Manifest.Module.Optional {
			problems = append(problems, h.withSwitched(ctx, p.Manifest, func(on []string) error { return h.streams.Narrow(ctx, p.Manifest, on) }))
		}
	}
	return errors.Join(problems...)
}

// withSwitched calls do with the organisations that have a module on. All hosts of the database do so one after the other, each with what is committed then: otherwise the slower
// of two would put back what the faster one has changed since.
func (h *host) withSwitched(ctx context.Context, m manifest.Manifest, do func(on []string) error) error {
	if !m.Module.Optional {
		return do(nil)
	}
	return pgx.BeginFunc(ctx, h.database.Pool(), func(tx pgx.Tx) error {
		if err := rowlock.Wait(ctx, tx, "consumers of modules"); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT id FROM outrider.organisation WHERE modules @> ARRAY[$1] ORDER BY id`, m.ID)
		if err != nil {
			return fmt.Errorf("list the organisations that have %s on: %w", m.ID, err)
		}
		on, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("list the organisations that have %s on: %w", m.ID, err)
		}
		return do(on)
	})
}
