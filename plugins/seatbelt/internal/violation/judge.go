package violation

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

const (
	atOnce = 100 // vehicles in one sweep of an organisation
	// around is what is read before and after the time that is looked at: more than what can belong to a violation that is not known yet.
	around = 2 * time.Minute
	// page is how many samples the vehicles plugin answers at most.
	page = 10_000
	// enoughTries are those that wait for samples which the vehicles plugin has not kept yet.
	enoughTries = 60
	// silentAfter is when a violation of a vehicle that says nothing any more is over.
	silentAfter = 10 * time.Minute
)

// Judge finds violations in what the vehicles plugin keeps, so that samples that come late, twice or in another order change nothing.
type Judge struct {
	db   store.Transactor
	host plugin.Host
	log  *slog.Logger
	now  func() time.Time
}

// NewJudge keeps what it finds in db.
func NewJudge(db store.Transactor, host plugin.Host, log *slog.Logger, now func() time.Time) *Judge {
	return &Judge{db, host, log, now}
}

// dueRow is a vehicle that is to be looked at.
type dueRow struct {
	VehicleID      string
	FromMs, ToMs   int64
	OwnMs          int64 // until when its own device has spoken; 0: it is not known to have
	Changes, Tries int
}

// Sweep looks at the vehicles of an organisation that are due; see plugin.Sweep.
func (j *Judge) Sweep(ctx context.Context, orgID string) error {
	var list []dueRow
	var without []nameless
	err := j.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		if without, err = j.nameless(tx, orgID); err != nil {
			return err
		}
		// What belongs to a violation that is known is looked at with all of it.
		list, err = store.Rows[dueRow](tx, `SELECT d.vehicle_id, least(d.from_ms, min(v.start_ms)) AS from_ms, greatest(d.to_ms, max(v.end_ms)) AS to_ms, d.own_ms, d.changes, d.tries
			FROM seatbelt.due d LEFT JOIN seatbelt.violation v ON v.org_id = d.org_id AND v.vehicle_id = d.vehicle_id AND v.end_ms >= d.from_ms - ? AND v.start_ms <= d.to_ms + ?
			WHERE d.org_id = ? GROUP BY d.vehicle_id, d.from_ms, d.to_ms, d.own_ms, d.changes, d.tries ORDER BY d.tries, d.to_ms LIMIT ?`, silenceMs, silenceMs, orgID, atOnce)
		return err
	})
	if err != nil {
		return err
	}
	for _, one := range list {
		if err := j.look(ctx, orgID, one); err != nil {
			return fmt.Errorf("look at vehicle %s: %w", one.VehicleID, err)
		}
	}
	return j.namePlaces(ctx, orgID, without)
}

// look judges one vehicle anew.
func (j *Judge) look(ctx context.Context, orgID string, one dueRow) error {
	own, err := j.samples(ctx, orgID, one)
	if fault.KindOf(err) == fault.NotFound { // the vehicle is gone, and what was found stays
		own, err = nil, nil
		one.Tries = enoughTries
	}
	if err != nil {
		return err
	}
	others, err := j.others(ctx, orgID, one)
	if err != nil {
		return err
	}
	readings := heard(own, others)
	isThere := one.Tries >= enoughTries || newest(readings) >= one.ToMs && newest(own) >= min(one.OwnMs, one.ToMs)
	found := Find(readings)
	keep := make([]row, len(found))
	goesOn := false
	for i, v := range found {
		if !v.IsOver && j.now().UnixMilli()-v.EndMs > silentAfter.Milliseconds() {
			v.IsOver = true
		}
		goesOn = goesOn || !v.IsOver
		if keep[i], err = j.describe(ctx, orgID, one.VehicleID, v); err != nil {
			return err
		}
	}
	return j.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if len(readings) > 0 {
			if err := replace(tx, orgID, one, keep); err != nil {
				return err
			}
		}
		if isThere && !goesOn {
			_, err := store.Exec(tx, `DELETE FROM seatbelt.due WHERE org_id = ? AND vehicle_id = ? AND changes = ?`, orgID, one.VehicleID, one.Changes)
			return err
		}
		_, err := store.Exec(tx, `UPDATE seatbelt.due SET tries = tries + 1 WHERE org_id = ? AND vehicle_id = ? AND NOT ?`, orgID, one.VehicleID, isThere)
		return err
	})
}

