package config

import (
	"context"
	"slices"
	"strconv"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log which alerts of a vehicle were chosen otherwise: whether they are raised, above what, and the names of inputs.
func tellChange(ctx context.Context, before, after VehicleConfig) {
	web.AuditValue(ctx, "vehicle", after.VehicleName)
	for _, now := range after.Alerts {
		i := slices.IndexFunc(before.Alerts, func(e Entry) bool { return e.AlertType == now.AlertType && e.Pin == now.Pin })
		if i < 0 {
			continue
		}
		was, field := before.Alerts[i], now.AlertType
		if now.Pin > 0 {
			field += "_" + strconv.Itoa(now.Pin)
		}
		web.AuditChange(ctx, field, strconv.FormatBool(was.Enabled), strconv.FormatBool(now.Enabled))
		web.AuditChange(ctx, field, was.least(), now.least())
		web.AuditChange(ctx, field, was.PinName, now.PinName)
	}
}

// least is the threshold as a text: 0.3 g; empty where there is none.
func (e Entry) least() string {
	value := e.Threshold
	if value == nil {
		value = e.Default
	}
	if value == nil {
		return ""
	}
	return strconv.FormatFloat(*value, 'g', 4, 64) + " " + e.Unit
}
