// Package session is when and where vehicles were charged.
package session

import (
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/ev/internal/charge"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// Session is one of a vehicle.
type Session struct {
	ID             string
	VehicleID      string
	StartMs, EndMs int64
	EnergyKWh      float64 `gorm:"column:energy_kwh"`
	PeakKW         float64 `gorm:"column:peak_kw"`
	SocBefore      *float64
	SocAfter       *float64
	GoesOn         bool
	Lat, Lng       *float64
	Place          string `gorm:"-"` // filled in by who shows it
}

// Columns are those of a session, for queries by others of this plugin.
const Columns = `s.id, s.vehicle_id, s.start_ms, s.end_ms, s.energy_kwh, s.peak_kw, s.soc_before, s.soc_after, s.goes_on, s.lat, s.lng`

// Found are the sessions that were found in a time of a vehicle.
type Found struct {
	minutes.Span
	Sessions []charge.Session
}

// Keep makes what is kept of times what was found in them. A session that was found again keeps its id, though it begins at another minute now.
func Keep(tx *gorm.DB, orgID string, list []Found) error {
	if len(list) == 0 {
		return nil
	}
	spans := make([]minutes.Span, len(list))
	for i, f := range list {
		spans[i] = f.Span
	}
	ids, fromMs, toMs := minutes.Cover(spans)
	rows, err := store.Rows[Session](tx, `SELECT `+Columns+` FROM ev.session s WHERE s.org_id = ? AND s.vehicle_id = ANY(?) AND s.end_ms >= ? AND s.start_ms < ? ORDER BY s.vehicle_id, s.start_ms FOR UPDATE`,
		orgID, store.List(ids), fromMs, toMs)
	if err != nil {
		return fmt.Errorf("read sessions of %d vehicles: %w", len(list), err)
	}
	kept := map[string][]Session{}
	for _, s := range rows {
		kept[s.VehicleID] = append(kept[s.VehicleID], s)
	}
	for _, f := range list {
		within := slices.DeleteFunc(kept[f.VehicleID], func(s Session) bool { return s.EndMs < f.FromMs || s.StartMs >= f.ToMs })
		if err := keep(tx, orgID, f, within); err != nil {
			return err
		}
	}
	return nil
}

// keep makes what is kept of a time of one vehicle what was found in it.
func keep(tx *gorm.DB, orgID string, found Found, kept []Session) error {
	for _, f := range found.Sessions {
		id := fmt.Sprintf("%s:%d", found.VehicleID, f.StartMs)
		again := -1
		for i, k := range kept {
			if k.StartMs <= f.EndMs && f.StartMs <= k.EndMs {
				again = i
				break
			}
		}
		switch {
		case again >= 0:
			id = kept[again].ID
			kept = append(kept[:again], kept[again+1:]...)
		case f.EndMs < found.FromMs || f.StartMs >= found.ToMs:
			continue // it was judged with what lies around it
		}
		_, err := store.Exec(tx, `INSERT INTO ev.session (org_id, id, vehicle_id, start_ms, end_ms, energy_kwh, peak_kw, soc_before, soc_after, goes_on, lat, lng) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, id) DO UPDATE SET start_ms = excluded.start_ms, end_ms = excluded.end_ms, energy_kwh = excluded.energy_kwh, peak_kw = excluded.peak_kw, soc_before = excluded.soc_before,
				soc_after = excluded.soc_after, goes_on = excluded.goes_on, lat = excluded.lat, lng = excluded.lng`,
			orgID, id, found.VehicleID, f.StartMs, f.EndMs, math.Round(1000*f.EnergyKWh)/1000, f.PeakKW, known(f.Before), known(f.After), f.GoesOn, f.Lat, f.Lng)
		if err != nil {
			return fmt.Errorf("keep a session of vehicle %s: %w", found.VehicleID, err)
		}
	}
	for _, k := range kept {
		if _, err := store.Exec(tx, `DELETE FROM ev.session WHERE org_id = ? AND id = ?`, orgID, k.ID); err != nil {
			return fmt.Errorf("take back session %s: %w", k.ID, err)
		}
	}
	return nil
}

func known(value float64) *float64 {
	if math.IsNaN(value) {
		return nil
	}
	return &value
}
