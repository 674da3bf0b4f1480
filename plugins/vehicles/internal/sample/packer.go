package sample

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

const (
	// PackEvery is how often what has become old is packed.
	PackEvery = 10 * time.Minute
	// openFor is how long a span stays open after its end: most of what is late comes by then.
	openFor = 2 * time.Hour
	// perPacking is how many devices one transaction packs a span of.
	perPacking = 16
)

// Packer rewrites samples of spans that ended a while ago into packed rows. A transaction takes rows out of the one table and puts them into the other, so that a crash
// at any moment leaves them in one of both.
type Packer struct {
	db  store.Transactor
	log *slog.Logger
	now func() time.Time
	// packed is told, in the same transaction, of which vehicles a span was packed.
	packed func(tx *gorm.DB, orgID string, spanMs int64, vehicleIDs []string) error
}

// NewPacker packs in db.
func NewPacker(db store.Transactor, log *slog.Logger, now func() time.Time, packed func(tx *gorm.DB, orgID string, spanMs int64, vehicleIDs []string) error) *Packer {
	return &Packer{db, log, now, packed}
}

// Sweep packs an organisation and gives back the room; see plugin.Sweep.
func (p *Packer) Sweep(ctx context.Context, orgID string) error {
	packed, err := p.Pack(ctx, orgID)
	if err != nil {
		return err
	}
	if _, err := p.Describe(ctx, orgID); err != nil || packed == 0 {
		return err
	}
	p.log.Debug("samples were packed", "org", orgID, "samples", packed)
	return p.Empty(ctx)
}

// Pack packs everything of an organisation that is old enough, and says how many samples that were. Of several processes that try at once one does it for each few devices.
func (p *Packer) Pack(ctx context.Context, orgID string) (packed int, err error) {
	untilMs := history.SpanOf(p.now().Add(-openFor).UnixMilli())
	days, err := p.openDays(ctx)
	if err != nil {
		return 0, err
	}
	kept, err := p.firstKept(ctx, orgID)
	if err != nil {
		return 0, err
	}
	for _, day := range days {
		if day < kept {
			continue // it came late for a day that was dropped, and goes with the next turn of retention
		}
		for beginMs := history.Begins(day); beginMs < history.Begins(day+1) && beginMs < untilMs; beginMs += history.SpanMs {
			n, err := p.span(ctx, orgID, beginMs)
			if packed += n; err != nil {
				return packed, fmt.Errorf("pack samples of %s: %w", orgID, err)
			}
		}
	}
	return packed, nil
}

// firstKept is the first day that retention has not dropped.
func (p *Packer) firstKept(ctx context.Context, orgID string) (day int64, err error) {
	err = p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		day, err = store.One[int64](tx, `SELECT coalesce(max(dropped_day), 0) FROM vehicles.retention WHERE org_id = ?`, orgID)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("read what %s keeps: %w", orgID, err)
	}
	return day, nil
}

// Empty gives back the room of days whose samples were all packed.
func (p *Packer) Empty(ctx context.Context) error {
	days, err := p.openDays(ctx)
	if err != nil {
		return err
	}
	for _, day := range days {
		if history.Begins(day+1) > p.now().Add(-openFor).UnixMilli() {
			continue
		}
		err := p.db.InAll(ctx, func(tx *gorm.DB) error {
			_, err := store.One[bool](tx, `SELECT vehicles.empty_day(?::date)`, time.UnixMilli(history.Begins(day)).UTC().Format(time.DateOnly))
			return err
		})
		if err != nil {
			return fmt.Errorf("empty a day of samples: %w", err)
		}
	}
	return nil
}

// openDays are the days whose partition of samples takes any room, the oldest first.
func (p *Packer) openDays(ctx context.Context) (days []int64, err error) {
	var names []string
	err = p.db.InAll(ctx, func(tx *gorm.DB) error {
		names, err = store.Rows[string](tx, `
			SELECT right(c.relname, 8) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent = 'vehicles.sample'::regclass AND c.relname ~ '^sample_[0-9]{8}$' AND pg_relation_size(c.oid) > 0 ORDER BY 1`)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list days of samples: %w", err)
	}
	for _, name := range names {
		at, err := time.Parse("20060102", name)
		if err != nil {
			return nil, fmt.Errorf("read the name of a partition: %w", err)
		}
		days = append(days, history.Day(at.UnixMilli()))
	}
	return days, nil
}

// devicesIn walks the index from one device to the next, without a look at each of their samples.
const devicesIn = `
	WITH RECURSIVE d AS (
		(SELECT s.device_id FROM vehicles.sample s WHERE s.org_id = ? AND s.time_ms >= ? AND s.time_ms < ? ORDER BY s.device_id LIMIT 1)
		UNION ALL
		SELECT (SELECT s.device_id FROM vehicles.sample s WHERE s.org_id = ? AND s.time_ms >= ? AND s.time_ms < ? AND s.device_id > d.device_id ORDER BY s.device_id LIMIT 1)
		FROM d WHERE d.device_id IS NOT NULL)
	SELECT device_id FROM d WHERE device_id IS NOT NULL`

func (p *Packer) span(ctx context.Context, orgID string, beginMs int64) (packed int, err error) {
	var devices []string
	endMs := beginMs + history.SpanMs
	err = p.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		devices, err = store.Rows[string](tx, devicesIn, orgID, beginMs, endMs, orgID, beginMs, endMs)
		return err
	})
	if err != nil {
		return 0, err
	}
	for some := range slices.Chunk(devices, perPacking) {
		n := 0
		err := p.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
			n, err = p.some(tx, orgID, beginMs, some)
			return err
		})
		if errors.Is(err, history.ErrPacked) { // it stays as it is; the others are not held up
			p.log.Error("samples cannot join what was packed before", "org", orgID, "devices", some, "span", beginMs, "error", err.Error())
			continue
		}
		if err != nil {
			return packed, err
		}
		packed += n
	}
	return packed, nil
}

