// Package connection is how an organisation's provider is asked: by what it has set, as often as it wants, from where the last answer ended, and less often while the provider fails.
package connection

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/mapping"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/outrider/plugins/integrations/internal/reading"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/outbound"
	"outrider.dev/sdk/store"
)

// Settings tells what organisations have set; plugin.Tenants is one.
type Settings interface {
	Settings(orgID string, into any) error
	// Fresh is Settings by what was saved last, of which the plugin may not have heard yet.
	Fresh(ctx context.Context, orgID string, into any) error
}

// Chosen is what an organisation has set.
type Chosen struct {
	Address string `json:"address"`
	Key     string `json:"key"`
	EveryS  int    `json:"every_s"`
}

// Connections asks the providers of organisations.
type Connections struct {
	db        store.Transactor
	set       Settings
	client    *outbound.Client
	simulated provider.Simulated
	now       func() time.Time
}

// New asks by what is set, with a client.
func New(db store.Transactor, set Settings, client *outbound.Client, simulated provider.Simulated, now func() time.Time) *Connections {
	return &Connections{db, set, client, simulated, now}
}

// Row is how a connection is.
type Row struct {
	Address, Name, DriverHoursURL, TelematicsURL, ReadingCursor string
	VehiclesMs, SuccessMs, ErrorMs, NextMs, ClaimedMs           int64
	Error                                                       string
	ErrorStatus, Failures                                       int
}

// Chosen is what an organisation has set.
func (c *Connections) Chosen(orgID string) (chosen Chosen, err error) {
	if err := c.set.Settings(orgID, &chosen); err != nil {
		return chosen, fmt.Errorf("read the settings of %s: %w", orgID, err)
	}
	return chosen, nil
}

// provider is the one that an organisation has set last.
func (c *Connections) provider(ctx context.Context, orgID string) (provider.Provider, error) {
	var chosen Chosen
	if err := c.set.Fresh(ctx, orgID, &chosen); err != nil {
		return nil, fmt.Errorf("read what %s has saved: %w", orgID, err)
	}
	if chosen.Address == "" {
		return c.simulated, nil
	}
	return provider.OverHTTP(chosen.Address, chosen.Key, c.client, c.now), nil
}

// Find is how the connection of an organisation is; of one that was never asked, nothing.
func Find(tx *gorm.DB, orgID, lock string) (Row, error) {
	found, err := store.Rows[Row](tx, `SELECT address, name, driver_hours_url, telematics_url, reading_cursor, vehicles_ms, success_ms, error_ms, error, error_status, failures, next_ms, claimed_ms
		FROM integrations.connection WHERE org_id = ? `+lock, orgID)
	if err != nil {
		return Row{}, fmt.Errorf("read the connection of %s: %w", orgID, err)
	}
	if len(found) == 0 {
		return Row{}, nil
	}
	return found[0], nil
}

// claimFor is for how long nobody else asks the provider of an organisation.
const claimFor = 2 * time.Minute

// errBusy says that it is not time to ask, or that another process does.
var errBusy = errors.New("nothing is due")

// claim takes an organisation's connection when it is due. Another address begins anew; what is mapped of the former one is put away until it comes back.
func (c *Connections) claim(ctx context.Context, orgID, address string) (row Row, err error) {
	nowMs := c.now().UnixMilli()
	err = c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `INSERT INTO integrations.connection (org_id, address) VALUES (?, ?) ON CONFLICT (org_id) DO NOTHING`, orgID, address); err != nil {
			return err
		}
		if row, err = Find(tx, orgID, "FOR UPDATE"); err != nil {
			return err
		}
		if row.Address != address {
			if err := moved(tx, orgID, row.Address, address); err != nil {
				return err
			}
			row = Row{Address: address, ClaimedMs: row.ClaimedMs}
			_, err := store.Exec(tx, `UPDATE integrations.connection SET address = ?, name = '', driver_hours_url = '', telematics_url = '', reading_cursor = '', vehicles_ms = 0, success_ms = 0, error_ms = 0, error = '',
				error_status = 0, failures = 0, next_ms = 0 WHERE org_id = ?`, address, orgID)
			if err != nil {
				return err
			}
		}
		if row.NextMs > nowMs || row.ClaimedMs > nowMs {
			return errBusy
		}
		_, err := store.Exec(tx, `UPDATE integrations.connection SET claimed_ms = ? WHERE org_id = ?`, nowMs+claimFor.Milliseconds(), orgID)
		return err
	})
	return row, err
}

func moved(tx *gorm.DB, orgID, from, to string) error {
	if err := errors.Join(mapping.Moved(tx, orgID, from, to), reading.Forget(tx, orgID)); err != nil {
		return fmt.Errorf("leave the former provider of %s: %w", orgID, err)
	}
	return nil
}

// disconnected forgets how the connection of an organisation was that has set no address any more; its mapping stays for when it comes back.
func (c *Connections) disconnected(ctx context.Context, orgID string) error {
	return c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE integrations.connection SET success_ms = 0, error_ms = 0, error = '', error_status = 0, failures = 0, next_ms = 0 WHERE org_id = ? AND (success_ms > 0 OR error_ms > 0)`, orgID)
		return err
	})
}

// longestPause is how long a provider that fails is left alone at most.
const longestPause = 30 * time.Minute

// pause is until when a provider is left alone after so many failures in a row.
func pause(every time.Duration, failures int, wanted time.Duration) time.Duration {
	wait := every
	for range min(failures, 10) {
		wait = min(2*wait, longestPause)
	}
	return max(wait, wanted)
}

// releaseWithin bounds what is still written while the plugin stops.
const releaseWithin = 2 * time.Second

// release lets another process ask at once, where this one stops in the middle.
func (c *Connections) release(ctx context.Context, orgID string) error {
	ctx, cancel := context.WithTimeout(ctx, releaseWithin)
	defer cancel()
	return c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE integrations.connection SET claimed_ms = 0 WHERE org_id = ?`, orgID)
		return err
	})
}

// finish notes how asking went.
func (c *Connections) finish(ctx context.Context, orgID string, every time.Duration, row Row, asked error) error {
	now := c.now()
	if asked == nil {
		return c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
			_, err := store.Exec(tx, `UPDATE integrations.connection SET success_ms = ?, failures = 0, next_ms = ?, claimed_ms = 0 WHERE org_id = ? AND address = ?`, now.UnixMilli(), now.Add(every).UnixMilli(), orgID, row.Address)
			return err
		})
	}
	problem := provider.ProblemOf(asked)
	next := now.Add(pause(every, row.Failures+1, problem.After)).UnixMilli()
	err := c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE integrations.connection SET error_ms = ?, error = ?, error_status = ?, failures = failures + 1, next_ms = ?, claimed_ms = 0 WHERE org_id = ? AND address = ?`, now.UnixMilli(), problem.Kind, problem.Status, next, orgID, row.Address)
		return err
	})
	if fault.KindOf(err) == fault.NotFound {
		return nil // the organisation is gone
	}
	return err
}
