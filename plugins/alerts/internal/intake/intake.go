// Package intake makes alerts of what devices notice. Events come late, in any order and more than once; each is one alert, on the vehicle
// that the device was on at the event's own time.
package intake

import (
	"context"
	"fmt"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// Store keeps alerts.
type Store interface {
	Take(ctx context.Context, orgID string, vehicles postgres.Vehicles, list []alert.Alert) (fresh []string, err error)
}

// Placer writes zone and address into alerts.
type Placer interface {
	Fill(ctx context.Context, orgID string, list []alert.Alert)
}

// Intake is the handler of device events.
type Intake struct {
	store      Store
	vehicles   postgres.Vehicles
	placer     Placer
	tell       func(ctx context.Context, orgID string, ids []string)
	deadLetter func(ctx context.Context, e events.Event[events.DeviceEvent], why error) error
}

// New returns an intake. tell is called with the ids of new alerts; deadLetter puts what no alert can be made of among the dead letters.
func New(store Store, vehicles postgres.Vehicles, placer Placer, tell func(ctx context.Context, orgID string, ids []string),
	deadLetter func(ctx context.Context, e events.Event[events.DeviceEvent], why error) error,
) *Intake {
	return &Intake{store: store, vehicles: vehicles, placer: placer, tell: tell, deadLetter: deadLetter}
}

// Events takes a batch: a transaction an organisation.
func (i *Intake) Events(ctx context.Context, batch []events.Event[events.DeviceEvent]) error {
	byOrg, order := map[string][]alert.Alert{}, []string(nil)
	for _, e := range batch {
		a, err := alert.From(e.OrgID, e.Data)
		if err != nil {
			if err := i.deadLetter(ctx, e, err); err != nil {
				return err
			}
			continue
		}
		if _, seen := byOrg[e.OrgID]; !seen {
			order = append(order, e.OrgID)
		}
		byOrg[e.OrgID] = append(byOrg[e.OrgID], a)
	}
	for _, orgID := range order {
		if err := i.take(ctx, orgID, byOrg[orgID]); err != nil {
			return err
		}
	}
	return nil
}

func (i *Intake) take(ctx context.Context, orgID string, list []alert.Alert) error {
	i.placer.Fill(ctx, orgID, list)
	fresh, err := i.store.Take(ctx, orgID, i.vehicles, list)
	if fault.KindOf(err) == fault.NotFound {
		return nil // the organisation is gone
	}
	if err != nil {
		return fmt.Errorf("organisation %s: %w", orgID, err)
	}
	if len(fresh) > 0 {
		i.tell(ctx, orgID, fresh)
	}
	return nil
}
