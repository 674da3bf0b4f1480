package connection

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/mapping"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/outrider/plugins/integrations/internal/reading"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

const (
	// lookEvery is how often it is looked whose provider is due.
	lookEvery = time.Second
	// atOnce is how many providers are asked at a time: one that is slow holds up nobody else.
	atOnce = 8
	// mostPages is how many pages of readings are asked for before others have their turn, and of vehicles altogether: a provider may have no end.
	mostPages, mostVehiclePages = 20, 25
	// listEvery is how often a provider's vehicles are listed.
	listEvery = 10 * time.Minute
	// within is how long asking one provider takes at most.
	within = 90 * time.Second
)

// Poll asks the providers of all organisations when they are due, until ctx ends.
func (c *Connections) Poll(host plugin.Organisations, log *slog.Logger) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		var group sync.WaitGroup
		defer group.Wait()
		free := make(chan struct{}, atOnce)
		return plugin.Sweep(ctx, host, lookEvery, func(ctx context.Context, orgID string) error {
			select {
			case free <- struct{}{}:
			default:
				return nil // all are busy; it is looked again in a moment
			}
			chosen, err := c.Chosen(orgID)
			if err == nil && chosen.Address == "" {
				err = c.disconnected(ctx, orgID)
				<-free
				return err
			}
			row, err := Row{}, err
			if err == nil {
				row, err = c.claim(ctx, orgID, chosen.Address)
			}
			if err != nil {
				<-free
				if errors.Is(err, errBusy) {
					return nil
				}
				return err
			}
			group.Go(func() {
				defer func() { <-free }()
				if err := c.ask(ctx, orgID, chosen, row); err != nil && ctx.Err() == nil {
					log.Warn("what a provider said cannot be kept", "organisation", orgID, "error", err)
				}
			})
			return nil
		})
	}
}

// ask asks one provider, and notes how it went. The error is the database's, never the provider's.
func (c *Connections) ask(ctx context.Context, orgID string, chosen Chosen, row Row) error {
	asking, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	every := time.Duration(max(chosen.EveryS, 10)) * time.Second
	more, err := c.take(asking, orgID, provider.OverHTTP(chosen.Address, chosen.Key, c.client, c.now), row)
	if ctx.Err() != nil {
		return c.release(context.WithoutCancel(ctx), orgID)
	}
	var problem *provider.Problem
	if err != nil && !errors.As(err, &problem) && asking.Err() == nil {
		return errors.Join(err, c.finish(ctx, orgID, every, row, err))
	}
	if more && err == nil {
		every = 0 // there is more, and others have had their turn
	}
	return c.finish(ctx, orgID, every, row, err)
}

// take keeps what a provider says. more: it has not said all.
func (c *Connections) take(ctx context.Context, orgID string, p provider.Provider, row Row) (more bool, err error) {
	if c.now().UnixMilli()-row.VehiclesMs > listEvery.Milliseconds() {
		if err := c.takeVehicles(ctx, orgID, p, row.Address); err != nil {
			return false, err
		}
	}
	cursor := row.ReadingCursor
	for range mostPages {
		page, err := p.Readings(ctx, cursor)
		if err != nil {
			return false, err
		}
		err = c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
			now, err := Find(tx, orgID, "FOR UPDATE")
			if err != nil || now.Address != row.Address {
				return errors.Join(err, fault.New(fault.NotFound, "The provider was replaced."))
			}
			newest, err := reading.Keep(tx, orgID, page.Items)
			if err == nil {
				err = mapping.Spoke(tx, orgID, newest)
			}
			if err != nil {
				return err
			}
			_, err = store.Exec(tx, `UPDATE integrations.connection SET reading_cursor = ? WHERE org_id = ?`, page.Cursor, orgID)
			return err
		})
		if err != nil {
			return false, err
		}
		if cursor = page.Cursor; !page.More {
			return false, nil
		}
	}
	return true, nil
}

func (c *Connections) takeVehicles(ctx context.Context, orgID string, p provider.Provider, address string) error {
	info, err := p.Info(ctx)
	if err != nil {
		return err
	}
	list, err := allVehicles(ctx, p)
	if err != nil {
		return err
	}
	nowMs := c.now().UnixMilli()
	return c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := mapping.Listed(tx, orgID, list, nowMs); err != nil {
			return err
		}
		_, err := store.Exec(tx, `UPDATE integrations.connection SET name = ?, driver_hours_url = ?, telematics_url = ?, vehicles_ms = ? WHERE org_id = ? AND address = ?`,
			info.Name, info.DriverHoursURL, info.TelematicsURL, nowMs, orgID, address)
		return err
	})
}

// allVehicles lists those of a provider, as far as its pages may go.
func allVehicles(ctx context.Context, p provider.Provider) (list []provider.Vehicle, err error) {
	cursor := ""
	for range mostVehiclePages {
		page, err := p.Vehicles(ctx, cursor)
		if err != nil {
			return nil, err
		}
		list = append(list, page.Items...)
		if cursor = page.Cursor; !page.More {
			return list, nil
		}
	}
	return nil, &provider.Problem{Kind: provider.BadAnswer, Say: "The provider's list of vehicles has no end.", Cause: fmt.Errorf("more than %d pages", mostVehiclePages)}
}
