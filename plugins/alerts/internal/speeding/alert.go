package speeding

import (
	"encoding/json"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fleet"
)

// details are what explains the alert: what it was made of, and by which rule.
type details struct {
	Start   Point   `json:"start"`
	End     Point   `json:"end"`
	Max     Point   `json:"max"`
	Samples []Point `json:"samples"`
	Rule    rule    `json:"rule"`
}

type rule struct {
	Name    string  `json:"name"`
	Version int     `json:"version"`
	BandKmh float64 `json:"band_kmh"`
	LeastS  int     `json:"least_s"`
	Limit   string  `json:"limit_source"` // sample, or default where the sample had none
}

// BandKmh is by how much a vehicle may be above its limit in a country before it is too fast: the mild band, in km/h.
func BandKmh(countryCode string) float64 { return inKmh(fleet.UnitsOf(countryCode), 0) }

func inKmh(units fleet.Units, band int) float64 {
	return units.DefaultBands()[band] / units.Speed(1)
}

// AlertOf is the alert of an episode of a device, in an organisation of a country.
func AlertOf(orgID, countryCode, deviceID string, e *Episode, receivedMs int64) alert.Alert {
	units := fleet.UnitsOf(countryCode)
	severity := alert.Moderate
	for band, level := range map[int]int{1: alert.Harsh, 2: alert.Severe} {
		if e.Max.over() >= inKmh(units, band) {
			severity = max(severity, level)
		}
	}
	source := "sample"
	if e.Max.LimitAssumed {
		source = "default"
	}
	end := e.End()
	raw, _ := json.Marshal(details{ // numbers and plain texts
		Start: e.Start, End: end, Max: e.Max, Samples: e.Samples,
		Rule: rule{Name: "speeding", Version: RuleVersion, BandKmh: inKmh(units, 0), LeastS: LeastMs / 1000, Limit: source},
	})
	duration := end.Time - e.Start.Time
	return alert.Alert{
		ID: alert.IDOfRule(orgID, "speeding", deviceID, e.Start.Time), Kind: alert.Speeding, AlertType: "speedingalert", Severity: severity, DeviceID: deviceID,
		EventMs: e.Start.Time, DurationMs: &duration, Lat: e.Start.Lat, Lng: e.Start.Lng, SpeedKmh: &e.Max.SpeedKmh, SpeedLimitKmh: &e.Max.LimitKmh,
		Details: raw, Quality: "none", ReceivedMs: receivedMs,
	}
}
