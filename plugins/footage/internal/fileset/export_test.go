package fileset

import (
	"testing"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/web"
)

func TestMayExport(t *testing.T) {
	video, tracking := File{Wanted: Wanted{Type: device.FileAlertVideo}}, File{Wanted: Wanted{Type: device.FileTracking}}
	for _, tc := range []struct {
		name            string
		caller          web.CallerInfo
		video, tracking bool
	}{
		{"all files", web.CallerInfo{UserID: "u", Permissions: []string{"exportFileset"}}, true, true},
		{"videos alone", web.CallerInfo{UserID: "u", Permissions: []string{"exportVideo"}}, true, false},
		{"neither", web.CallerInfo{UserID: "u"}, false, false},
		{"a plugin", web.CallerInfo{Plugin: "alerts"}, true, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if gotVideo, gotTracking := mayExport(tc.caller, video), mayExport(tc.caller, tracking); gotVideo != tc.video || gotTracking != tc.tracking {
				t.Errorf("video %v, tracking %v; want %v and %v", gotVideo, gotTracking, tc.video, tc.tracking)
			}
		})
	}
}
