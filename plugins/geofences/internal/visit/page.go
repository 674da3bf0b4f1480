package visit

import (
	"fmt"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// mostHidden is how many geofences or vehicles are named that a caller does not see. Of more the database asks for each visit.
const mostHidden = 500

// pages are the visits in sight, for a page of them. Who sees nearly all of an organisation has them read and counted from their index alone, without a look at the geofence and the vehicle of each.
func (a *API) pages(tx *gorm.DB, caller web.CallerInfo, q *web.ListQuery) (*gorm.DB, error) {
	visible, args := fence.VisibleThen(caller)
	all := tx.Table("geofences.visit AS v").Where("v.org_id = ?", caller.OrgID)
	if !byName(q) {
		hidden, few, err := a.hidden(tx, caller)
		if err != nil {
			return nil, err
		}
		if few {
			return notOf(notOf(all, "v.geofence_id", hidden.fences), "v.vehicle_id", hidden.vehicles).Select("v.id::text"), nil
		}
	}
	seen, seenArgs := a.fleet.Seen("v.vehicle_id", caller)
	return all.Joins("JOIN geofences.geofence g ON g.org_id = v.org_id AND g.id = v.geofence_id").
		Joins("JOIN geofences.fleet_vehicle f ON f.org_id = v.org_id AND f.id = v.vehicle_id AND NOT f.deleted").
		Where(visible, args...).Where(seen, seenArgs...).Select("v.id::text"), nil
}

// byName reports whether a query needs the names of geofences or vehicles.
func byName(q *web.ListQuery) bool {
	where, _ := q.Where()
	order := q.OrderBy()
	return strings.Contains(where+order, "g.name") || strings.Contains(where+order, "f.name")
}

// outOfSight are geofences and vehicles whose visits a caller is not told of.
type outOfSight struct{ fences, vehicles []string }

// hidden lists what is out of the caller's sight; few is false where that is too much.
func (a *API) hidden(tx *gorm.DB, caller web.CallerInfo) (hidden outOfSight, few bool, err error) {
	visible, visibleArgs := fence.VisibleThen(caller)
	seen, seenArgs := a.fleet.Seen("f.id", caller)
	hidden.fences, err = store.Rows[string](tx, `SELECT g.id FROM geofences.geofence g WHERE g.org_id = ? AND NOT `+visible+` LIMIT ?`, append(append([]any{caller.OrgID}, visibleArgs...), mostHidden+1)...)
	if err == nil && len(hidden.fences) <= mostHidden {
		hidden.vehicles, err = store.Rows[string](tx, `SELECT f.id FROM geofences.fleet_vehicle f WHERE f.org_id = ? AND (f.deleted OR NOT `+seen+`) LIMIT ?`, append(append([]any{caller.OrgID}, seenArgs...), mostHidden+1)...)
	}
	if err != nil {
		return hidden, false, fmt.Errorf("find what is out of sight: %w", err)
	}
	return hidden, len(hidden.fences) <= mostHidden && len(hidden.vehicles) <= mostHidden, nil
}

func notOf(tx *gorm.DB, column string, ids []string) *gorm.DB {
	if len(ids) == 0 {
		return tx
	}
	return tx.Where(column+" <> ALL(?)", store.List(ids))
}
