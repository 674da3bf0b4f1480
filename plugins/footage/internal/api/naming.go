package api

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
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

var unsafe = regexp.MustCompile(`[^\pL\pN._-]+`)

// nameOf is "HGV-022_2026_11_21__14_41_26_CH1.mp4": the vehicle, when it begins by the vehicle's clock, and what it is.
func nameOf(s fileset.Fileset, f fileset.File, zone *time.Location) string {
	what := f.Type
	if f.Channel > 0 {
		what = fmt.Sprintf("CH%d", f.Channel)
	}
	return safe(vehicleOf(s)+"_"+stamp(time.UnixMilli(f.StartMs), zone)+"_"+what) + typeOf(f.Type).ending
}

func vehicleOf(s fileset.Fileset) string { return cmp.Or(s.VehicleName, s.DeviceID) }

func stamp(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("2006_01_02__15_04_05")
}

// safe is a name without what systems read otherwise.
func safe(name string) string { return path.Base(unsafe.ReplaceAllString(name, "_")) }
