package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
)

// Rank is how many alerts a vehicle or a driver had, and how many in the time before.
type Rank struct {
	ID           string `json:"id" doc:"Of the vehicle or the driver"`
	Name         string `json:"name"`
	DriverName   string `json:"driver_name,omitempty" doc:"Of a vehicle: who drove it last"`
	Alerts       int64  `json:"alerts"`
	AlertsBefore int64  `json:"alerts_before"`
}

// By is whose alerts are counted.
type By string

// The values of By.
const (
	ByVehicle By = "vehicle"
	ByDriver  By = "driver"
)

// counted are the parts of the statement that differ: whose an alert is, what is joined for it, and the name of it.
var counted = map[By]struct{ id, join, names, name string }{
	ByVehicle: {
		id: "a.vehicle_id",
		names: ` LEFT JOIN alerts.fleet_vehicle v ON v.org_id = @org AND v.id = r.id
			LEFT JOIN LATERAL (SELECT l.driver_name FROM alerts.drive l WHERE l.org_id = @org AND l.vehicle_id = r.id ORDER BY l.from_ms DESC LIMIT 1) d ON true`,
		name: "coalesce(v.name, '') AS name, coalesce(d.driver_name, '') AS driver_name",
	},
	ByDriver: {
		id: "d.driver_id", join: ofDriver,
		names: ` LEFT JOIN LATERAL (SELECT l.driver_name FROM alerts.drive l WHERE l.org_id = @org AND l.driver_id = r.id ORDER BY l.from_ms DESC LIMIT 1) d ON true`,
		name:  "coalesce(d.driver_name, '') AS name, '' AS driver_name",
	},
}

// Ranking is who had the most alerts of a query from midMs on, the first `most` of those that had any, with how many they had before midMs.
func (s *Store) Ranking(ctx context.Context, q Query, by By, midMs int64, most int) (ranks []Rank, err error) {
	if len(q.Kinds) == 0 {
		q.Kinds = []string{alert.Driving, alert.Speeding, alert.Geofence}
	}
	parts, ranks := counted[by], []Rank{}
	err = s.read(ctx, func(tx *gorm.DB) error {
		finder, err := s.newFinder(ctx, tx, q)
		if err != nil {
			return err
		}
		var top []Rank
		where := finder.where(q.FromMs, q.ToMs, false)
		top, err = store.Rows[Rank](tx, `SELECT `+parts.id+` AS id, count(*) FILTER (WHERE a.event_ms >= ?) AS alerts, count(*) FILTER (WHERE a.event_ms < ?) AS alerts_before FROM alerts.alert a`+parts.join+`
			WHERE `+where.sql()+` AND `+parts.id+` <> '' GROUP BY 1 HAVING count(*) FILTER (WHERE a.event_ms >= ?) > 0 ORDER BY 2 DESC, 1 LIMIT ?`,
			append(append([]any{midMs, midMs}, where.args...), midMs, most)...)
		if err != nil || len(top) == 0 {
			return err
		}
		ranks, err = s.named(tx, finder.caller.OrgID, by, top)
		return err
	})
	return ranks, wrap(err, "rank "+string(by)+"s by their alerts")
}

// named adds the names of those that were found.
func (s *Store) named(tx *gorm.DB, orgID string, by By, top []Rank) ([]Rank, error) {
	ids, alerts, before := make([]string, len(top)), make([]int64, len(top)), make([]int64, len(top))
	for i, one := range top {
		ids[i], alerts[i], before[i] = one.ID, one.Alerts, one.AlertsBefore
	}
	parts := counted[by]
	return store.Rows[Rank](tx, `SELECT r.id, `+parts.name+`, r.alerts, r.alerts_before FROM unnest(CAST(@ids AS text[]), CAST(@alerts AS bigint[]), CAST(@before AS bigint[])) WITH ORDINALITY r (id, alerts, alerts_before, place)`+parts.names+` ORDER BY r.place`,
		map[string]any{"org": orgID, "ids": &ids, "alerts": &alerts, "before": &before})
}
