// Package drivers keeps a copy of who drove which vehicle, from the vehicles plugin's events and, for what was before them, from its history.
package drivers

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Subject is the event of drives.
const Subject = "event.vehicles.assignment"

const (
	lookEvery = time.Minute
	// history is how far back the vehicles plugin is asked.
	history = 399 * 24 * time.Hour
)

// Host is the part of plugin.Host that is used.
type Host interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
	Call(ctx context.Context, method, path string, in, out any) error
}

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
}

// Copy is the copy.
type Copy struct {
	db   DB
	host Host
	now  func() time.Time
}

// New returns a copy in a database; Take and Run keep it.
func New(db DB, host Host, now func() time.Time) *Copy { return &Copy{db: db, host: host, now: now} }

// Take takes an event. The order does not matter: an end that was said once stays.
func (c *Copy) Take(ctx context.Context, e events.Event[events.DriverAssignmentChanged]) error {
	err := c.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error { return put(tx, e.OrgID, e.Data) })
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return fmt.Errorf("take drive %s: %w", e.Data.ID, err)
	}
	return nil
}

func put(tx *gorm.DB, orgID string, d events.DriverAssignmentChanged) error {
	_, err := store.Exec(tx, `
		INSERT INTO alerts.drive AS old (org_id, id, vehicle_id, driver_id, driver_name, from_ms, to_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET driver_name = excluded.driver_name, from_ms = excluded.from_ms,
			to_ms = CASE WHEN excluded.to_ms = 0 THEN old.to_ms ELSE excluded.to_ms END`,
		orgID, d.ID, d.VehicleID, d.DriverID, d.DriverName, d.FromMs, d.ToMs)
	return err
}

// Run copies the drives of organisations that were not copied yet, until ctx ends.
func (c *Copy) Run(ctx context.Context) error {
	return plugin.Sweep(ctx, c.host, lookEvery, c.snapshot)
}

type historyAnswer struct {
	List []struct {
		ID         string `json:"AssignmentId"`
		VehicleID  string `json:"VehicleID"`
		DriverID   string `json:"DriverId"`
		DriverName string `json:"DriverName"`
		From       int64  `json:"FromUnixTime"`
		To         *int64 `json:"ToUnixTime"`
	} `json:"lstAssignedVehicleHistory"`
}

// snapshot copies once what the drives of an organisation were.
func (c *Copy) snapshot(ctx context.Context, orgID string) error {
	var copied bool
	err := c.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		copied, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM alerts.drive_snapshot WHERE org_id = ?)`, orgID)
		return err
	})
	if err != nil || copied {
		return err
	}
	now := c.now()
	asked := map[string]string{"FromDate": strconv.FormatInt(now.Add(-history).Unix(), 10), "ToDate": strconv.FormatInt(now.Add(time.Hour).Unix(), 10)}
	var found historyAnswer
	if err := c.host.Call(web.AsPlugin(ctx, orgID), http.MethodPost, "/api/ListAllAssignVehicleHistory", asked, &found); err != nil {
		return fmt.Errorf("copy the drives of %s: %w", orgID, err)
	}
	return c.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for _, d := range found.List {
			var toMs int64
			if d.To != nil {
				toMs = *d.To * 1000
			}
			// What an event has told meanwhile is newer, and knows the time to the millisecond.
			_, err := store.Exec(tx, `INSERT INTO alerts.drive (org_id, id, vehicle_id, driver_id, driver_name, from_ms, to_ms) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				orgID, d.ID, d.VehicleID, d.DriverID, d.DriverName, d.From*1000, toMs)
			if err != nil {
				return err
			}
		}
		_, err := store.Exec(tx, `INSERT INTO alerts.drive_snapshot (org_id) VALUES (?) ON CONFLICT DO NOTHING`, orgID)
		return err
	})
}
