package fileset

import (
	"cmp"
	"fmt"
	"time"

	"outrider.dev/sdk/device"
)

type fileKind struct{ content, ending string }

func typeOf(kind string) fileKind {
	switch kind {
	case device.FileVideo, device.FileAlertVideo:
		return fileKind{"video/mp4", ".mp4"}
	case device.FileAlertSnaps:
		return fileKind{"application/zip", ".zip"}
	default:
		return fileKind{"application/octet-stream", ".bin"}
	}
}

// nameOf is "HGV-022_2026_11_21__14_41_26_CH1.mp4": the vehicle, when it begins by the vehicle's clock, and what it is.
func nameOf(s Fileset, f File, zone *time.Location) string {
	what := f.Type
	if f.Channel > 0 {
		what = fmt.Sprintf("CH%d", f.Channel)
	}
	return Safe(titleOf(s, f.StartMs, zone)+"_"+what) + typeOf(f.Type).ending
}

// titleOf is what a fileset is called after its vehicle and a time.
func titleOf(s Fileset, atMs int64, zone *time.Location) string {
	return Title(cmp.Or(s.VehicleName, s.DeviceID), time.UnixMilli(atMs), zone)
}
