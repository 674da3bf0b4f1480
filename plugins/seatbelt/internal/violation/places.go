package violation

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// askAgain is after how long the name of a place is asked for again, by how often it was; then never more.
var askAgain = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour, 72 * time.Hour}

// nameless is a violation whose place has no name yet.
type nameless struct {
	VehicleID  string
	StartMs    int64
	Lat, Lng   float64
	PlaceAsked int
}

func (j *Judge) nameless(tx *gorm.DB, orgID string) ([]nameless, error) {
	return store.Rows[nameless](tx, `SELECT vehicle_id, start_ms, lat, lng, place_asked FROM seatbelt.violation
		WHERE org_id = ? AND place = '' AND lat IS NOT NULL AND place_ms <= ? ORDER BY place_ms LIMIT ?`, orgID, j.now().UnixMilli(), atOnce)
}

// namePlaces asks once more for the names of places, of all violations at once.
func (j *Judge) namePlaces(ctx context.Context, orgID string, list []nameless) error {
	if len(list) == 0 {
		return nil
	}
	points := make([]point, len(list))
	for i, one := range list {
		points[i] = point{one.Lat, one.Lng}
	}
	names, err := j.names(ctx, orgID, points)
	if err != nil {
		j.log.Warn("violations stay without the names of their places; asked for again", "organisation", orgID, "violations", len(list), "error", err.Error())
		names = make([]string, len(list))
	}
	return j.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for i, one := range list {
			again := int64(math.MaxInt64)
			if one.PlaceAsked < len(askAgain) {
				again = j.now().Add(askAgain[one.PlaceAsked]).UnixMilli()
			}
			_, err := store.Exec(tx, `UPDATE seatbelt.violation SET place = ?, place_asked = place_asked + 1, place_ms = ? WHERE org_id = ? AND vehicle_id = ? AND start_ms = ? AND place = ''`,
				names[i], again, orgID, one.VehicleID, one.StartMs)
			if err != nil {
				return fmt.Errorf("keep the name of a place: %w", err)
			}
		}
		return nil
	})
}

type point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// names are the names of places, in the order of the points; empty: there is none.
func (j *Judge) names(ctx context.Context, orgID string, points []point) ([]string, error) {
	var found []struct{ Label string }
	if err := j.host.Call(web.AsPlugin(ctx, orgID), http.MethodPost, "/api/geo/places", map[string]any{"points": points}, &found); err != nil {
		return nil, err
	}
	names := make([]string, len(points))
	for i := range min(len(found), len(names)) {
		names[i] = found[i].Label
	}
	return names, nil
}
