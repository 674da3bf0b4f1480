package api

import (
	"fmt"
	"slices"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/fleet"
)

// bandNames are the bands of the filter of speeding, the mildest first.
var bandNames = []string{"misdemeanour", "moderate", "excessive", "severe"}

// typedBands reads [{band, type, value, shown, vehicles?}]: from which overspeed on a band begins, whether its alerts are shown, and the only
// vehicles that it is for. Bands without a beginning (none) are left out. The answer has the mildest first, whatever their order was.
func typedBands(at string, list []any, units fleet.Units) ([]postgres.Band, error) {
	found := make([]*postgres.Band, len(bandNames))
	for i, one := range list {
		where := fmt.Sprintf("%s[%d]", at, i)
		f, ok := one.(map[string]any)
		if !ok {
			return nil, invalid(where, "A band has a name, a type and a value.")
		}
		name, _ := f["band"].(string)
		place := slices.Index(bandNames, name)
		if place < 0 || found[place] != nil {
			return nil, invalid(where+".band", "There is no such value.")
		}
		over, err := overspeed(where, f, units)
		if err != nil {
			return nil, err
		}
		if over == nil {
			continue
		}
		vehicles, err := texts(where+".vehicles", values(f["vehicles"]), nil)
		if err != nil {
			return nil, err
		}
		if len(vehicles) > maxValues {
			return nil, invalid(where+".vehicles", "There are too many values.")
		}
		shown, isSaid := f["shown"].(bool)
		found[place] = &postgres.Band{From: *over, Shown: shown || !isSaid, Vehicles: vehicles}
	}
	var bands []postgres.Band
	for i, band := range found {
		if band == nil {
			continue
		}
		if err := beginsAbove(at, found[:i+1]); err != nil {
			return nil, err
		}
		bands = append(bands, *band)
	}
	return bands, nil
}

// beginsAbove refuses a last band that does not begin above those before it which are said in the same way.
func beginsAbove(at string, bands []*postgres.Band) error {
	last := bands[len(bands)-1].From
	for i, band := range bands[:len(bands)-1] {
		if band == nil {
			continue
		}
		fixed := band.From.Percent == nil && last.Percent == nil && last.Units <= band.From.Units
		percent := band.From.Percent != nil && last.Percent != nil && *last.Percent <= *band.From.Percent
		if fixed || percent {
			return invalid(at+".value", "The value must be greater than that of the band "+bandNames[i]+".")
		}
	}
	return nil
}
