// Package reading keeps what vehicles of a provider said, and tells the modules that live from it, of those that are mapped to vehicles of ours.
package reading

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

const (
	pluginID = "integrations"
	// KeepFor is how long readings are kept; tellAgain is how much of them is told of a vehicle that has just been mapped, or to a module that was just switched on.
	KeepFor, tellAgain = 30 * 24 * time.Hour, 7 * 24 * time.Hour
)

type row struct {
	ID     string
	TimeMs int64
	Data   string
}

// Keep keeps what came of an organisation, and tells of it; what is there already is left as it is. newest is the time of the last reading that is new, by vehicle of the provider.
func Keep(tx *gorm.DB, orgID string, list []provider.Reading) (newest map[string]int64, err error) {
	newest = map[string]int64{}
	if len(list) == 0 {
		return newest, nil
	}
	data := make([]string, len(list))
	for i, r := range list {
		raw, err := json.Marshal(r.Sample)
		if err != nil {
			return nil, fmt.Errorf("write a reading of %s: %w", r.VehicleID, err)
		}
		data[i] = string(raw)
	}
	n, columns := len(list), store.NewColumns(256*len(list))
	came, err := store.Rows[row](tx, `INSERT INTO integrations.reading AS r (org_id, id, time_ms, data) SELECT ?, unnest(?::text[]), unnest(?::bigint[]), unnest(?::text[])::jsonb
		ON CONFLICT (org_id, id, time_ms) DO NOTHING RETURNING r.id, r.time_ms, r.data::text AS data`, orgID,
		columns.Texts(n, func(i int) *string { return &list[i].VehicleID }), columns.Longs(n, func(i int) int64 { return list[i].Sample.Time }), columns.Texts(n, func(i int) *string { return &data[i] }))
	if err != nil {
		return nil, fmt.Errorf("keep readings of %s: %w", orgID, err)
	}
	for _, r := range came {
		newest[r.ID] = max(newest[r.ID], r.TimeMs)
	}
	return newest, tell(tx, orgID, came)
}

// Forget drops what a former provider of an organisation said.
func Forget(tx *gorm.DB, orgID string) error {
	_, err := store.Exec(tx, `DELETE FROM integrations.reading WHERE org_id = ?`, orgID)
	return err
}

// tell publishes readings of mapped vehicles.
func tell(tx *gorm.DB, orgID string, list []row) error {
	slices.SortFunc(list, func(a, b row) int { return int(a.TimeMs - b.TimeMs) })
	mapped, err := store.Rows[struct{ ID, VehicleID string }](tx, `SELECT id, vehicle_id FROM integrations.vehicle WHERE org_id = ? AND vehicle_id IS NOT NULL`, orgID)
	if err != nil {
		return fmt.Errorf("find which vehicles are mapped: %w", err)
	}
	for _, m := range mapped {
		var samples []events.Sample
		for _, r := range list {
			if r.ID != m.ID {
				continue
			}
			var s events.Sample
			if err := json.Unmarshal([]byte(r.Data), &s); err != nil {
				return fmt.Errorf("read a reading of %s: %w", r.ID, err)
			}
			samples = append(samples, s)
		}
		for part := range slices.Chunk(samples, events.MostReadings) {
			if err := events.PublishReadings(tx, orgID, pluginID, events.ReadingsTaken{VehicleID: m.VehicleID, Samples: part}); err != nil {
				return fmt.Errorf("tell readings of vehicle %s: %w", m.VehicleID, err)
			}
		}
	}
	return nil
}

// TellAgain tells what was said in the last days: of one vehicle of the provider, or of all with "".
func TellAgain(tx *gorm.DB, orgID, id string, now time.Time) error {
	list, err := store.Rows[row](tx, `SELECT id, time_ms, data::text AS data FROM integrations.reading WHERE org_id = ? AND time_ms >= ? AND (? = '' OR id = ?)`, orgID, now.Add(-tellAgain).UnixMilli(), id, id)
	if err != nil {
		return fmt.Errorf("read what was said: %w", err)
	}
	return tell(tx, orgID, list)
}

// Listeners tells modules that were switched on what they missed.
type Listeners struct {
	db  store.Transactor
	now func() time.Time
}

// NewListeners keeps in db which modules were on.
func NewListeners(db store.Transactor, now func() time.Time) *Listeners { return &Listeners{db, now} }

// Switched takes event.identity.organisation: what was said before a module was on, it was not told.
func (l *Listeners) Switched(ctx context.Context, e events.Event[events.OrganisationChanged]) error {
	err := l.db.InOrg(ctx, e.Data.ID, func(tx *gorm.DB) error {
		known, err := store.Rows[struct{ Module string }](tx, `SELECT unnest(modules) AS module FROM integrations.listener WHERE org_id = ?`, e.Data.ID)
		if err != nil {
			return fmt.Errorf("read the modules of %s: %w", e.Data.ID, err)
		}
		isNew := false
		for _, module := range e.Data.Modules {
			isNew = isNew || !slices.ContainsFunc(known, func(k struct{ Module string }) bool { return k.Module == module })
		}
		_, err = store.Exec(tx, `INSERT INTO integrations.listener (org_id, modules) VALUES (?, ?) ON CONFLICT (org_id) DO UPDATE SET modules = excluded.modules`, e.Data.ID, store.List(append([]string{}, e.Data.Modules...)))
		if err != nil || !isNew {
			return err
		}
		return TellAgain(tx, e.Data.ID, "", l.now())
	})
	if fault.KindOf(err) == fault.NotFound {
		return nil // the organisation is gone
	}
	return err
}

// Drop takes out what is too old, until ctx ends.
func Drop(ctx context.Context, db store.Transactor, now func() time.Time) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		err := db.InAll(ctx, func(tx *gorm.DB) error {
			_, err := store.Exec(tx, `DELETE FROM integrations.reading WHERE time_ms < ?`, now().Add(-KeepFor).UnixMilli())
			return err
		})
		if err != nil && fault.KindOf(err) != fault.Unavailable {
			return fmt.Errorf("drop old readings: %w", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
