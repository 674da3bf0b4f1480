package speeding

import (
	"encoding/json"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
)

// details are what explains the alert: what it was made of, and by which rule.
type details struct {
	Start   Point   `json:"start"`
	End     *Point  `json:"end,omitempty"` // none while it goes on
	Max     Point   `json:"max"`
	Samples []Point `json:"samples"`
	Rule    rule    `json:"rule"`
}

type rule struct {
	Name       string  `json:"name"`
	Version    int     `json:"version"`
	BandKmh    float64 `json:"band_kmh"`
	BandSource string  `json:"band_source"` // organisation, or country where it has chosen none
	LeastS     int     `json:"least_s"`
	Limit      string  `json:"limit_source"` // sample, or default where the sample had none
}

// AlertOf is the alert of an episode of a device that is over, in an organisation with these bands.
func AlertOf(orgID string, bands Bands, deviceID string, e *Episode, receivedMs int64) alert.Alert {
	end := e.End()
	return alertOf(orgID, bands, deviceID, e, &end, receivedMs)
}

// OpenAlertOf is that of an episode that goes on: it has no end and no duration yet, and the worst moment so far.
func OpenAlertOf(orgID string, bands Bands, deviceID string, e *Episode) alert.Alert {
	return alertOf(orgID, bands, deviceID, e, nil, e.HeardMs)
}

func alertOf(orgID string, bands Bands, deviceID string, e *Episode, end *Point, receivedMs int64) alert.Alert {
	source := "sample"
	if e.Max.LimitAssumed {
		source = "default"
	}
	raw, _ := json.Marshal(details{ // numbers and plain texts
		Start: e.Start, End: end, Max: e.Max, Samples: e.Samples,
		Rule: rule{Name: "speeding", Version: RuleVersion, BandKmh: bands.ModerateKmh, BandSource: bands.Source(), LeastS: LeastMs / 1000, Limit: source},
	})
	a := alert.Alert{
		ID: alert.IDOfRule(orgID, "speeding", deviceID, e.Start.Time), Kind: alert.Speeding, AlertType: "speedingalert", Severity: bands.severity(e.Max.over()), DeviceID: deviceID,
		EventMs: e.Start.Time, Lat: e.Start.Lat, Lng: e.Start.Lng, SpeedKmh: &e.Max.SpeedKmh, SpeedLimitKmh: &e.Max.LimitKmh,
		Details: raw, Quality: "none", ReceivedMs: receivedMs,
	}
	if end != nil {
		duration := end.Time - e.Start.Time
		a.DurationMs = &duration
	}
	return a
}