// newest is the time of the last of some readings; 0: there are none.
func newest(readings []Reading) int64 {
	if len(readings) == 0 {
		return 0
	}
	return readings[len(readings)-1].Time
}

// samples reads what the vehicle said in the time and around it.
func (j *Judge) samples(ctx context.Context, orgID string, one dueRow) (all []Reading, err error) {
	from, to := time.UnixMilli(one.FromMs).Add(-around), time.UnixMilli(one.ToMs).Add(around)
	for {
		query := url.Values{"start_time": {stamp(from)}, "end_time": {stamp(to)}, "limit": {strconv.Itoa(page)}}
		var answer struct {
			Samples []Reading
			More    bool `json:"more"`
		}
		if err := j.host.Call(web.AsPlugin(ctx, orgID), http.MethodGet, ofVehicle(orgID, one.VehicleID, "samples")+"?"+query.Encode(), nil, &answer); err != nil {
			return nil, err
		}
		for _, r := range answer.Samples {
			if len(all) == 0 || r.Time > all[len(all)-1].Time {
				all = append(all, r)
			}
		}
		if !answer.More || len(answer.Samples) == 0 {
			return all, nil
		}
		from = time.UnixMilli(all[len(all)-1].Time + 1)
	}
}

// describe adds who drove and what the place is called. A place without a name is asked for again (places.go).
func (j *Judge) describe(ctx context.Context, orgID, vehicleID string, v Violation) (row, error) {
	r := rowOf(orgID, vehicleID, v)
	at := stamp(time.UnixMilli(v.StartMs))
	var drives struct {
		Drivers []struct {
			DriverID   string `json:"driver_id"`
			DriverName string `json:"driver_name"`
		}
	}
	query := url.Values{"start_time": {at}, "end_time": {at}}
	if err := j.host.Call(web.AsPlugin(ctx, orgID), http.MethodGet, ofVehicle(orgID, vehicleID, "drivers")+"?"+query.Encode(), nil, &drives); err != nil {
		return r, err
	}
	if len(drives.Drivers) > 0 {
		r.DriverID, r.DriverName = drives.Drivers[0].DriverID, drives.Drivers[0].DriverName
	}
	if v.Lat == nil || v.Lng == nil {
		return r, nil
	}
	names, err := j.names(ctx, orgID, []point{{*v.Lat, *v.Lng}})
	if err != nil {
		j.log.Warn("a violation has no name of its place yet; asked for again", "organisation", orgID, "error", err.Error())
		return r, nil
	}
	r.Place = names[0]
	return r, nil
}

// DriverChanged writes who drove into violations of the drive's time.
func (j *Judge) DriverChanged(ctx context.Context, e events.Event[events.DriverAssignmentChanged]) error {
	d := e.Data
	err := j.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		if d.Deleted {
			_, err := store.Exec(tx, `UPDATE seatbelt.violation SET driver_id = '', driver_name = '' WHERE org_id = ? AND vehicle_id = ? AND driver_id = ? AND start_ms >= ? AND (?::bigint = 0 OR start_ms < ?)`,
				e.OrgID, d.VehicleID, d.DriverID, d.FromMs, d.ToMs, d.ToMs)
			return err
		}
		_, err := store.Exec(tx, `UPDATE seatbelt.violation SET driver_id = ?, driver_name = ? WHERE org_id = ? AND vehicle_id = ? AND start_ms >= ? AND (?::bigint = 0 OR start_ms < ?)`,
			d.DriverID, d.DriverName, e.OrgID, d.VehicleID, d.FromMs, d.ToMs, d.ToMs)
		return err
	})
	if err != nil {
		return fmt.Errorf("write the driver of %s: %w", d.VehicleID, err)
	}
	return nil
}

func ofVehicle(orgID, vehicleID, what string) string {
	return "/api/org/" + url.PathEscape(orgID) + "/vehicles/" + url.PathEscape(vehicleID) + "/" + what
}

func stamp(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }
