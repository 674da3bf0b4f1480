package violation

import (
	"fmt"
	"strconv"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// row is how a violation is kept.
type row struct {
	OrgID      string
	VehicleID  string
	StartMs    int64
	EndMs      int64
	IsOver     bool
	DeviceID   string
	DriverID   string
	DriverName string
	DistanceM  float64 `gorm:"type:double precision"`
	TopKmh     float64 `gorm:"type:double precision"`
	Lat, Lng   *float64
	Place      string
}

// TableName is where gorm finds violations.
func (row) TableName() string { return "seatbelt.violation" }

func rowOf(orgID, vehicleID string, v Violation) row {
	r := row{OrgID: orgID, VehicleID: vehicleID, StartMs: v.StartMs, EndMs: v.EndMs, IsOver: v.IsOver, DeviceID: v.DeviceID, DistanceM: v.DistanceM, TopKmh: v.TopKmh}
	if v.Lat != nil && v.Lng != nil {
		r.Lat, r.Lng = v.Lat, v.Lng
	}
	return r
}

// replace puts what was found in the place of what was known of the time that was looked at, and tells of the differences.
func replace(tx *gorm.DB, orgID string, one dueRow, found []row) error {
	known, err := store.Rows[row](tx, `SELECT * FROM seatbelt.violation WHERE org_id = ? AND vehicle_id = ? AND start_ms >= ? AND start_ms <= ?`, orgID, one.VehicleID, one.FromMs-silenceMs, one.ToMs+silenceMs)
	if err != nil {
		return err
	}
	before := map[int64]row{}
	for _, r := range known {
		before[r.StartMs] = r
	}
	for _, r := range found {
		old, there := before[r.StartMs]
		delete(before, r.StartMs)
		if there && old.EndMs == r.EndMs && old.IsOver == r.IsOver && old.DeviceID == r.DeviceID {
			continue
		}
		if err := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "org_id"}, {Name: "vehicle_id"}, {Name: "start_ms"}}, UpdateAll: true}).Create(&r).Error; err != nil {
			return fmt.Errorf("keep a violation: %w", err)
		}
		if !there || r.IsOver {
			if err := raise(tx, r, false); err != nil {
				return err
			}
		}
	}
	for _, gone := range before {
		if _, err := store.Exec(tx, `DELETE FROM seatbelt.violation WHERE org_id = ? AND vehicle_id = ? AND start_ms = ?`, orgID, gone.VehicleID, gone.StartMs); err != nil {
			return err
		}
		if err := raise(tx, gone, true); err != nil {
			return err
		}
	}
	return nil
}

// raise tells of a violation when it is found, when it is over, and when late data shows that it was none.
func raise(tx *gorm.DB, r row, withdrawn bool) error {
	a := events.AlertRaised{
		ID: r.VehicleID + "-" + strconv.FormatInt(r.StartMs, 10), Type: "seatbelt_violation", VehicleID: r.VehicleID, DeviceID: r.DeviceID, TimeMs: r.StartMs, StartMs: r.StartMs,
		Lat: r.Lat, Lng: r.Lng, SpeedKmh: &r.TopKmh, Withdrawn: withdrawn, Values: map[string]any{"distance": r.DistanceM, "top_speed": r.TopKmh},
	}
	if r.IsOver {
		a.EndMs = r.EndMs
	}
	return events.RaiseAlert(tx, r.OrgID, "seatbelt", a)
}
