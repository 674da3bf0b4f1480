package document

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

// cell is a value as a person reads it: a string, float64, bool, time.Time (in the table's zone) or time.Duration; nil for one that is not known.
func (t Table) cell(c manifest.Column, value any) any {
	if value == nil {
		return nil
	}
	text, isText := value.(string)
	number, isNumber := value.(float64)
	switch {
	case c.Kind == manifest.KindTime && isText:
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return at.In(t.Zone)
		}
	case c.Kind == manifest.KindDuration && isNumber:
		return time.Duration(math.Round(number)) * time.Second
	case isNumber:
		return t.converted(c, number)
	case c.Kind == manifest.KindChoice && isText:
		for _, choice := range c.Choices {
			if choice.Value == text {
				return choice.Label.In(t.Language)
			}
		}
	case (c.Kind == manifest.KindVehicle || c.Kind == manifest.KindGroup) && isText:
		return t.Names.Of(c.Kind, text)
	case c.Kind == manifest.KindPlace:
		return place(t.Language, value)
	}
	return value
}

// converted is a number in the reader's unit; nil where that has none for it.
func (t Table) converted(c manifest.Column, number float64) any {
	units := t.Units
	if units == "" {
		units = fleet.Metric
	}
	more := 0
	if t.exact {
		more = 6
	}
	switch c.Kind {
	case manifest.KindNumber:
		if c.Unit != fleet.LitresPer100Km && c.Unit != fleet.KWhPer100Km {
			return number
		}
		if economy, _, ok := units.Economy(c.Unit, number); ok {
			return rounded(economy, 2+more)
		}
		return nil
	case manifest.KindTemperature:
		if units == fleet.ImperialUS {
			return rounded(number*9/5+32, 1+more)
		}
	case manifest.KindDistance:
		return rounded(units.Distance(number/1000), 2+more)
	case manifest.KindSpeed:
		return rounded(units.Speed(number), 1+more)
	case manifest.KindVolume:
		return rounded(units.Volume(number), 2+more)
	}
	return number
}

func rounded(number float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	return math.Round(number*scale) / scale
}

// place is where something was: its name, else its coordinates.
func place(language string, value any) any {
	where, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	if label, ok := where["label"].(string); ok && label != "" {
		return fleet.PlaceIn(language, label)
	}
	return fmt.Sprintf("%.5f, %.5f", where["lat"], where["lng"])
}

// plain is a cell as a text.
func plain(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return v.Format("2006-01-02 15:04:05")
	case time.Duration:
		return clock(v)
	default:
		return fmt.Sprint(v)
	}
}

// clock is a duration in hours, minutes and seconds.
func clock(d time.Duration) string {
	s := int64(d.Seconds())
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// inert is a text that no spreadsheet takes for a formula.
func inert(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// isNumeric reports whether a column's values stand right.
func isNumeric(kind string) bool {
	switch kind {
	case manifest.KindNumber, manifest.KindPercent, manifest.KindDuration, manifest.KindDistance, manifest.KindSpeed, manifest.KindVolume, manifest.KindEnergy, manifest.KindTemperature:
		return true
	}
	return false
}
