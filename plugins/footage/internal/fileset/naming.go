package fileset

import (
	"path"
	"regexp"
	"time"
)

var unsafe = regexp.MustCompile(`[^\pL\pN._-]+`)

// Safe is a name in which what systems read otherwise is replaced.
func Safe(name string) string { return path.Base(unsafe.ReplaceAllString(name, "_")) }

// Stamp is a time as names have it: "2026_11_21__14_41_26".
func Stamp(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("2006_01_02__15_04_05")
}

// Title is "HGV-022_2026_11_21__14_41_26": what is called after a vehicle and a time by the vehicle's clock.
func Title(vehicle string, at time.Time, zone *time.Location) string {
	return Safe(vehicle + "_" + Stamp(at, zone))
}
