package visit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// usualDays is how many days are summed up without a number.
const usualDays = 30

type daysInput struct {
	OrgID      string `path:"orgId"`
	Zone       string `query:"zone" maxLength:"64" doc:"IANA zone of the days; UTC without it"`
	Days       int    `query:"days" minimum:"1" maximum:"31" doc:"Up to today; 30 without it"`
	GeofenceID string `query:"geofence_id" maxLength:"64" doc:"Of this one alone"`
}

// Day is what happened at a geofence on a day.
type Day struct {
	Day        string `json:"day" format:"date"`
	GeofenceID string `json:"geofence_id"`
	Geofence   string `json:"geofence" doc:"Its name; of one that was deleted with “(deleted)” in the language of the caller"`
	Visits     int    `json:"visits" doc:"Visits that began on the day"`
	Vehicles   int    `json:"vehicles" doc:"Vehicles that were inside at some time of the day"`
	InsideS    int64  `json:"inside_s" doc:"How long all of them together were inside on the day, up to now"`
	Deleted    bool   `json:"geofence_deleted"`
	Number     int    `json:"-"` // from 1
}

type daysOutput struct {
	Body struct {
		Days []Day `json:"days" nullable:"false" doc:"Of days with visits, the newest first"`
	}
}

// sumDays cuts visits at the midnights of a zone, @borders. A visit counts on the day on which it began, and its time on each of its days. Most lie within one day, and are not cut.
const sumDays = `
WITH visited AS (
	SELECT v.geofence_id, v.vehicle_id, v.arrival_ms, v.until_ms, width_bucket(v.arrival_ms, b.borders) AS first, least(width_bucket(v.until_ms, b.borders), cardinality(b.borders) - 1) AS last, b.borders
	FROM (SELECT CAST(@borders AS bigint[]) AS borders) b, LATERAL (
		SELECT v.geofence_id, v.vehicle_id, v.arrival_ms, CASE v.departure_ms WHEN 0 THEN greatest(@now, v.arrival_ms) ELSE v.departure_ms END AS until_ms
		FROM geofences.visit v WHERE v.org_id = @org AND %s v.arrival_ms < @to AND (v.departure_ms = 0 OR v.departure_ms >= @from) AND %s
	) v
), part AS (
	SELECT v.geofence_id, v.vehicle_id, v.first AS day, count(*) AS begun, sum(v.until_ms - v.arrival_ms) AS inside_ms FROM visited v WHERE v.first = v.last GROUP BY 1, 2, 3
	UNION ALL
	SELECT v.geofence_id, v.vehicle_id, d.day, count(*) FILTER (WHERE d.day = v.first), sum(least(v.until_ms, v.borders[d.day + 1]) - greatest(v.arrival_ms, v.borders[d.day]))
	FROM visited v, LATERAL generate_series(greatest(v.first, 1), v.last) AS d (day) WHERE v.first < v.last GROUP BY 1, 2, 3
)
SELECT part.day AS number, part.geofence_id, g.name AS geofence, g.deleted_ms > 0 AS deleted, sum(part.begun)::bigint AS visits, count(DISTINCT part.vehicle_id) AS vehicles,
	round(sum(part.inside_ms) / 1000)::bigint AS inside_s
FROM part
JOIN geofences.geofence g ON g.org_id = @org AND g.id = part.geofence_id
JOIN geofences.fleet_vehicle f ON f.org_id = @org AND f.id = part.vehicle_id AND NOT f.deleted
WHERE %s
GROUP BY part.day, part.geofence_id, g.name, g.deleted_ms ORDER BY part.day DESC, lower(g.name), part.geofence_id`

// borders are the midnights before each of so many days up to today, and the one after.
func borders(today time.Time, count int) []int64 {
	list := make([]int64, count+1)
	for i := range list {
		list[i] = midnight(today, i+1-count).UnixMilli()
	}
	return list
}

func midnight(today time.Time, days int) time.Time {
	return time.Date(today.Year(), today.Month(), today.Day()+days, 0, 0, 0, 0, today.Location())
}

// days sums up visits by day and geofence.
func (a *API) days(ctx context.Context, in *daysInput) (*daysOutput, error) {
	zone, err := web.Zone("query.zone", in.Zone)
	if err != nil {
		return nil, err
	}
	count := in.Days
	if count == 0 {
		count = usualDays
	}
	now := a.store.now()
	today := now.In(zone)
	days := borders(today, count)
	caller := web.Caller(ctx)
	visible, visibleArgs := fence.VisibleThen(caller)
	seen, seenArgs := a.fleet.Seen("v.vehicle_id", caller)
	named := map[string]any{"org": caller.OrgID, "geofence": in.GeofenceID, "now": now.UnixMilli(), "from": days[0], "to": now.UnixMilli() + 1, "borders": store.List(days)}
	seen, visible = numbered(named, "seen", seen, seenArgs), numbered(named, "visible", visible, visibleArgs)
	out := &daysOutput{}
	err = a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		if in.GeofenceID != "" {
			known, err := store.One[int](tx, `SELECT count(*) FROM geofences.geofence g WHERE g.org_id = @org AND g.id = @geofence AND `+visible, named)
			if err == nil && known == 0 {
				err = fault.New(fault.NotFound, "There is no such geofence.")
			}
			if err != nil {
				return err
			}
		}
		ofOne := ""
		if in.GeofenceID != "" {
			ofOne = "v.geofence_id = @geofence AND"
		}
		out.Body.Days, err = store.Rows[Day](tx, fmt.Sprintf(sumDays, ofOne, seen, visible), named)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("sum up visits by day: %w", err)
	}
	nameOf := namer(ctx)
	for i := range out.Body.Days {
		one := &out.Body.Days[i]
		one.Geofence, one.Day = nameOf(one.Geofence, one.Deleted), midnight(today, one.Number-count).Format(time.DateOnly)
	}
	if out.Body.Days == nil {
		out.Body.Days = []Day{}
	}
	return out, nil
}

// numbered gives the question marks of a condition names of their own, so that it stands beside named arguments.
func numbered(named map[string]any, name, condition string, args []any) string {
	for i, arg := range args {
		one := fmt.Sprint(name, i)
		named[one] = arg
		condition = strings.Replace(condition, "?", "@"+one, 1)
	}
	return condition
}
