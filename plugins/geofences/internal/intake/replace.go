package intake

import (
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/store"
)

// replace puts the visits that a history has in place of those that were kept of the time: one that is the same stay keeps its id, and so its alerts; one that
// was none goes.
func replace(tx *gorm.DB, orgID string, v *tracked, sinceMs int64, changed []visit.Changed, fences *book.Book, nowMs int64) error {
	found := map[string]visit.Changed{}
	order := []string{}
	for _, c := range changed {
		if _, known := found[c.ID]; !known {
			order = append(order, c.ID)
		}
		found[c.ID] = c
	}
	for _, open := range v.state.Open() {
		if _, known := found[open.ID]; !known {
			order = append(order, open.ID)
			found[open.ID] = visit.Changed{Visit: open, VehicleID: v.id, DeviceID: v.deviceID}
		}
	}
	before, err := visit.Of(tx, orgID, v.id, sinceMs)
	if err != nil {
		return err
	}
	ids, kept := map[string]string{}, map[string]bool{}
	var list []visit.Changed
	for _, id := range order {
		c := found[id]
		if i := slices.IndexFunc(before, func(b visit.Kept) bool { return !kept[b.ID] && b.SameStay(c.Visit) }); i >= 0 {
			kept[before[i].ID], ids[id] = true, before[i].ID
			same := *c.Visit
			same.ID = before[i].ID
			c.Visit = &same
		}
		list = append(list, c)
	}
	if err := withdraw(tx, orgID, before, kept, list); err != nil {
		return err
	}
	v.state.Adopt(ids)
	if _, err := store.Exec(tx, `DELETE FROM geofences.checkpoint WHERE org_id = ? AND vehicle_id = ? AND at_ms > ?`, orgID, v.id, sinceMs); err != nil {
		return fmt.Errorf("forget what was known of vehicle %s: %w", v.id, err)
	}
	if _, err := save(tx, orgID, []*tracked{v}, fences, nowMs); err != nil {
		return err
	}
	return visit.Save(tx, orgID, list, fences, nowMs)
}

// withdraw takes back visits that were none, and events that visits have not raised.
func withdraw(tx *gorm.DB, orgID string, before []visit.Kept, kept map[string]bool, list []visit.Changed) error {
	var gone, stay []string
	for _, b := range before {
		i := slices.IndexFunc(list, func(c visit.Changed) bool { return c.ID == b.ID })
		var left []watch.Event
		if kept[b.ID] && i >= 0 {
			left, stay = list[i].Events, append(stay, b.ID)
		} else {
			gone = append(gone, b.ID)
		}
		if err := visit.Withdraw(tx, orgID, b, left); err != nil {
			return err
		}
	}
	if err := visit.Delete(tx, orgID, gone); err != nil {
		return err
	}
	return visit.CloseForNow(tx, orgID, stay)
}
