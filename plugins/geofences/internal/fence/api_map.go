package fence

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/web"
)

// mostOnMap bounds one answer to a map.
const mostOnMap = 2000

type mapInput struct {
	OrgID string  `path:"orgId"`
	West  float64 `query:"west" minimum:"-540" maximum:"540" default:"-180"`
	South float64 `query:"south" minimum:"-90" maximum:"90" default:"-90"`
	East  float64 `query:"east" minimum:"-540" maximum:"540" default:"180"`
	North float64 `query:"north" minimum:"-90" maximum:"90" default:"90"`
	AtMs  int64   `query:"at_ms" minimum:"0" maximum:"4102444800000" doc:"As they were at this time, in Unix milliseconds; 0: as they are"`
}

// Drawn is a geofence as a map draws it.
type Drawn struct {
	ID       string      `json:"id"`
	Name     string      `json:"name"`
	Colour   string      `json:"colour"`
	Disabled bool        `json:"disabled"`
	Shape    shape.Shape `json:"shape"`
}

type mapOutput struct {
	Body struct {
		Geofences []Drawn `json:"geofences" nullable:"false"`
		More      bool    `json:"more" doc:"There are more in the box: the largest are here"`
	}
}

// onMap answers the shapes of a box, the largest first.
func (a *API) onMap(ctx context.Context, in *mapInput) (*mapOutput, error) {
	if in.AtMs > 0 {
		return a.onMapThen(ctx, in)
	}
	caller := web.Caller(ctx)
	visible, args := Visible(caller)
	var found []struct {
		ID, Name, Colour string
		Disabled         bool
		Shape            json.RawMessage
	}
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		return tx.Table("geofences.geofence AS g").Where("g.org_id = ?", caller.OrgID).Where(visible, args...).
			Where(inBox, in.box()...).
			Select("g.id, g.name, g.colour, g.disabled, g.shape").Order("(g.east - g.west) * (g.north - g.south) DESC, g.id").Limit(mostOnMap + 1).Find(&found).Error
	})
	if err != nil {
		return nil, fmt.Errorf("list geofences of a map: %w", err)
	}
	out := &mapOutput{}
	out.Body.More, out.Body.Geofences = len(found) > mostOnMap, []Drawn{}
	for _, one := range found[:min(len(found), mostOnMap)] {
		d := Drawn{ID: one.ID, Name: one.Name, Colour: one.Colour, Disabled: one.Disabled}
		if err := json.Unmarshal(one.Shape, &d.Shape); err != nil {
			return nil, fmt.Errorf("read geofence %s: %w", one.ID, err)
		}
		out.Body.Geofences = append(out.Body.Geofences, d)
	}
	return out, nil
}

// inBox is a condition on the box of a geofence g, with the arguments of box.
const inBox = `g.south <= ? AND g.north >= ? AND ((g.west <= ? AND g.east >= ?) OR (g.west <= ? AND g.east >= ?) OR (g.west <= ? AND g.east >= ?))`

func (in *mapInput) box() []any {
	return []any{in.North, in.South, in.East, in.West, in.East + 360, in.West + 360, in.East - 360, in.West - 360}
}

// touches says of an area what inBox says of a row.
func (in *mapInput) touches(area *shape.Area) bool {
	west, south, east, north := area.Box()
	over := func(turn float64) bool { return west <= in.East+turn && east >= in.West+turn }
	return south <= in.North && north >= in.South && (over(0) || over(360) || over(-360))
}

// onMapThen answers the shapes of a box as they were at a time, also of geofences that were deleted or redrawn since. Who sees one now, or saw it until it was deleted, sees it.
func (a *API) onMapThen(ctx context.Context, in *mapInput) (*mapOutput, error) {
	caller := web.Caller(ctx)
	visible, args := VisibleThen(caller)
	var found []struct{ Definition json.RawMessage }
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		return tx.Table("geofences.definition AS d").Joins("JOIN geofences.geofence g ON g.org_id = d.org_id AND g.id = d.geofence_id").
			Where("d.org_id = ? AND d.from_ms <= ? AND (d.to_ms = 0 OR d.to_ms > ?) AND (g.deleted_ms = 0 OR g.deleted_ms > ?)", caller.OrgID, in.AtMs, in.AtMs, in.AtMs).Where(visible, args...).
			Where(`(d.to_ms > 0 OR (`+inBox+`))`, in.box()...).
			Select("d.definition").Order("(g.east - g.west) * (g.north - g.south) DESC, g.id").Limit(10 * mostOnMap).Find(&found).Error
	})
	if err != nil {
		return nil, fmt.Errorf("list geofences of a map as they were: %w", err)
	}
	out := &mapOutput{}
	out.Body.Geofences = []Drawn{}
	for _, one := range found {
		var d Definition
		if err := json.Unmarshal(one.Definition, &d); err != nil {
			return nil, fmt.Errorf("read a geofence as it was: %w", err)
		}
		if shape.Validate(d.Shape) != nil || !in.touches(shape.NewArea(d.Shape)) {
			continue
		}
		if len(out.Body.Geofences) == mostOnMap {
			out.Body.More = true
			break
		}
		out.Body.Geofences = append(out.Body.Geofences, Drawn{ID: d.ID, Name: d.Name, Colour: d.Colour, Disabled: d.Disabled, Shape: d.Shape})
	}
	return out, nil
}
