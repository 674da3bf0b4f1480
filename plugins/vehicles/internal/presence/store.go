package presence

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Store keeps what devices are doing.
type Store struct{ db store.Transactor }

// NewStore keeps presence in db.
func NewStore(db store.Transactor) *Store { return &Store{db} }

// Forget takes the presence of a device out that is removed.
func Forget(tx *gorm.DB, orgID, deviceID string) error {
	_, err := store.Exec(tx, `DELETE FROM vehicles.presence WHERE org_id = ? AND device_id = ?`, orgID, deviceID)
	return err
}

// ForgetAll is Forget for many devices.
func ForgetAll(tx *gorm.DB, orgID string, deviceIDs []string) error {
	_, err := store.Exec(tx, `DELETE FROM vehicles.presence WHERE org_id = ? AND device_id = ANY(?)`, orgID, store.List(deviceIDs))
	return err
}

type presenceRow struct {
	DeviceID      string
	IsDefault     bool
	VehicleID     string
	Name          string
	Type          string
	GroupID       string
	Path          string
	Components    []byte
	Faults        int
	LastSeenMs    int64
	ReceivedMs    int64
	HeardMs       int64
	Connected     bool
	Lat, Lng      *float64
	LocatedMs     int64
	Cell          *int64
	SpeedKmh      *float64
	HeadingDeg    *float64
	Ignition      *bool
	SpeedLimitKmh *float64
	OdometerM     *float64
	Signal        *int
	TripMs        int64
	MovedMs       int64
	SkewMs        int64
	FarLat        *float64
	FarLng        *float64
	FarFromMs     int64
	FarSeen       int
	Driver        string
	Label         *string // nil until the cell has been named
	Shown         string  // the cell's name, or that of the cell before
	Country       string
	Zone          string
}

// selectPresence starts at the open assignments: a device that is fitted to nothing is nowhere on the map.
const selectPresence = `
SELECT a.device_id, a.is_default, v.id AS vehicle_id, v.name, v.type, v.group_id, g.path, d.components,
	jsonb_array_length(d.faults || d.clock_fault) AS faults, p.last_seen_ms, p.received_ms, p.heard_ms, p.connected, p.lat, p.lng, p.located_ms, p.cell,
	p.speed_kmh, p.heading_deg, p.ignition, p.speed_limit_kmh, p.odometer_m, p.signal, p.trip_ms, p.moved_ms,
	COALESCE(driven.driver_name, '') AS driver, place.label,
	COALESCE(place.label, before.label, '') AS shown, COALESCE(place.country, before.country) AS country, COALESCE(place.zone, before.zone) AS zone
FROM vehicles.assignment a
JOIN vehicles.device d ON d.org_id = a.org_id AND d.device_id = a.device_id
JOIN vehicles.vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
LEFT JOIN vehicles.presence p ON p.org_id = a.org_id AND p.device_id = a.device_id
LEFT JOIN vehicles.driver_assignment driven ON driven.org_id = a.org_id AND driven.vehicle_id = a.vehicle_id AND driven.to_ms IS NULL
LEFT JOIN vehicles.place place ON place.cell = p.cell
LEFT JOIN vehicles.place before ON before.cell = p.named_cell
WHERE a.org_id = ? AND a.to_ms IS NULL AND d.deleted_at IS NULL AND v.deleted_at IS NULL AND NOT v.disabled AND `

// Presence is what devices are doing, and the map cells of theirs that nobody has named yet.
type Presence struct {
	Devices []Device
	Unnamed []int64
}

// Presences returns the presence of every fitted device in visible, by device id; of some vehicles only if any are named.
func (s *Store) Presences(ctx context.Context, orgID string, visible scope.Scope, vehicleIDs ...string) (Presence, error) {
	condition, args := visible.Vehicles()
	if len(vehicleIDs) > 0 {
		condition, args = condition+` AND a.vehicle_id = ANY(?)`, append(args, store.List(vehicleIDs))
	}
	return s.presences(ctx, orgID, condition+` ORDER BY a.device_id`, args)
}

// PresencesOf returns the presence of those of the devices that are fitted to a vehicle.
func (s *Store) PresencesOf(ctx context.Context, orgID string, deviceIDs []string) (Presence, error) {
	return s.presences(ctx, orgID, `a.device_id = ANY(?) ORDER BY a.device_id`, []any{store.List(deviceIDs)})
}

func (s *Store) presences(ctx context.Context, orgID, condition string, args []any) (Presence, error) {
	var found []presenceRow
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[presenceRow](tx, selectPresence+condition, append([]any{orgID}, args...)...)
		return err
	})
	if err != nil {
		return Presence{}, fmt.Errorf("list presence: %w", err)
	}
	list := Presence{Devices: make([]Device, len(found))}
	for i, r := range found {
		if list.Devices[i], err = r.device(); err != nil {
			return Presence{}, err
		}
		if r.Cell != nil && r.Label == nil {
			list.Unnamed = append(list.Unnamed, *r.Cell)
		}
	}
	return list, nil
}

func (r presenceRow) device() (Device, error) {
	var components []events.Component
	if err := json.Unmarshal(r.Components, &components); err != nil {
		return Device{}, fmt.Errorf("components of device %s: %w", r.DeviceID, err)
	}
	d := Device{
		State: r.state(), DeviceID: r.DeviceID, IsDefault: r.IsDefault, VehicleID: r.VehicleID, VehicleName: r.Name, VehicleType: r.Type,
		GroupID: r.GroupID, Path: r.Path, Channels: device.Channels(components), Faults: r.Faults, Country: r.Country, Zone: r.Zone,
		Place: r.Shown, Driver: r.Driver,
	}
	return d, nil
}

