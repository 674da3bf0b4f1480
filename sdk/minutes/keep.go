package minutes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// perTransaction is how many vehicles are kept and judged in one transaction.
const perTransaction = 100

// keep finds out whose minutes devices brought, and keeps them. untilMs above 0: nothing before it is missing any more.
func (f *Follower) keep(ctx context.Context, orgID string, devices map[string][]events.Sample, untilMs int64) error {
	var vehicles map[string][]events.Sample
	err := f.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		vehicles, err = f.vehicles(tx, orgID, devices)
		return err
	})
	if err == nil {
		err = f.keepVehicles(ctx, orgID, vehicles, fromDevices)
	}
	if err != nil || untilMs == 0 {
		return err
	}
	return f.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO `+f.Schema+`.filled (org_id, until_ms) VALUES (?, ?) ON CONFLICT (org_id) DO UPDATE SET until_ms = excluded.until_ms`, orgID, untilMs)
		return err
	})
}

// vehicles says which vehicle each minute is of: the one that the device stood for at the time.
func (f *Follower) vehicles(tx *gorm.DB, orgID string, devices map[string][]events.Sample) (map[string][]events.Sample, error) {
	vehicles := map[string][]events.Sample{}
	if len(devices) == 0 {
		return vehicles, nil
	}
	ids := make([]string, 0, len(devices))
	for id := range devices {
		ids = append(ids, id)
	}
	fitted, err := store.Rows[struct {
		ID          string
		Assignments json.RawMessage
	}](tx, `SELECT id, assignments FROM `+f.Schema+`.fleet_device WHERE org_id = ? AND id = ANY(?)`, orgID, store.List(ids))
	if err != nil {
		return nil, fmt.Errorf("find the vehicles of devices: %w", err)
	}
	for _, d := range fitted {
		var list []events.Assignment
		if err := json.Unmarshal(d.Assignments, &list); err != nil {
			return nil, fmt.Errorf("read the vehicles of device %s: %w", d.ID, err)
		}
		for _, s := range devices[d.ID] {
			for _, a := range list {
				if a.Default && a.FromMs <= s.Time && (a.ToMs == 0 || s.Time < a.ToMs) {
					vehicles[a.VehicleID] = Add(vehicles[a.VehicleID], s)
					break
				}
			}
		}
	}
	return vehicles, nil
}

// keepVehicles keeps and judges minutes by vehicle.
func (f *Follower) keepVehicles(ctx context.Context, orgID string, vehicles map[string][]events.Sample, from source) error {
	ids := make([]string, 0, len(vehicles))
	for id := range vehicles {
		ids = append(ids, id)
	}
	slices.Sort(ids) // locked in one order
	for part := range slices.Chunk(ids, perTransaction) {
		if f.Others && from == fromDevices {
			if err := f.noteOwn(ctx, orgID, part, vehicles); err != nil {
				return err
			}
		}
		err := f.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return f.keepPart(tx, orgID, part, vehicles, from) })
		if err != nil {
			return fmt.Errorf("keep minutes of %s: %w", orgID, err)
		}
	}
	return nil
}

type hourRow struct {
	VehicleID string
	HourMs    int64
	Data      []byte
}

func (f *Follower) keepPart(tx *gorm.DB, orgID string, ids []string, vehicles map[string][]events.Sample, from source) error {
	if f.Others && from == fromOthers {
		var err error
		if ids, err = f.withoutOwn(tx, orgID, ids, vehicles); err != nil || len(ids) == 0 {
			return err
		}
	}
	kept, err := f.around(tx, orgID, ids, vehicles)
	if err != nil {
		return err
	}
	changed := make([]Vehicle, 0, len(ids))
	for _, id := range ids {
		for _, s := range vehicles[id] {
			kept[id] = Add(kept[id], s)
		}
		if slices.ContainsFunc(kept[id], func(s events.Sample) bool { return f.Wants(&s) }) {
			list := vehicles[id]
			changed = append(changed, Vehicle{ID: id, Minutes: kept[id], FromMs: list[0].Time, ToMs: list[len(list)-1].Time + 1})
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if err := f.write(tx, orgID, changed, vehicles); err != nil {
		return err
	}
	if err := f.Judge(tx, orgID, changed); err != nil {
		return fmt.Errorf("judge vehicles %s to %s: %w", changed[0].ID, changed[len(changed)-1].ID, err)
	}
	return nil
}

// around are the minutes of vehicles that are judged with new ones. They are locked until those are kept.
func (f *Follower) around(tx *gorm.DB, orgID string, ids []string, fresh map[string][]events.Sample) (map[string][]events.Sample, error) {
	firstMs, lastMs := int64(1<<62), int64(0)
	for _, id := range ids {
		list := fresh[id]
		firstMs, lastMs = min(firstMs, list[0].Time), max(lastMs, list[len(list)-1].Time)
	}
	fromMs := hourOf(firstMs) - f.Around*HourMs
	kept, err := f.read(tx, orgID, ids, fromMs, hourOf(lastMs)+(max(f.Around, f.Longest)+1)*HourMs)
	if err != nil || f.GoesOn == nil {
		return kept, err
	}
	var open []string
	for _, id := range ids {
		if f.GoesOn(kept[id], fromMs) {
			open = append(open, id)
		}
	}
	if len(open) == 0 {
		return kept, nil
	}
	before, err := f.read(tx, orgID, open, hourOf(firstMs)-f.Longest*HourMs, fromMs)
	for id, list := range before {
		kept[id] = append(list, kept[id]...)
	}
	return kept, err
}

// read reads and locks the hours of vehicles from a time to before another.
func (f *Follower) read(tx *gorm.DB, orgID string, ids []string, fromMs, toMs int64) (map[string][]events.Sample, error) {
	rows, err := store.Rows[hourRow](tx, `SELECT vehicle_id, hour_ms, data FROM `+f.Schema+`.hour WHERE org_id = ? AND vehicle_id = ANY(?) AND hour_ms >= ? AND hour_ms < ?
		ORDER BY vehicle_id, hour_ms FOR UPDATE`, orgID, store.List(ids), fromMs, toMs)
	if err != nil {
		return nil, fmt.Errorf("read minutes: %w", err)
	}
	kept := map[string][]events.Sample{}
	for _, r := range rows {
		list, err := events.UnpackSamples(r.Data)
		if err != nil {
			return nil, fmt.Errorf("read minutes of vehicle %s: %w", r.VehicleID, err)
		}
		kept[r.VehicleID] = append(kept[r.VehicleID], list...)
	}
	return kept, nil
}

// write keeps the hours in which something is new.
func (f *Follower) write(tx *gorm.DB, orgID string, vehicles []Vehicle, fresh map[string][]events.Sample) error {
	var rows []hourRow
	for _, v := range vehicles {
		hours := map[int64]bool{}
		for _, s := range fresh[v.ID] {
			hours[hourOf(s.Time)] = true
		}
		for hourMs := range hours {
			first, _ := slices.BinarySearchFunc(v.Minutes, hourMs, func(s events.Sample, at int64) int { return int(s.Time - at) })
			end, _ := slices.BinarySearchFunc(v.Minutes, hourMs+HourMs, func(s events.Sample, at int64) int { return int(s.Time - at) })
			data, err := events.PackSamples(v.Minutes[first:end])
			if err != nil {
				return fmt.Errorf("pack minutes of vehicle %s: %w", v.ID, err)
			}
			rows = append(rows, hourRow{v.ID, hourMs, data})
		}
	}
	columns := store.NewColumns(1024 * len(rows))
	_, err := store.Exec(tx, `INSERT INTO `+f.Schema+`.hour (org_id, vehicle_id, hour_ms, data) SELECT ?, unnest(?::text[]), unnest(?::bigint[]), unnest(?::bytea[])
		ON CONFLICT (org_id, vehicle_id, hour_ms) DO UPDATE SET data = excluded.data`, orgID,
		columns.Texts(len(rows), func(i int) *string { return &rows[i].VehicleID }), columns.Longs(len(rows), func(i int) int64 { return rows[i].HourMs }),
		columns.Bytes(len(rows), func(i int) []byte { return rows[i].Data }))
	return err
}

// Of are the minutes of a vehicle from a time to before another. Whether the caller may see it is asked before.
func Of(tx *gorm.DB, schema, orgID, vehicleID string, fromMs, toMs int64) (list []events.Sample, err error) {
	rows, err := store.Rows[hourRow](tx, `SELECT vehicle_id, hour_ms, data FROM `+schema+`.hour WHERE org_id = ? AND vehicle_id = ? AND hour_ms >= ? AND hour_ms < ? ORDER BY hour_ms`,
		orgID, vehicleID, hourOf(fromMs), toMs)
	if err != nil {
		return nil, fmt.Errorf("read minutes of vehicle %s: %w", vehicleID, err)
	}
	for _, r := range rows {
		hour, err := events.UnpackSamples(r.Data)
		if err != nil {
			return nil, fmt.Errorf("read minutes of vehicle %s: %w", vehicleID, err)
		}
		list = append(list, hour...)
	}
	return slices.DeleteFunc(list, func(s events.Sample) bool { return s.Time < fromMs || s.Time >= toMs }), nil
}
