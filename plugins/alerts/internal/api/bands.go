package api

import (
	"context"
	"strconv"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/sdk/web"
)

// mostKmh is the highest floor of a band.
const mostKmh = 300

type bandsOutput struct {
	Body struct {
		BandsKmh []float64 `json:"bands_kmh" nullable:"false" doc:"km/h above the limit from which speeding is moderate, excessive, severe; it is raised above the first"`
		Source   string    `json:"source" enum:"organisation,country"`
	}
}

// bands are those by which speeding is raised.
func (a *API) bands(ctx context.Context, in *orgInput) (*bandsOutput, error) {
	bands, err := speeding.BandsOf(ctx, a.store, a.organisations, in.OrgID)
	if err != nil {
		return nil, err
	}
	out := &bandsOutput{}
	out.Body.Source = bands.Source()
	out.Body.BandsKmh = []float64{bands.ModerateKmh, bands.ExcessiveKmh, bands.SevereKmh}
	return out, nil
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type setBandsInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		BandsKmh []float64 `json:"bands_kmh" maxItems:"3" doc:"Three floors that rise; none: those of the country"`
	}
}

// setBands chooses the organisation's own bands. Alerts that were raised stay as they are.
func (a *API) setBands(ctx context.Context, in *setBandsInput) (*bandsOutput, error) {
	b := in.Body.BandsKmh
	var chosen *speeding.Bands
	switch {
	case len(b) == 0:
	case len(b) != 3:
		return nil, invalid("body.bands_kmh", "Say three floors, or none.")
	case b[0] < 0 || b[0] > b[1] || b[1] > b[2] || b[2] > mostKmh:
		return nil, invalid("body.bands_kmh", "The floors rise from 0 to 300 km/h.")
	default:
		chosen = &speeding.Bands{ModerateKmh: b[0], ExcessiveKmh: b[1], SevereKmh: b[2]}
	}
	before, err := a.bands(ctx, &orgInput{in.OrgID})
	if err != nil {
		return nil, err
	}
	if err := a.store.SetBands(ctx, chosen); err != nil {
		return nil, err
	}
	after, err := a.bands(ctx, &orgInput{in.OrgID})
	if err != nil {
		return nil, err
	}
	web.AuditChange(ctx, "bands", floors(before.Body.BandsKmh), floors(after.Body.BandsKmh))
	return after, nil
}

// floors are the bands as a text: 5, 10, 15 km/h.
func floors(bandsKmh []float64) string {
	texts := make([]string, len(bandsKmh))
	for i, floor := range bandsKmh {
		texts[i] = strconv.FormatFloat(floor, 'g', 4, 64)
	}
	return strings.Join(texts, ", ") + " km/h"
}
