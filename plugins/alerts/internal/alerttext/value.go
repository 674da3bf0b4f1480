package alerttext

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/plugin/manifest"
)

// value is a value of an alert as its reader is shown it, times by the clock of a zone; empty for what is not known, and for ids, which say nothing to a reader.
func (w Catalogue) value(r Reader, f manifest.Field, value any, zone string) string {
	switch v := value.(type) {
	case bool:
		return w.YesNo(v)
	case string:
		return w.text(f, v, zone)
	case float64:
		return amount(r, f, v)
	case map[string]any:
		if label, _ := v["label"].(string); label != "" {
			return fleet.PlaceIn(r.Language, label)
		}
		return fmt.Sprintf("%v, %v", v["lat"], v["lng"])
	default:
		return ""
	}
}

func (w Catalogue) text(f manifest.Field, value, zone string) string {
	switch f.Kind {
	case manifest.KindChoice:
		for _, choice := range f.Choices {
			if choice.Value == value {
				return choice.Label.In(w.language)
			}
		}
		return value
	case manifest.KindTime:
		at, err := time.Parse(time.RFC3339, value)
		if err != nil {
			return ""
		}
		where, err := time.LoadLocation(zone)
		if err != nil {
			where = time.UTC
		}
		return at.In(where).Format("2006-01-02 15:04:05")
	case manifest.KindText, manifest.KindDay:
		return value
	default:
		return ""
	}
}

// amount writes a number in the reader's units.
func amount(r Reader, f manifest.Field, value float64) string {
	switch f.Kind {
	case manifest.KindSpeed:
		return r.Speed(&value)
	case manifest.KindDuration:
		return clock(int64(value))
	case manifest.KindDistance:
		return short(r.Units.Distance(value/1000)) + " " + map[bool]string{true: "km", false: "mi"}[r.Units == fleet.Metric]
	case manifest.KindVolume:
		return short(r.Units.Volume(value)) + " " + map[bool]string{true: "l", false: "gal"}[r.Units == fleet.Metric]
	case manifest.KindEnergy:
		return short(value) + " kWh"
	case manifest.KindTemperature:
		if r.Units == fleet.ImperialUS {
			return short(value*9/5+32) + " °F"
		}
		return short(value) + " °C"
	case manifest.KindPercent:
		return short(value) + " %"
	}
	if f.Unit != "" {
		return short(value) + " " + f.Unit
	}
	return short(value)
}

// short writes a number with at most two decimals.
func short(value float64) string {
	return strconv.FormatFloat(math.Round(value*100)/100, 'f', -1, 64)
}
