// Package replica is a plugin's own copy of the fleet: vehicles, devices with their history, and the groups that decide who sees them. It
// follows events and begins with a snapshot, so that a plugin answers while the others are down.
//
// A plugin that uses it calls outrider.fleet('<schema>') in a migration; its manifest consumes Subjects and calls SnapshotCall.
package replica

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Subjects are the events that the manifest consumes.
var Subjects = []string{"event.vehicles.vehicle", "event.vehicles.device", "event.identity.group"}

// SnapshotCall is the operation that the manifest calls.
const SnapshotCall = "GET /api/org/{orgId}/vehicles/replica"

// lookEvery is how often organisations are looked for that were not copied yet.
const lookEvery = time.Minute

// Fleet is the copy.
type Fleet struct {
	db     *store.DB
	host   plugin.Host
	schema string
	moved  []Moved
	told   []VehicleTold
	heard  []DeviceTold
	groups []GroupTold
	off    *absences // nil: the plugin is on everywhere, always
}

// Moved is told that a device is on another vehicle now, or on none (empty), in the transaction that notes it.
type Moved func(tx *gorm.DB, orgID, deviceID, from, to string) error

// OnMoved has f told of devices that move from now on. Call it before the plugin's work begins.
func (f *Fleet) OnMoved(told Moved) { f.moved = append(f.moved, told) }

// VehicleTold is given the newest state of a vehicle, in the transaction that notes it.
type VehicleTold func(tx *gorm.DB, orgID string, v events.VehicleChanged) error

// OnVehicle has f tell of vehicles from now on, those of its snapshot included. Call it before the plugin's work begins.
func (f *Fleet) OnVehicle(told VehicleTold) { f.told = append(f.told, told) }

// DeviceTold is given the newest state of a device, in the transaction that notes it.
type DeviceTold func(tx *gorm.DB, orgID string, d events.DeviceChanged) error

// OnDevice has f tell of devices from now on, those of its snapshot included. Call it before the plugin's work begins.
func (f *Fleet) OnDevice(told DeviceTold) { f.heard = append(f.heard, told) }

// GroupTold is given the newest state of a group and since when it is so, in the transaction that notes it.
type GroupTold func(tx *gorm.DB, orgID string, g events.GroupChanged, at time.Time) error

// OnGroup has f tell of groups from now on, those of its snapshot included. Call it before the plugin's work begins.
func (f *Fleet) OnGroup(told GroupTold) { f.groups = append(f.groups, told) }

// Follow keeps the copy in the plugin's database up to date from its start on.
func Follow(env plugin.Env) *Fleet {
	f := New(env.Store, env.Host, env.Manifest.ID)
	if env.Manifest.Module.Optional {
		f.off = watchAbsences(env.Tenants)
	}
	events.Consume(env.Events, "event.vehicles.vehicle", f.ApplyVehicle)
	events.Consume(env.Events, "event.vehicles.device", f.ApplyDevice)
	events.ConsumeByOrg(env.Events, "event.identity.group", f.applyGroups) // a move of a tree is an event of each of its groups
	env.Go("copy of the fleet", f.run)
	return f
}

// New is the copy in schema without its events, for tests.
func New(db *store.DB, host plugin.Host, schema string) *Fleet {
	return &Fleet{db: db, host: host, schema: schema}
}

func (f *Fleet) run(ctx context.Context) error {
	return f.off.sweepAgain(ctx, func(ctx context.Context) error { return plugin.Sweep(ctx, f.host, lookEvery, f.snapshot) })
}

// snapshot copies the fleet of an organisation that was not copied yet.
func (f *Fleet) snapshot(ctx context.Context, orgID string) error {
	var copied bool
	err := f.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		copied, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM `+f.schema+`.fleet_snapshot)`)
		return err
	})
	if err != nil || copied && !f.off.missed(orgID) {
		return err
	}
	done := f.off.begin(orgID)
	groups, sequence, err := f.host.Groups(ctx, orgID)
	if err != nil {
		return err
	}
	var fleet events.FleetSnapshot
	if err := f.host.Call(web.AsPlugin(ctx, orgID), "GET", "/api/org/"+url.PathEscape(orgID)+"/vehicles/replica", nil, &fleet); err != nil {
		return fmt.Errorf("copy the fleet of %s: %w", orgID, err)
	}
	err = f.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for _, g := range groups {
			if err := f.putGroup(tx, orgID, events.GroupChanged{ID: g.ID, Path: g.Path, Label: g.Label}, sequence, time.Now()); err != nil {
				return err
			}
		}
		for _, v := range fleet.Vehicles {
			if err := f.putVehicle(tx, orgID, v, fleet.Sequence); err != nil {
				return err
			}
		}
		for _, d := range fleet.Devices {
			if err := f.putDevice(tx, orgID, d, fleet.Sequence); err != nil {
				return err
			}
		}
		if copied {
			if err := f.forgetGone(tx, sequence, fleet.Sequence); err != nil {
				return err
			}
		}
		_, err := store.Exec(tx, `INSERT INTO `+f.schema+`.fleet_snapshot (org_id, sequence) VALUES (?, ?) ON CONFLICT DO NOTHING`, orgID, int64(fleet.Sequence))
		return err
	})
	if err == nil {
		done()
	}
	return err
}
