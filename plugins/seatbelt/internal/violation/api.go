package violation

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// API answers about violations of vehicles that the caller sees.
type API struct {
	db    *store.DB
	fleet *replica.Fleet
	now   func() time.Time
}

// NewAPI answers from db.
func NewAPI(db *store.DB, fleet *replica.Fleet, now func() time.Time) *API {
	return &API{db, fleet, now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router, m manifest.Manifest) {
	rows.Handle(r, m, "POST /org/{orgId}/seatbelt/report", web.Needs("viewSeatbelt"), a.report, web.Summary("Rows of the seat belt report"))
	web.Handle(r, "GET /org/{orgId}/seatbelt/violations", web.Needs("viewSeatbelt"), a.list, web.Lists(listed), web.Summary("Violations, the newest first"))
	web.Handle(r, "GET /org/{orgId}/seatbelt/summary", web.Needs("viewSeatbelt"), a.summary, web.Summary("How many there were, and before"))
}

// listed is what the list can be filtered, sorted and searched by.
var listed = web.NewListFields("n.start_ms", "-start",
	web.ListField{Name: "start", Kind: web.Time, Column: "to_timestamp(n.start_ms / 1000.0)"},
	web.ListField{Name: "vehicle_id", Kind: web.OneOf, Column: "n.vehicle_id", Unsorted: true},
	web.ListField{Name: "vehicle_name", Column: "v.name", Search: true},
	web.ListField{Name: "driver_name", Column: "n.driver_name", Search: true},
	web.ListField{Name: "duration_s", Kind: web.Number, Column: "(n.end_ms - n.start_ms)"},
	web.ListField{Name: "distance_m", Kind: web.Number, Column: "n.distance_m"},
	web.ListField{Name: "top_kmh", Kind: web.Number, Column: "n.top_kmh"},
	web.ListField{Name: "place", Column: "n.place", Search: true, Unsorted: true},
)

// shown is a violation as people see it.
type shown struct {
	VehicleID   string   `json:"vehicle_id"`
	VehicleName string   `json:"vehicle_name"`
	DeviceID    string   `json:"device_id"`
	DriverName  string   `json:"driver_name" doc:"Empty: nobody was assigned"`
	StartMs     int64    `json:"start_ms"`
	EndMs       int64    `json:"end_ms"`
	IsOver      bool     `json:"is_over"`
	DurationS   float64  `json:"duration_s"`
	DistanceM   float64  `json:"distance_m"`
	TopKmh      float64  `json:"top_kmh"`
	Lat         *float64 `json:"lat"`
	Lng         *float64 `json:"lng"`
	Place       string   `json:"place"`
}

const (
	shownColumns = `n.vehicle_id, v.name AS vehicle_name, n.device_id, n.driver_name, n.start_ms, n.end_ms, n.is_over, (n.end_ms - n.start_ms) / 1000.0 AS duration_s, n.distance_m, n.top_kmh, n.lat, n.lng, n.place`
	withVehicle  = `JOIN seatbelt.fleet_vehicle v ON v.org_id = n.org_id AND v.id = n.vehicle_id AND NOT v.deleted`
)

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type listOutput struct {
	Body struct {
		Violations   []shown `json:"violations" nullable:"false"`
		TotalRecords int64   `json:"total_records"`
		PageCount    int     `json:"page_count"`
	}
}

func (a *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
	seen, args := a.fleet.Seen("n.vehicle_id", web.Caller(ctx))
	out := &listOutput{}
	out.Body.Violations = []shown{}
	err := a.db.Read(ctx, func(tx *gorm.DB) (err error) {
		about := tx.Table("seatbelt.violation AS n").Joins(withVehicle).Select(shownColumns).Where(seen, args...)
		out.Body.TotalRecords, err = store.FindPage(about, &in.ListQuery, &out.Body.Violations)
		return err
	})
	out.Body.PageCount = in.PageCount(out.Body.TotalRecords)
	return out, err
}

// report streams the violations that began in a range. The manifest says what the columns are.
func (a *API) report(ctx context.Context, q rows.Query, out *rows.Writer) error {
	seen, args := a.fleet.Seen("n.vehicle_id", web.Caller(ctx))
	return a.db.Read(ctx, func(tx *gorm.DB) error {
		about := tx.Table("seatbelt.violation AS n").Joins(withVehicle).Select(shownColumns).Where(seen, args...).
			Where("n.start_ms >= ? AND n.start_ms < ?", q.From.UnixMilli(), q.To.UnixMilli()).Order("n.start_ms DESC, n.vehicle_id")
		if len(q.VehicleIDs) > 0 {
			about = about.Where("n.vehicle_id IN ?", q.VehicleIDs)
		}
		if len(q.GroupIDs) > 0 {
			about = about.Where(`EXISTS (SELECT FROM seatbelt.fleet_group g JOIN seatbelt.fleet_group top ON top.org_id = g.org_id AND starts_with(g.path, top.path)
				WHERE g.org_id = v.org_id AND g.id = v.group_id AND top.id IN ?)`, q.GroupIDs)
		}
		found, err := about.Rows()
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			var one shown
			if err := tx.ScanRows(found, &one); err != nil {
				return err
			}
			if err := out.Add(one.VehicleID, one.DriverName, at(one.StartMs), at(one.EndMs), one.DurationS, one.DistanceM, one.TopKmh, one.position()); err != nil {
				return err
			}
		}
		return found.Err()
	})
}

func at(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// position is a value of the kind place; nil: not known.
func (s shown) position() any {
	if s.Lat == nil || s.Lng == nil {
		return nil
	}
	return map[string]any{"lat": *s.Lat, "lng": *s.Lng, "label": s.Place}
}

type summaryInput struct {
	OrgID string `path:"orgId"`
	Days  int    `query:"days" minimum:"1" maximum:"62" default:"7"`
}

type summaryOutput struct {
	Body struct {
		Violations int     `json:"violations"`
		Before     int     `json:"before" doc:"In as many days before"`
		DurationS  float64 `json:"duration_s"`
		Newest     []shown `json:"newest" nullable:"false" doc:"The newest five"`
	}
}

func (a *API) summary(ctx context.Context, in *summaryInput) (*summaryOutput, error) {
	seen, args := a.fleet.Seen("n.vehicle_id", web.Caller(ctx))
	from := a.now().Add(-time.Duration(in.Days) * 24 * time.Hour).UnixMilli()
	before := a.now().Add(-2 * time.Duration(in.Days) * 24 * time.Hour).UnixMilli()
	out := &summaryOutput{}
	out.Body.Newest = []shown{}
	var counted struct {
		Violations, Before int
		DurationS          float64
	}
	err := a.db.Read(ctx, func(tx *gorm.DB) error {
		about := func() *gorm.DB {
			return tx.Table("seatbelt.violation AS n").Joins(withVehicle).Where(seen, args...).Where("n.start_ms >= ?", before)
		}
		err := about().Select(`count(*) FILTER (WHERE n.start_ms >= ?) AS violations, count(*) FILTER (WHERE n.start_ms < ?) AS before,
			COALESCE(sum(n.end_ms - n.start_ms) FILTER (WHERE n.start_ms >= ?), 0) / 1000.0 AS duration_s`, from, from, from).Scan(&counted).Error
		if err != nil {
			return err
		}
		out.Body.Violations, out.Body.Before, out.Body.DurationS = counted.Violations, counted.Before, counted.DurationS
		return about().Select(shownColumns).Where("n.start_ms >= ?", from).Order("n.start_ms DESC").Limit(5).Scan(&out.Body.Newest).Error
	})
	return out, err
}
