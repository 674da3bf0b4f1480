package upload

import (
	"context"
	"slices"
	"strings"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what one device uploads with an alert, and did before. Of several devices the sentence alone is told.
func tellChange(ctx context.Context, before, after []DeviceSettings) {
	if len(before) != 1 || len(after) != 1 {
		return
	}
	web.AuditValue(ctx, "device", after[0].DeviceID)
	for _, now := range after[0].Configs {
		i := slices.IndexFunc(before[0].Configs, func(was View) bool { return was.Key == now.Key })
		was := ""
		if i >= 0 {
			was = before[0].Configs[i].files()
		}
		field, pin, _ := strings.Cut(now.Key, "|")
		if pin != "" && pin != "*" {
			field += "_" + pin
		}
		web.AuditChange(ctx, field, was, now.files())
	}
}

// files are what is uploaded, by the names of the API.
func (s View) files() string {
	var names []string
	for _, one := range []struct {
		name string
		on   bool
	}{{"snaps", s.Snaps}, {"video", s.Video}, {"tracking", s.Tracking}, {"imu", s.IMU}} {
		if one.on {
			names = append(names, one.name)
		}
	}
	return strings.Join(names, ", ")
}
