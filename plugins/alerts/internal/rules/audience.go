package rules

import (
	"context"
	"maps"
	"slices"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/web"
)

// need is the permission without which nobody hears of alerts.
const need = "listAlerts"

// atOnce is how many users the host is asked about at once.
const atOnce = 1_000

// Granter says which users hold permissions now, and what each sees.
type Granter interface {
	Grants(ctx context.Context, orgID string, permissions, userIDs []string) (map[string]web.Scope, error)
}

// Audience is who of an organisation's users may hear of alerts now.
type Audience map[string]web.Scope

// AudienceOf asks about users. What the plugin knows of them by itself is enough to look for rules, but comes a moment late, and without permissions.
func AudienceOf(ctx context.Context, host Granter, orgID string, users []string) (Audience, error) {
	a := Audience{}
	for some := range slices.Chunk(users, atOnce) {
		granted, err := host.Grants(ctx, orgID, []string{need}, some)
		if err != nil {
			return nil, err
		}
		maps.Copy(a, granted)
	}
	return a, nil
}

// Hears reports whether a user may hear of an alert. A driver sees flagged alerts alone, by looking.
func (a Audience) Hears(userID string, one alert.Alert) bool {
	scope, ok := a[userID]
	return ok && (scope.All || scope.Path != "") && scope.Sees(one.GroupPath, one.VehicleID)
}
