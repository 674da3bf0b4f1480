package intake

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

const (
	mostInPage  = 10_000
	longestAsk  = 30 * 24 * time.Hour
	mostHistory = 1_000_000 // samples of one vehicle
)

// VehicleHistory asks the vehicles plugin.
type VehicleHistory struct{ Host plugin.Host }

// Samples implements History.
func (h VehicleHistory) Samples(ctx context.Context, orgID, vehicleID string, from, to int64) (all []Sample, err error) {
	for from < to {
		end := min(to, from+longestAsk.Milliseconds())
		var page struct {
			Samples []Sample
			More    bool `json:"more"`
		}
		path := fmt.Sprintf("/api/org/%s/vehicles/%s/samples?start_time=%s&end_time=%s&limit=%d", url.PathEscape(orgID), url.PathEscape(vehicleID), stamp(from), stamp(end), mostInPage)
		if err := h.Host.Call(web.AsPlugin(ctx, orgID), "GET", path, nil, &page); err != nil {
			return nil, err
		}
		for len(all) > 0 && len(page.Samples) > 0 && page.Samples[0].Time == all[len(all)-1].Time && page.Samples[0].DeviceID == all[len(all)-1].DeviceID {
			page.Samples = page.Samples[1:] // the page begins with the last of the one before
		}
		all = append(all, page.Samples...)
		if len(all) > mostHistory {
			return nil, fmt.Errorf("vehicle %s has more than %d samples to judge again", vehicleID, mostHistory)
		}
		if page.More && len(page.Samples) > 0 {
			from = page.Samples[len(page.Samples)-1].Time
		} else {
			from = end
		}
	}
	return all, nil
}

func stamp(ms int64) string {
	return url.QueryEscape(time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z07:00"))
}