func (r presenceRow) state() State {
	s := State{
		LastSeenMs: r.LastSeenMs, ReceivedMs: r.ReceivedMs, HeardMs: r.HeardMs, Connected: r.Connected, Lat: r.Lat, Lng: r.Lng,
		LocatedMs: r.LocatedMs, SpeedKmh: r.SpeedKmh, HeadingDeg: r.HeadingDeg, Ignition: r.Ignition, SpeedLimitKmh: r.SpeedLimitKmh,
		OdometerM: r.OdometerM, Signal: r.Signal, TripMs: r.TripMs, MovedMs: r.MovedMs,
		SkewMs: r.SkewMs, FarLat: r.FarLat, FarLng: r.FarLng, FarFromMs: r.FarFromMs, FarSeen: r.FarSeen,
	}
	s.Heal()
	return s
}

// lockPresence returns the presence of devices and holds it until the transaction ends.
func lockPresence(tx *gorm.DB, orgID string, deviceIDs []string) (map[string]State, error) {
	found, err := store.Rows[presenceRow](tx, `SELECT * FROM vehicles.presence WHERE org_id = ? AND device_id = ANY(?) ORDER BY device_id FOR UPDATE`,
		orgID, store.List(deviceIDs))
	states := make(map[string]State, len(found))
	for _, r := range found {
		states[r.DeviceID] = r.state()
	}
	return states, err
}

// savePresence keeps states that samples changed. A newer one, written by another process meanwhile, stays.
func savePresence(tx *gorm.DB, orgID string, states map[string]State) error {
	var c presenceColumns
	for id, s := range states {
		c.add(id, s)
	}
	_, err := store.Exec(tx, `
		INSERT INTO vehicles.presence AS p (org_id, device_id, last_seen_ms, received_ms, lat, lng, located_ms, cell, speed_kmh, heading_deg,
			ignition, speed_limit_kmh, odometer_m, signal, trip_ms, moved_ms, far_lat, far_lng, far_from_ms, far_seen)
		SELECT ?, u.* FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::float8[], ?::float8[], ?::bigint[], ?::bigint[], ?::float8[], ?::float8[],
			?::bool[], ?::float8[], ?::float8[], ?::smallint[], ?::bigint[], ?::bigint[], ?::float8[], ?::float8[], ?::bigint[], ?::int[]) AS u ORDER BY 2
		ON CONFLICT (org_id, device_id) DO UPDATE SET last_seen_ms = excluded.last_seen_ms, received_ms = excluded.received_ms,
			lat = excluded.lat, lng = excluded.lng, located_ms = excluded.located_ms, cell = excluded.cell,
			named_cell = CASE WHEN EXISTS (SELECT FROM vehicles.place WHERE place.cell = p.cell) THEN p.cell ELSE p.named_cell END, speed_kmh = excluded.speed_kmh,
			heading_deg = excluded.heading_deg, ignition = excluded.ignition, speed_limit_kmh = excluded.speed_limit_kmh,
			odometer_m = excluded.odometer_m, signal = coalesce(excluded.signal, p.signal),
			trip_ms = excluded.trip_ms, moved_ms = excluded.moved_ms,
			far_lat = excluded.far_lat, far_lng = excluded.far_lng, far_from_ms = excluded.far_from_ms, far_seen = excluded.far_seen
		WHERE p.last_seen_ms < excluded.last_seen_ms OR (p.last_seen_ms > excluded.received_ms AND p.received_ms < excluded.received_ms)`, // a newest sample in the future was a wrong clock's
		orgID, &c.ids, &c.seen, &c.received, &c.lat, &c.lng, &c.located, &c.cells, &c.speed, &c.heading, &c.ignition, &c.limit, &c.odometer, &c.signal,
		&c.trip, &c.moved, &c.farLat, &c.farLng, &c.farFrom, &c.farSeen)
	return err
}

// presenceColumns are states as arrays, a column each.
type presenceColumns struct {
	ids                                       []string
	seen, received, located, trip, moved      []int64
	cells                                     []*int64
	lat, lng, speed, heading, limit, odometer []*float64
	ignition                                  []*bool
	signal                                    []*int
	farLat, farLng                            []*float64
	farFrom                                   []int64
	farSeen                                   []int
}

func (c *presenceColumns) add(id string, s State) {
	c.ids = append(c.ids, id)
	c.seen, c.received, c.located = append(c.seen, s.LastSeenMs), append(c.received, s.ReceivedMs), append(c.located, s.LocatedMs)
	c.lat, c.lng, c.speed = append(c.lat, s.Lat), append(c.lng, s.Lng), append(c.speed, s.SpeedKmh)
	c.heading, c.limit, c.odometer = append(c.heading, s.HeadingDeg), append(c.limit, s.SpeedLimitKmh), append(c.odometer, s.OdometerM)
	c.ignition, c.signal = append(c.ignition, s.Ignition), append(c.signal, s.Signal)
	c.trip, c.moved = append(c.trip, s.TripMs), append(c.moved, s.MovedMs)
	c.farLat, c.farLng = append(c.farLat, s.FarLat), append(c.farLng, s.FarLng)
	c.farFrom, c.farSeen = append(c.farFrom, s.FarFromMs), append(c.farSeen, s.FarSeen)
	var cell *int64
	if s.Lat != nil && s.Lng != nil {
		number := Cell(*s.Lat, *s.Lng)
		cell = &number
	}
	c.cells = append(c.cells, cell)
}
