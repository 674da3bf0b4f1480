package api

import (
	"fmt"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/fleet"
)

// The kinds of the filter of overspeed.
const (
	overNone    = "none"
	overFixed   = "fixedVal"
	overPercent = "percentVal"
)

// The highest values of the filter, in the reader's unit of speed and in percent of the limit.
const (
	mostOver        = 50
	mostOverPercent = 100
)

// overspeed reads {type, value}: how far above the limit the worst moment was at least, in the reader's unit of speed or in percent of the limit.
func overspeed(at string, value any, units fleet.Units) (*postgres.Over, error) {
	if list, ok := value.([]any); ok && len(list) == 1 {
		value = list[0]
	}
	f, ok := value.(map[string]any)
	if !ok {
		return nil, invalid(at, "The filter of overspeed has a type and a value.")
	}
	if f["type"] == overNone {
		return nil, nil // it asks for nothing
	}
	amount, ok := f["value"].(float64)
	if !ok {
		return nil, invalid(at+".value", "This field has to be a number")
	}
	unit := " " + strings.ToLower(units.SpeedUnit())
	most := float64(mostOver)
	switch f["type"] {
	case overFixed:
	case overPercent:
		unit, most = "%", mostOverPercent
	default:
		return nil, invalid(at+".type", "There is no such value.")
	}
	switch {
	case amount < 0:
		return nil, invalid(at+".value", "Must be greater than 0"+unit)
	case amount > most:
		return nil, invalid(at+".value", fmt.Sprintf("Cannot be greater than %g%s", most, unit))
	case f["type"] == overPercent:
		return &postgres.Over{Percent: &amount}, nil
	}
	return &postgres.Over{Units: amount, UnitKmh: 1 / units.Speed(1)}, nil
}