// some packs a span of some devices.
func (p *Packer) some(tx *gorm.DB, orgID string, beginMs int64, devices []string) (count int, err error) {
	mine, err := store.One[bool](tx, `SELECT outrider.try_lock('sample packing')`)
	if err != nil || !mine {
		return 0, err
	}
	there, err := p.there(tx, orgID, beginMs, devices)
	if err != nil {
		return 0, err
	}
	gone, err := takeOut(tx, orgID, beginMs, devices)
	if err != nil {
		return 0, err
	}
	repeated, differing := 0, 0
	for _, g := range gone {
		count += len(g.readings)
		again, other := there[g.deviceID].add(g.vehicleID, g.readings)
		repeated, differing = repeated+again, differing+other
	}
	vehicles := map[string]bool{}
	for deviceID, kept := range there {
		for vehicleID, taken := range kept.taken {
			if err := put(tx, orgID, deviceID, beginMs, vehicleID, kept.of[vehicleID], taken); err != nil {
				return 0, err
			}
			vehicles[vehicleID] = true
		}
	}
	if err := p.packed(tx, orgID, beginMs, slices.Sorted(maps.Keys(vehicles))); err != nil {
		return 0, err
	}
	// What came again after it was packed could not be seen when it was taken in.
	return count, countRepeats(tx, orgID, p.now(), Taken{Repeated: repeated, Differing: differing})
}

func put(tx *gorm.DB, orgID, deviceID string, beginMs int64, vehicleID string, list []history.Reading, taken int) error {
	data, err := history.Pack(list)
	if err != nil {
		return err
	}
	_, err = store.Exec(tx, `
		INSERT INTO vehicles.packed AS p (org_id, device_id, span_ms, vehicle_id, samples, taken, data, reach) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, device_id, span_ms, vehicle_id) DO UPDATE SET samples = excluded.samples, taken = p.taken + excluded.taken, data = excluded.data, reach = excluded.reach`,
		orgID, deviceID, beginMs, vehicleID, len(list), taken, data, history.ReachOf(list).Bytes())
	return err
}

// spanOfDevice is what is packed of a device's span, by vehicle.
type spanOfDevice struct {
	of    map[string][]history.Reading
	taken map[string]int // of what is to be written: how many samples came, those that were there already included
}

// there is what is packed of some devices' span already.
func (p *Packer) there(tx *gorm.DB, orgID string, beginMs int64, devices []string) (map[string]spanOfDevice, error) {
	found, err := store.Rows[struct {
		DeviceID, VehicleID string
		Data                []byte
	}](tx, `SELECT device_id, vehicle_id, data FROM vehicles.packed WHERE org_id = ? AND device_id = ANY(?) AND span_ms = ? FOR UPDATE`, orgID, store.List(devices), beginMs)
	if err != nil {
		return nil, err
	}
	all := make(map[string]spanOfDevice, len(devices))
	for _, id := range devices {
		all[id] = spanOfDevice{map[string][]history.Reading{}, map[string]int{}}
	}
	for _, f := range found {
		list, err := history.Unpack(f.Data, f.DeviceID)
		if err != nil {
			return nil, fmt.Errorf("device %s: %w", f.DeviceID, err)
		}
		all[f.DeviceID].of[f.VehicleID] = list
	}
	return all, nil
}

// add takes readings of a vehicle, the oldest first. One whose instant is there, on whatever vehicle, is a repeat; differing ones say something else.
func (s spanOfDevice) add(vehicleID string, list []history.Reading) (repeated, differing int) {
	if len(s.of) == 0 { // they are of one table, in which none comes twice
		s.of[vehicleID], s.taken[vehicleID] = list, len(list)
		return 0, 0
	}
	fresh := list[:0:0]
	for i := range list {
		first, carrier, there := s.at(list[i].TimeMs)
		if !there {
			fresh = append(fresh, list[i])
			continue
		}
		s.taken[carrier]++
		if repeated++; first != list[i] {
			differing++
		}
	}
	if len(fresh) > 0 {
		s.of[vehicleID] = history.Merge(s.of[vehicleID], fresh)
		s.taken[vehicleID] += len(fresh)
	}
	return repeated, differing
}

// at is the reading of an instant and the vehicle that it was on.
func (s spanOfDevice) at(atMs int64) (r history.Reading, vehicleID string, there bool) {
	for vehicleID, list := range s.of {
		if i, there := slices.BinarySearchFunc(list, atMs, history.ByTime); there {
			return list[i], vehicleID, true
		}
	}
	return history.Reading{}, "", false
}
