package upload

import (
	"context"
	"slices"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// The audit log is told what one device uploads now, and did before.
func TestTellChange(t *testing.T) {
	of := func(device string, configs ...View) DeviceSettings {
		return DeviceSettings{DeviceID: device, Configs: configs}
	}
	before := []DeviceSettings{of("d1", View{Key: "imu", Config: Config{Snaps: true, Video: true}}, View{Key: "io|*"})}
	after := []DeviceSettings{of("d1", View{Key: "imu", Config: Config{Snaps: true}}, View{Key: "io|*"}, View{Key: "io|3", Config: Config{Tracking: true}})}
	told := webtest.AuditDetail(t, func(ctx context.Context) { tellChange(ctx, before, after) })
	want := []web.Change{{Field: "imu", Before: "snaps, video", After: "snaps"}, {Field: "io_3", After: "tracking"}}
	if told.Values["device"] != "d1" || !slices.Equal(told.Changes, want) {
		t.Errorf("it tells %v", told)
	}
	if told := webtest.AuditDetail(t, func(ctx context.Context) { tellChange(ctx, nil, after) }); len(told.Values)+len(told.Changes) > 0 {
		t.Errorf("of what is only read it tells %v", told)
	}
}
