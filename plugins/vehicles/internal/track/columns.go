package track

import (
	"math"
	"strconv"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// column is one value of many readings as whole numbers, each as the difference from the one before that was known; null is what was not said.
type column struct {
	name  string
	value func(r *history.Reading) (int64, bool)
	last  int64
	text  []byte
}

// scaled is a value of a reading in so many parts.
func scaled(what uint16, parts float64, of func(r *history.Reading) float64) func(r *history.Reading) (int64, bool) {
	return func(r *history.Reading) (int64, bool) { return int64(math.Round(of(r) * parts)), r.Said(what) }
}

// columns are those of a track, by the names of its answer.
func columns() []*column {
	return []*column{
		{name: "t", value: func(r *history.Reading) (int64, bool) { return r.TimeMs, true }},
		{name: "lat", value: scaled(history.HasPosition, 1e6, func(r *history.Reading) float64 { return r.Lat })},
		{name: "lng", value: scaled(history.HasPosition, 1e6, func(r *history.Reading) float64 { return r.Lng })},
		{name: "speed", value: scaled(history.HasSpeed, 10, func(r *history.Reading) float64 { return r.SpeedKmh })},
		{name: "limit", value: scaled(history.HasLimit, 10, func(r *history.Reading) float64 { return r.SpeedLimitKmh })},
		{name: "heading", value: scaled(history.HasHeading, 1, func(r *history.Reading) float64 { return r.HeadingDeg })},
		{name: "ignition", value: func(r *history.Reading) (int64, bool) {
			if r.Ignition {
				return 1, r.Said(history.HasIgnition)
			}
			return 0, r.Said(history.HasIgnition)
		}},
		{name: "fuel", value: scaled(history.HasFuel, 10, func(r *history.Reading) float64 { return r.FuelPercent })},
		{name: "battery", value: scaled(history.HasBattery, 10, func(r *history.Reading) float64 { return r.BatteryPercent })},
	}
}

func (c *column) add(r *history.Reading) {
	if len(c.text) > 0 {
		c.text = append(c.text, ',')
	}
	value, known := c.value(r)
	if !known {
		c.text = append(c.text, "null"...)
		return
	}
	c.text = strconv.AppendInt(c.text, value-c.last, 10)
	c.last = value
}

// chunk is a JSON object of the columns; a column that says nothing is left out. They go on from what they had.
func chunk(list []*column, readings int) []byte {
	text := []byte(`{"n":` + strconv.Itoa(readings))
	for _, c := range list {
		if !isNull(c.text) {
			text = append(text, `,"`+c.name+`":[`...)
			text = append(append(text, c.text...), ']')
		}
		c.text = c.text[:0]
	}
	return append(text, '}')
}

// isNull reports whether a column has nothing but null.
func isNull(text []byte) bool {
	for _, b := range text {
		if b == '-' || b >= '0' && b <= '9' {
			return false
		}
	}
	return true
}
