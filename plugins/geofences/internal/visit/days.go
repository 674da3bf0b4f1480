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
}

type daysOutput struct {
	Body struct {
		Days []Day `json:"days" nullable:"false" doc:"Of days with visits, the newest first"`
	}
}

// sumDays cuts visits at the midnights of a zone. A visit counts on the day on which it began, and its time on each of its days.
const sumDays = `
SELECT to_char(part.day, 'YYYY-MM-DD') AS day, part.geofence_id, g.name AS geofence, g.deleted_ms > 0 AS deleted,
	count(*) FILTER (WHERE part.begins) AS visits, count(DISTINCT part.vehicle_id) AS vehicles, round(sum(part.inside_s))::bigint AS inside_s
FROM (
	SELECT v.geofence_id, v.vehicle_id, d.day, v.arrived >= d.begin_at AS begins, extract(epoch FROM least(v.until, d.end_at) - greatest(v.arrived, d.begin_at)) AS inside_s
	FROM (
		SELECT v.geofence_id, v.vehicle_id, to_timestamp(v.arrival_ms / 1000.0) AS arrived,
			to_timestamp(CASE v.departure_ms WHEN 0 THEN greatest(@now, v.arrival_ms) ELSE v.departure_ms END / 1000.0) AS until
		FROM geofences.visit v WHERE v.org_id = @org AND (@geofence = '' OR v.geofence_id = @geofence) AND v.arrival_ms < @to AND (v.departure_ms = 0 OR v.departure_ms >= @from) AND %s
	) v
	CROSS JOIN LATERAL (
		SELECT day, day AT TIME ZONE @zone AS begin_at, (day + interval '1 day') AT TIME ZONE @zone AS end_at
		FROM generate_series(date_trunc('day', greatest(v.arrived, to_timestamp(@from / 1000.0)) AT TIME ZONE @zone), least(v.until, to_timestamp(@to / 1000.0)) AT TIME ZONE @zone, interval '1 day') AS day
	) d
) part
JOIN geofences.geofence g ON g.org_id = @org AND g.id = part.geofence_id
JOIN geofences.fleet_vehicle f ON f.org_id = @org AND f.id = part.vehicle_id AND NOT f.deleted
WHERE %s
GROUP BY part.day, part.geofence_id, g.name, g.deleted_ms ORDER BY part.day DESC, lower(g.name), part.geofence_id`

// days sums up visits by day and geofence.
func (a *API) days(ctx context.Context, in *daysInput) (*daysOutput, error) {
	zone, err := time.LoadLocation(in.Zone)
	if err != nil || in.Zone == "Local" {
		return nil, fault.InvalidFields("There is no such time zone.", fault.Field{Location: "query.zone", Message: "There is no such time zone."})
	}
	count := in.Days
	if count == 0 {
		count = usualDays
	}
	now := a.store.now()
	today := now.In(zone)
	from := time.Date(today.Year(), today.Month(), today.Day()-count+1, 0, 0, 0, 0, zone)
	caller := web.Caller(ctx)
	visible, visibleArgs := fence.VisibleThen(caller)
	seen, seenArgs := a.fleet.Seen("v.vehicle_id", caller)
	named := map[string]any{"org": caller.OrgID, "geofence": in.GeofenceID, "now": now.UnixMilli(), "from": from.UnixMilli(), "to": now.UnixMilli() + 1, "zone": zone.String()}
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
		out.Body.Days, err = store.Rows[Day](tx, fmt.Sprintf(sumDays, seen, visible), named)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("sum up visits by day: %w", err)
	}
	nameOf := namer(ctx)
	for i := range out.Body.Days {
		out.Body.Days[i].Geofence = nameOf(out.Body.Days[i].Geofence, out.Body.Days[i].Deleted)
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
